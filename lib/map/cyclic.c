/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

static int map_cyclic(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    (void)error;
    topomap_placement_cyclic(job->allocation, out->placement);
    return 0;
}

const struct map_algorithm algorithm_cyclic = {
    .about = {
        .name = "cyclic",
        .summary = "ranks round robin over the nodes",
        .source = "Slurm's cyclic distribution",
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_cyclic,
};
