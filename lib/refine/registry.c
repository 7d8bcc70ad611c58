/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/refine.h"

#include "base/clock.h"

const struct refinement *refinement_get(size_t index)
{
    static const struct refinement *const refinements[] = {
        &refinement_swap, &refinement_anneal, &refinement_warm, &refinement_hot,
        &refinement_congestion, &refinement_anneal_time, &refinement_digits};

    return index < sizeof refinements / sizeof *refinements ? refinements[index] : NULL;
}

bool refinement_name_get(size_t index, const char **name, const char **summary)
{
    const struct refinement *refinement = refinement_get(index);

    if (!refinement)
        return false;
    *name = refinement->suffix;
    *summary = refinement->summary;
    return true;
}

int refinement_run(const struct refinement *refinement, const struct map_job *job,
                   uint32_t *placement, struct topomap_error *error)
{
    double start = clock_seconds();
    int result = refinement->refine(job, placement, error);

    map_phase(job, "refinement", &start);
    return result;
}
