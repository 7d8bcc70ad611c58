/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/reheat.h"

#include "base/error.h"
#include "refine/annealing.h"

#include <string.h>

/* Work at effort best, for each rank and in total; other efforts do a part of it. */
#define RANK_WORK UINT64_C(32000000)
#define MOST_WORK UINT64_C(16000000000)

static uint64_t work_of(const struct map_job *job)
{
    static const uint64_t divisor[] = {[TOPOMAP_EFFORT_FAST] = 1000, [TOPOMAP_EFFORT_DEFAULT] = 100,
                                       [TOPOMAP_EFFORT_BEST] = 1};
    uint64_t work = RANK_WORK * job->graph->ranks;

    work = (work < MOST_WORK ? work : MOST_WORK) / divisor[job->effort];
    return job->part > 0 ? (uint64_t)((double)work * job->part) : work;
}

int refine_reheat(const struct map_job *job, const struct search_near *near, float volumes,
                  uint32_t *placement, struct topomap_error *error)
{
    struct anneal_heat heat = {.volumes = volumes};
    struct refine_units ranks;
    int result;

    if (refine_units_ranks(job, placement, &ranks, error) < 0)
        return -1;
    result = refine_anneal_units(job, &ranks, near, &heat, work_of(job), job->seed, error);
    if (result == 0)
        memcpy(placement, ranks.place, job->graph->ranks * sizeof *placement);
    refine_units_free(&ranks);
    return result;
}
