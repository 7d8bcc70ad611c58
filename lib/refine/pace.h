/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_PACE_H
#define REFINE_PACE_H

#include "map/map.h"

/*
 * Run `refine`, whose work grows with job->effort and job->part and which keeps what is better,
 * so that it comes to its own end by the job's deadline: a search that cools down finds most at its
 * end. Without a deadline, or with so much time that even a slow machine needs a part of it only,
 * that is one run with all of the work. Else a run at the effort below tells what part of the work
 * there is time for. Returns 0; or -1 as `refine` does, or when memory is out.
 */
int refine_paced(const struct map_job *job, uint32_t *placement,
                 int (*refine)(const struct map_job *job, uint32_t *placement,
                               struct topomap_error *error),
                 struct topomap_error *error);

#endif
