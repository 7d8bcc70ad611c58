/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_NEAREST_H
#define MAP_HIERARCHY_NEAREST_H

#include "map/hierarchy/hierarchy.h"

/* Length of a list, if there are as many other nodes. */
#define NEAREST 16

/* For each node that has tasks, the nearby nodes that have tasks, nearest first. */
struct nearest {
    uint32_t count; /* of each list */
    uint32_t *node; /* [allocation nodes][count] */
};

/*
 * Ways to make lists for more than 2048 nodes. With fewer nodes, lists hold the nearest nodes, and
 * among equals the closest relatives in the hierarchy.
 *
 * NEAREST_CLOSE: most of the nearest nodes, by a search that compares neighbours of neighbours
 * (Dong, Moses, Li: Efficient k-nearest neighbor graph construction for generic similarity
 * measures, WWW 2011). O(nodes) distances. NEAREST_QUICK: neighbours in the order of the hierarchy,
 * which are near but not always nearest, nor sorted. Needs no distances.
 */
enum nearest_care { NEAREST_CLOSE, NEAREST_QUICK };

/* The lists of the nodes of a hierarchy; NULL when memory runs out. */
struct nearest *nearest_find(const struct topomap_allocation *allocation,
                             const struct hierarchy *hierarchy, enum nearest_care care);
void nearest_free(struct nearest *nearest);

/* The list of a node. */
static inline const uint32_t *nearest_of(const struct nearest *nearest, uint32_t node)
{
    return nearest->node + (size_t)node * nearest->count;
}

#endif
