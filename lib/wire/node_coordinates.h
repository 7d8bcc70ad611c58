/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WIRE_NODE_COORDINATES_H
#define WIRE_NODE_COORDINATES_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>

#define NODE_DIMENSIONS 8
#define NODE_NETWORK 64 /* size of the short form of a network */

/* What Slurm says of a node. Texts may be NULL. */
struct node_texts {
    const char *name;
    const char *extra, *comment, *features; /* looked through for coordinates in this order */
};

/* The grid that nodes tell of. Start from {0}; node_coordinates_print frees it. */
struct node_coordinates {
    struct text nodes;          /* a line each */
    char first[NODE_NETWORK];   /* the first node with coordinates */
    char network[NODE_NETWORK]; /* of all nodes, as given: "mesh:4x4"; "": not given */
    unsigned dims;              /* of the node with most coordinates; 0: no node yet */
    uint32_t least[NODE_DIMENSIONS], most[NODE_DIMENSIONS];
    char problem[384];          /* what is wrong; "": nothing */
};

/*
 * Add a node if it has coordinates. An administrator gives them by a word that begins with
 * `topomap=` in one of the texts: numbers between which ',', '.' or ':' stand, as commas also
 * separate features. A grid in its short form may precede them, "torus:4x4x2@3,0,1": its kind says
 * whether it is closed to rings, and its dimensions do not depend on which nodes there are. With
 * `by_name` the coordinates are those of topology/3d_torus, the last three characters of the name
 * as digits of base 36.
 */
void node_coordinates_add(struct node_coordinates *all, const struct node_texts *node,
                          bool by_name);

/*
 * The grid as topomap's YAML, *yaml, which the caller frees; NULL if there are no nodes. If no node
 * names its network, it is a torus from the least to the largest coordinate in each dimension.
 * Returns 0, or -1 with an error if coordinates are malformed or nodes name different networks. If
 * nodes have different numbers of coordinates, or places outside of the grid, it cannot be read:
 * that error names a node.
 */
int node_coordinates_print(struct node_coordinates *all, char **yaml, struct topomap_error *error);

#endif
