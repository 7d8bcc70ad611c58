/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_FIRST_H
#define PLAN_FIRST_H

#include "map/map.h"

/*
 * If job->keep_first, bring rank 0 of a valid placement on nodes to its node of the layout, with as
 * few hop-bytes as any of these ways costs: subtrees of the network's hierarchy, from large ones
 * down to nodes, change their contents until rank 0 is there, which costs nothing where the network
 * looks the same from both; or rank 0 changes places with a rank of that node. A placement that
 * was changed loses the hint MAP_NEAR_BOUND. Fails when memory is out. O(edges) for each level of
 * the hierarchy.
 */
int first_home(const struct map_job *job, struct map_result *out, struct topomap_error *error);

#endif
