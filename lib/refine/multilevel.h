/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_MULTILEVEL_H
#define REFINE_MULTILEVEL_H

#include "map/map.h"
#include "search/near.h"

/*
 * Lower the hop-bytes of a valid placement by simulated annealing of smaller and smaller units:
 * node contents, clusters of ranks on one node, ranks. Node contents and clusters are swapped with
 * others of the same size. job->effort sets the amount of work.
 */
int refine_multilevel(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, struct topomap_error *error);

#endif
