/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_PLACES_H
#define MACHINE_PLACES_H

#include "machine/allocation.h"

/*
 * The allocated nodes by their coordinates. Several nodes may be at one place, as those of a
 * dragonfly's router are: the tasks of a place are numbered through all of them, in the order of
 * the allocation.
 */
struct places {
    uint32_t dims;
    uint32_t nodes;
    uint32_t *at;    /* [nodes][dims]: coordinates of each node of the allocation */
    uint32_t *order; /* [nodes]: nodes by coordinates, the last dimension fastest */
    uint32_t *first; /* [nodes]: number at its place of each node's first task */
};

/* TOPOMAP_IMPOSSIBLE if the nodes of the network have no coordinates. */
int places_make(struct places *places, const struct topomap_allocation *allocation,
                struct topomap_error *error);
void places_free(struct places *places);

/* Order of node a's coordinates and `at` [dims]: negative, 0 or positive. */
int places_compare(const struct places *places, uint32_t node, const uint32_t *at);

/* The node that runs task `task` of the place `at` [dims], or -1. */
int64_t places_find(const struct places *places, const struct topomap_allocation *allocation,
                    const uint32_t *at, uint32_t task);

/*
 * Move the coordinates of each dimension so that they begin at 0 and find what the nodes extend
 * to, extent [dims]; a ring is opened where it has no nodes. TOPOMAP_IMPOSSIBLE if the places with
 * nodes are no box.
 */
int places_box(struct places *places, const struct topomap_network *network, uint32_t *extent,
               struct topomap_error *error);

#endif
