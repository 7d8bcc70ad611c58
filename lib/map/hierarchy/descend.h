/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_DESCEND_H
#define MAP_HIERARCHY_DESCEND_H

#include "map/hierarchy/hierarchy.h"
#include "partition/partition.h"

/* The load that each allocated node takes. */
struct descend_load {
    const uint32_t *tasks;      /* [allocation nodes]: vertices; their sum is the graph's */
    uint32_t classes;           /* 1, or kinds of vertices told apart: */
    const uint32_t *class;      /* [vertices]; NULL with one class */
    const uint32_t *node_class; /* [allocation nodes]: the kind it takes; NULL with one class */
};

/* The `allocation` that descend() takes to turn bisections; NULL if the network is a tree. */
static inline const struct topomap_allocation *
descend_turnable(const struct topomap_allocation *allocation)
{
    return allocation->network->tree ? NULL : allocation;
}

/*
 * Map the vertices of `graph` to nodes. At each vertex of the hierarchy, from the root down, its
 * part of the graph is partitioned among its children, with little weight between them. With
 * `allocation`, halves that fit either of two branches go to the nearer one of their neighbours;
 * NULL if all branches are equally far from the outside, as in trees. `seed` is METIS's; node[v]
 * becomes the node of vertex v. Work O(edges * depth * log).
 */
int descend(const struct partition_graph *graph, const struct hierarchy *hierarchy,
            const struct descend_load *load, const struct topomap_allocation *allocation,
            uint64_t seed, uint32_t *node, struct topomap_error *error);

#endif
