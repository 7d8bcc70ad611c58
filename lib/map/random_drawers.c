/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/fill.h"
#include "map/common/level_units.h"

#include <stdlib.h>

/* Fill the nodes unit by unit, in random order of units. `start` has count + 1 zeroed elements. */
static int fill_units(const struct map_job *job, const uint32_t *unit, uint32_t count,
                      uint32_t *start, uint32_t *order, uint32_t *placement)
{
    uint32_t nodes = job->allocation->nodes;
    uint32_t *rank_of = map_shuffled(job->seed, count);

    if (!rank_of)
        return -1;
    for (uint32_t node = 0; node < nodes; node++)
        start[rank_of[unit[node]] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        start[i + 1] += start[i];
    for (uint32_t node = 0; node < nodes; node++)
        order[start[rank_of[unit[node]]]++] = node;
    map_fill(job->allocation, order, placement);
    free(rank_of);
    return 0;
}

static int map_random_drawers(const struct map_job *job, struct map_result *out,
                              struct topomap_error *error)
{
    uint32_t nodes = job->allocation->nodes;
    uint32_t *work = array_new(3 * (size_t)nodes + 1, sizeof *work);
    uint32_t level = 1, count;
    int result = work ? 0 : error_memory(error);

    if (result == 0 && job->parameter)
        result = map_number(job, "random-drawers", &level, error);
    if (result == 0)
        result = level_units_find(job->allocation, level, work, &count, error);
    if (result == 0 && fill_units(job, work, count, work + 2 * (size_t)nodes, work + nodes,
                                  out->placement) < 0)
        result = error_memory(error);
    free(work);
    return result;
}

const struct map_algorithm algorithm_random_drawers = {
    .about = {
        .name = "random-drawers",
        .parameter = "[:LEVEL]",
        .summary = "the same, nodes of a drawer (switch, supernode, plane: by LEVEL) together, "
                   "drawers in random order",
        .source = SOURCE_HOT_SPOTS,
        .needs = "a tree of switches or coordinates",
        .requirements = TOPOMAP_REQUIRES_UNITS,
        .complexity = "O(n + m log m)",
    },
    .map = map_random_drawers,
};
