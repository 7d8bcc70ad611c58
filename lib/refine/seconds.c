/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/seconds.h"

#include "map/common/shared.h"
#include "metric/time.h"

int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, uint64_t *work, struct topomap_error *error)
{
    struct time_predictor *predictor = map_shared_predictor(job, error);
    struct topomap_time time;

    if (!predictor ||
        time_predictor_run(predictor, placement, job->delayed ? enough : 0, &time, error) < 0)
        return -1;
    /* Weights have no unit, so they cannot be compared with a latency: only bandwidths count. */
    *seconds = job->delayed ? time.seconds : time.transfer;
    if (work)
        *work += topomap_graph_edges(job->graph) + time.work;
    return 0;
}
