/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_DESCEND_H
#define MAP_HIERARCHY_DESCEND_H

#include "map/hierarchy/hierarchy.h"
#include "partition/partition.h"

/* What each allocated node takes. */
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
 * Map the vertices of `graph` to nodes: at each vertex of the hierarchy, from the root down,
 * partition the part of the graph that came there among its children, with little weight between
 * them. With `allocation`, two branches of which either could take a half get the one that its
 * neighbours are nearer to; NULL where all branches are equally far from outside, as in trees.
 * `seed` is METIS's; node[v] becomes the node of vertex v. Work O(edges * depth * log).
 */
int descend(const struct partition_graph *graph, const struct hierarchy *hierarchy,
            const struct descend_load *load, const struct topomap_allocation *allocation,
            uint64_t seed, uint32_t *node, struct topomap_error *error);

#endif
