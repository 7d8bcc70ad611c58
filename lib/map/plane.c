/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* In each round every node of `list` [count] takes a block of ranks. Nodes with room left are in
 * the list of the next round. */
static void deal(const struct topomap_allocation *allocation, uint32_t block, uint32_t *list,
                 uint32_t count, uint32_t *placement)
{
    uint32_t rank = 0;

    for (uint32_t taken = 0; count > 0; taken += block) {
        uint32_t kept = 0;

        for (uint32_t i = 0; i < count; i++) {
            uint32_t node = list[i];
            uint32_t room = allocation->tasks[node] - taken;

            for (uint32_t k = 0; k < room && k < block; k++)
                placement[rank++] = node;
            if (room > block)
                list[kept++] = node;
        }
        count = kept;
    }
}

static int map_plane(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    const struct topomap_allocation *allocation = job->allocation;
    uint32_t block, count = 0;
    uint32_t *list;

    if (map_number(job, "plane", &block, error) < 0)
        return -1;
    list = array_raw(allocation->nodes, sizeof *list);
    if (!list)
        return error_memory(error);
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (allocation->tasks[node] > 0)
            list[count++] = node;
    }
    deal(allocation, block, list, count, out->placement);
    free(list);
    return 0;
}

const struct map_algorithm algorithm_plane = {
    .about = {
        .name = "plane",
        .parameter = ":N",
        .summary = "blocks of N ranks round robin over the nodes that have room",
        .source = "Slurm's plane distribution",
        .needs = "any network",
        .complexity = "O(n + m)",
    },
    .map = map_plane,
};
