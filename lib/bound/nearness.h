/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_NEARNESS_H
#define BOUND_NEARNESS_H

#include "machine/allocation.h"

/* Two nodes, or the groups that they are in, and the hops between them. */
struct nearness_link {
    uint32_t a;
    uint32_t b;
    uint32_t hops;
};

/* The nearness of the tasks of an allocation to each other; nodes without tasks do not count. */
struct nearness {
    uint32_t nodes;
    uint32_t levels;  /* distances below this are counted */
    uint32_t *tasks;  /* [nodes] */
    uint32_t *within; /* [nodes][levels]: tasks within so many hops of a node, its own too */
    struct nearness_link *link; /* [nodes-1]: a minimum spanning tree, short links first */
};

/* Computes all distances: O(nodes squared). */
int nearness_init(struct nearness *nearness, const struct topomap_allocation *allocation,
                  uint32_t levels, struct topomap_error *error);
void nearness_free(struct nearness *nearness);

#endif
