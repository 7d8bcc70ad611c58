/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/annealing.h"

#include "base/error.h"
#include "base/tuning.h"
#include "refine/hop_bytes_whole.h"

int refine_anneal_units(const struct map_job *job, struct refine_units *units,
                        const struct search_near *near, const struct anneal_heat *heat,
                        uint64_t work, uint64_t seed, struct topomap_error *error)
{
    struct arrangement arrangement = {0};
    struct hop_bytes_whole hop_bytes = {0};
    struct search search = {0};
    struct anneal_schedule schedule = {
        .heat = *heat,
        .temperatures = (uint32_t)tuning(TUNING_TEMPERATURES),
        .work = work,
        .seed = seed,
    };
    int result = -1;

    if (arrangement_init(&arrangement, units->graph.vertices, job->allocation->nodes, units->place,
                         units->size) == 0 &&
        hop_bytes_whole_init(&hop_bytes, &arrangement, &units->graph, job->allocation) == 0 &&
        search_init(&search, &hop_bytes.model, near, job->deadline) == 0) {
        schedule.volume = hop_bytes.volume;
        result = anneal_run(&search, &schedule);
    }
    map_work(job, hop_bytes.model.work);
    search_free(&search);
    hop_bytes_whole_free(&hop_bytes);
    arrangement_free(&arrangement);
    return result < 0 ? error_memory(error) : 0;
}
