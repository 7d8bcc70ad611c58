/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

static int map_inorder(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    (void)error;
    topomap_placement_block(job->allocation, out->placement);
    return 0;
}

const struct map_algorithm algorithm_inorder = {
    .about = {
        .name = "inorder",
        .summary = "consecutive ranks on one node after another, in allocation order",
        .source = "Slurm's block distribution",
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_inorder,
};
