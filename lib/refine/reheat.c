/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/reheat.h"

#include "base/error.h"
#include "base/tuning.h"
#include "refine/annealing.h"

#include <math.h>
#include <string.h>

static uint64_t work_of(const struct map_job *job)
{
    double work = fmin(tuning_at(TUNING_REHEAT_WORK, job->effort) * job->graph->ranks,
                       tuning_at(TUNING_REHEAT_MOST, job->effort));

    return (uint64_t)(job->part > 0 ? work * job->part : work);
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
