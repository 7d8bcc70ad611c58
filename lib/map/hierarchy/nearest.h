/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_NEAREST_H
#define MAP_HIERARCHY_NEAREST_H

#include "map/hierarchy/hierarchy.h"

#define NEAREST 16

typedef uint32_t nearest_list[NEAREST];

/*
 * For each node of the hierarchy, by its position in hierarchy->order, the positions of nodes near
 * to it, the nearest first: most of the NEAREST nearest ones, as a search finds them that compares
 * neighbours of neighbours. O(nodes) distances. There must be more than NEAREST nodes. Freed with
 * free(); NULL when memory is out.
 * Source: Dong, Moses, Li: Efficient k-nearest neighbor graph construction for generic similarity
 * measures, WWW 2011.
 */
nearest_list *nearest_find(const struct topomap_allocation *allocation,
                           const struct hierarchy *hierarchy);

#endif
