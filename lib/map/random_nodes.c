/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "map/common/fill.h"

#include <stdlib.h>

static int map_random_nodes(const struct map_job *job, struct map_result *out,
                            struct topomap_error *error)
{
    uint32_t *order = map_shuffled(job->seed, job->allocation->nodes);

    if (!order)
        return error_memory(error);
    map_fill(job->allocation, order, out->placement);
    free(order);
    return 0;
}

const struct map_algorithm algorithm_random_nodes = {
    .about = {
        .name = "random-nodes",
        .summary = "consecutive ranks on one node after another, nodes in random order "
                   "(seeded)",
        .source = SOURCE_HOT_SPOTS,
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_random_nodes,
};
