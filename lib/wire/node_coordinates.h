/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WIRE_NODE_COORDINATES_H
#define WIRE_NODE_COORDINATES_H

#include "base/text.h"

#define NODE_DIMENSIONS 8

/* Nodes of a torus, by what Slurm says of each. Start from {0}; node_coordinates_print frees it. */
struct node_coordinates {
    struct text nodes; /* a line each */
    unsigned dims;     /* of the node with most coordinates; 0: no node yet */
    uint32_t least[NODE_DIMENSIONS], most[NODE_DIMENSIONS];
};

/* Whether a comment, a list of features or another text of a node has coordinates: a word that
 * begins with `topomap=`, and numbers between which ',', '.' or ':' stand, as commas also separate
 * features. If no such numbers follow, *dims is 0: the network is refused then, by this node. */
bool node_coordinates_find(const char *text, uint32_t *at, unsigned *dims);

/* The coordinates in a node's name as topology/3d_torus takes them, the last three characters as
 * digits of base 36. False if it is too short or they are none. */
bool node_coordinates_of_name(const char *name, uint32_t *at);

void node_coordinates_add(struct node_coordinates *all, const char *name, const uint32_t *at,
                          unsigned dims);

/* The torus that these nodes span, from the least to the largest coordinate in each dimension, as
 * topomap's YAML, which the caller frees. If nodes have different numbers of coordinates it cannot
 * be read: that error names a node. NULL if there are no nodes, or if memory ran out. */
char *node_coordinates_print(struct node_coordinates *all);

#endif
