/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_MULTILEVEL_H
#define REFINE_MULTILEVEL_H

#include "map/map.h"
#include "search/near.h"

/*
 * Lower the hop-bytes of a valid placement by simulated annealing of things of falling size: the
 * contents of nodes, clusters of ranks that stand on one node, and ranks. Contents and clusters
 * change places with others that have as many ranks. job->effort says how much work that is.
 */
int refine_multilevel(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, struct topomap_error *error);

#endif
