/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_PLACES_H
#define MACHINE_PLACES_H

#include "machine/allocation.h"

/*
 * The allocated nodes by coordinates. Several nodes may share a place, such as those of a
 * dragonfly's router. The tasks of a place are numbered through all its nodes, in the order of the
 * allocation.
 */
struct places {
    uint32_t dims;
    uint32_t nodes;
    uint32_t *at;    /* [nodes][dims]: coordinates of each node of the allocation */
    uint32_t *order; /* [nodes]: nodes by coordinates, the last dimension fastest */
    uint32_t *first; /* [nodes]: the number, at its place, of each node's first task */
};

/* TOPOMAP_IMPOSSIBLE if the network's nodes have no coordinates. */
int places_make(struct places *places, const struct topomap_allocation *allocation,
                struct topomap_error *error);
void places_free(struct places *places);

/* Compare node a's coordinates with `at` [dims]: negative, 0 or positive. */
int places_compare(const struct places *places, uint32_t node, const uint32_t *at);

/* The node that runs task `task` of the place `at` [dims]; -1 if there is none. */
int64_t places_find(const struct places *places, const struct topomap_allocation *allocation,
                    const uint32_t *at, uint32_t task);

/*
 * Shift the coordinates so that each dimension starts at 0, and find the size of the box of nodes,
 * extent [dims]. A ring is cut open where it has no nodes. TOPOMAP_IMPOSSIBLE if the nodes do not
 * fill a box.
 */
int places_box(struct places *places, const struct topomap_network *network, uint32_t *extent,
               struct topomap_error *error);

/*
 * places_make and places_box, for formats that name a node by its place: also TOPOMAP_IMPOSSIBLE if
 * several nodes share one.
 */
int places_make_single(struct places *places, const struct topomap_allocation *allocation,
                       struct topomap_error *error);

#endif
