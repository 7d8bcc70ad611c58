/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_PACE_H
#define REFINE_PACE_H

#include "map/map.h"

/*
 * Run `refine` with as much work as there is time for before the job's deadline. Annealing gains
 * most at the end, at low temperature, so it must not be cut off. Without a deadline, or with more
 * time than even a slow machine needs, there is one run with all of the work. Otherwise a run at
 * the effort below measures the speed, and the next runs do the part of the work that fits; of
 * their placements the one with the fewest hop-bytes counts. The work of `refine` must grow with
 * job->effort and job->part, and `refine` must keep the better placement. Returns 0; or -1 as
 * `refine` does, or when memory runs out.
 */
int refine_paced(const struct map_job *job, uint32_t *placement,
                 int (*refine)(const struct map_job *job, uint32_t *placement,
                               struct topomap_error *error),
                 struct topomap_error *error);

#endif
