/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/seconds.h"

#include "metric/time.h"

int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, uint64_t *work, struct topomap_error *error)
{
    struct topomap_time time;

    if (time_predict(job->graph, job->allocation, placement, job->delayed ? enough : 0, &time,
                     error) < 0)
        return -1;
    /* Weights have no unit, so they cannot be compared with a latency: only bandwidths count. */
    *seconds = job->delayed ? time.seconds : time.transfer;
    if (work)
        *work += topomap_graph_edges(job->graph) + time.work;
    return 0;
}
