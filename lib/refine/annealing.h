/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_ANNEALING_H
#define REFINE_ANNEALING_H

#include "refine/units.h"
#include "search/anneal.h"

/* Lower the hop-bytes of units on nodes by simulated annealing, see anneal_run. `work` counts
 * edges and units looked at. Updates units->place. */
int refine_anneal_units(const struct map_job *job, struct refine_units *units,
                        const struct search_near *near, const struct anneal_heat *heat,
                        uint64_t work, uint64_t seed, struct topomap_error *error);

#endif
