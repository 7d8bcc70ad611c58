/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/seconds.h"

#include "map/common/shared.h"
#include "metric/time.h"

#include <math.h>

double refine_seconds_of(const struct map_job *job, const struct topomap_time *time)
{
    return job->delayed ? time->seconds : time->transfer;
}

/* Jobs that share nothing are for a single prediction. */
static int predict(const struct map_job *job, const uint32_t *placement, double enough,
                   struct topomap_time *time, struct topomap_error *error)
{
    struct time_predictor *predictor;

    if (!job->shared)
        return time_predict(job->graph, job->allocation, placement, enough, time, error);
    predictor = map_shared_predictor(job, error);
    return predictor ? time_predictor_run(predictor, placement, enough, time, error) : -1;
}

int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, uint64_t *work, struct topomap_error *error)
{
    struct topomap_time time;

    if (predict(job, placement, job->delayed ? enough : 0, &time, error) < 0)
        return -1;
    *seconds = refine_seconds_of(job, &time);
    if (work)
        *work += topomap_graph_edges(job->graph) + time.work;
    return 0;
}

int refine_judge(const struct map_job *job, const uint32_t *placement, double *seconds,
                 struct topomap_error *error)
{
    struct topomap_time time;

    if (!time_is_judged(job->graph, job->allocation->network))
        return refine_seconds(job, placement, INFINITY, seconds, NULL, error);
    if (time_judge(job->graph, job->allocation, placement, &time, error) < 0)
        return -1;
    *seconds = refine_seconds_of(job, &time);
    return 0;
}
