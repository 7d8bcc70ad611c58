/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/curve.h"

void curve_sweep(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                 uint8_t *key)
{
    (void)levels;
    for (uint32_t d = network->dims; d-- > 0; key += 4)
        curve_put(key, at[d]);
}

static int map_sweep(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return curve_map(job, curve_sweep, out->placement, error);
}

const struct map_algorithm algorithm_sweep = {
    .about = {
        .name = "sweep",
        .summary = "consecutive ranks line by line, each line from its beginning",
        .source = SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_sweep,
};
