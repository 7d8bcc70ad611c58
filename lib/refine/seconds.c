/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/seconds.h"

#include "map/common/shared.h"
#include "metric/time.h"

double refine_seconds_of(const struct map_job *job, const struct topomap_time *time)
{
    return job->delayed ? time->seconds : time->transfer;
}

int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, uint64_t *work, struct topomap_error *error)
{
    struct time_predictor *predictor = map_shared_predictor(job, error);
    struct topomap_time time;

    if (!predictor ||
        time_predictor_run(predictor, placement, job->delayed ? enough : 0, &time, error) < 0)
        return -1;
    *seconds = refine_seconds_of(job, &time);
    if (work)
        *work += topomap_graph_edges(job->graph) + time.work;
    return 0;
}
