/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_SECONDS_H
#define REFINE_SECONDS_H

#include "map/map.h"

/* The seconds that count for the objective of the job. Weights have no unit, so they cannot be
 * compared with a latency: only bandwidths count then. */
double refine_seconds_of(const struct map_job *job, const struct topomap_time *time);

/* The predicted seconds of a placement as the objective of the job counts them, or any number above
 * `enough` if they are more. Adds what the prediction looked at to *work, unless that is NULL.
 * Fails when memory runs out. */
int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, uint64_t *work, struct topomap_error *error);

/* The seconds as a plan tells them: where routes are drawn, by other draws than those of a search;
 * see metric/time.h. */
int refine_judge(const struct map_job *job, const uint32_t *placement, double *seconds,
                 struct topomap_error *error);

#endif
