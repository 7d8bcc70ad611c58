/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/shared.h"

#include <string.h>

static int map_bisect(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    const uint32_t *shared = map_shared_bisection(job, error);

    if (!shared)
        return -1;
    memcpy(out->placement, shared, job->graph->ranks * sizeof *out->placement);
    return 0;
}

const struct map_algorithm algorithm_bisect = {
    .about = {
        .name = "bisect",
        .summary = "ranks and nodes bisected together, nodes across the longest side of their "
                   "coordinates or along the switch tree",
        .source = SOURCE_WU ", Algorithm 2",
        .needs = "any network",
        .complexity = "O(e log m + m log^2 m)",
    },
    .map = map_bisect,
};
