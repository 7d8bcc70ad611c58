/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_REPAIR_H
#define PARTITION_REPAIR_H

#include "partition/subgraph.h"

/*
 * Give every part exactly `capacity` vertices by moving, one after another, the vertex of an
 * overfull part whose move to a part with room costs least cut weight (Wu, Xiong, Lan, J.
 * Supercomputing 2015, section 4). Values of `part` that are out of range are taken as 0.
 *
 * With `class` only the vertices of class `which` are counted and moved; NULL: all.
 * TOPOMAP_INTERNAL if the capacities do not add up to the number of those vertices.
 * Work O((v + moves * degree) log v).
 */
int partition_repair(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                     const uint32_t *class, uint32_t which, uint32_t *part,
                     struct topomap_error *error);

#endif
