/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"

#include <stdlib.h>

static int map_random_blocks(const struct map_job *job, struct map_result *out,
                             struct topomap_error *error)
{
    uint32_t ranks = job->graph->ranks, size, node = 0, room = job->allocation->tasks[0];
    uint32_t *block;
    uint32_t blocks;

    if (map_number(job, "random-blocks", &size, error) < 0)
        return -1;
    blocks = (ranks - 1) / size + 1;
    block = map_shuffled(job->seed, blocks);
    if (!block)
        return error_memory(error);
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t first = block[b] * size;

        for (uint32_t i = 0; i < size && i < ranks - first; i++, room--) {
            while (room == 0)
                room = job->allocation->tasks[++node];
            out->placement[first + i] = node;
        }
    }
    free(block);
    return 0;
}

const struct map_algorithm algorithm_random_blocks = {
    .about = {
        .name = "random-blocks",
        .parameter = ":N",
        .summary = "blocks of N consecutive ranks in random order fill one node after another "
                   "(seeded)",
        .source = SOURCE_HOT_SPOTS,
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_random_blocks,
};
