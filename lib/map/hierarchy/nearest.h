/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_NEAREST_H
#define MAP_HIERARCHY_NEAREST_H

#include "map/hierarchy/hierarchy.h"

/* Nodes in a list, where there are as many others. */
#define NEAREST 16

/* For each allocated node with tasks, other such nodes near to it, the nearest first. */
struct nearest {
    uint32_t count; /* of each list */
    uint32_t *node; /* [allocation nodes][count] */
};

/*
 * How lists are made for more than 2048 nodes; up to there they hold the nearest nodes, and among
 * those at one distance the closest relatives in the hierarchy.
 *
 * NEAREST_CLOSE: most of the nearest ones, as a search finds them that compares neighbours of
 * neighbours (Dong, Moses, Li: Efficient k-nearest neighbor graph construction for generic
 * similarity measures, WWW 2011). O(nodes) distances.
 * NEAREST_QUICK: the neighbours in the hierarchy's order, which are near but not always nearest,
 * and not sorted by distance. No distance is asked for.
 */
enum nearest_care { NEAREST_CLOSE, NEAREST_QUICK };

/* The lists of the nodes of a hierarchy; NULL when memory is out. */
struct nearest *nearest_find(const struct topomap_allocation *allocation,
                             const struct hierarchy *hierarchy, enum nearest_care care);
void nearest_free(struct nearest *nearest);

/* The list of a node. */
static inline const uint32_t *nearest_of(const struct nearest *nearest, uint32_t node)
{
    return nearest->node + (size_t)node * nearest->count;
}

#endif
