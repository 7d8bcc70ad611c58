/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

static int map_random(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    struct random random;

    (void)error;
    topomap_placement_block(job->allocation, out->placement);
    random_seed(&random, job->seed);
    random_shuffle(&random, out->placement, job->graph->ranks);
    return 0;
}

const struct map_algorithm algorithm_random = {
    .about = {
        .name = "random",
        .summary = "a random placement (seeded), as a baseline",
        .source = "Fisher and Yates shuffle of the block distribution",
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_random,
};
