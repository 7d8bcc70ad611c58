/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_KEEP_FIRST_H
#define PLAN_KEEP_FIRST_H

#include "map/map.h"

/*
 * If job->keep_first, bring rank 0 of a valid placement on nodes back to its node of the layout, by
 * the cheapest of two ways. Either subtrees of the network's hierarchy, from large ones down to
 * nodes, swap contents until rank 0 is home; that costs nothing if the network looks the same from
 * both. Or rank 0 swaps with a rank of its home node. A changed placement loses the hint
 * MAP_NEAR_BOUND. Fails when memory runs out. O(edges) for each level of the hierarchy.
 */
int keep_first(const struct map_job *job, struct map_result *out, struct topomap_error *error);

#endif
