/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/curve.h"

/* Every other line runs backwards; `line` is the parity of the lines before. */
void curve_scan(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                uint8_t *key)
{
    uint32_t line = 0;

    (void)levels;
    for (uint32_t d = network->dims; d-- > 0; key += 4) {
        uint32_t digit = line ? network->dim[d] - 1 - at[d] : at[d];

        curve_put(key, digit);
        line = (line * network->dim[d] + digit) & 1;
    }
}

static int map_scan(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return curve_map(job, curve_scan, out->placement, error);
}

const struct map_algorithm algorithm_scan = {
    .about = {
        .name = "scan",
        .summary = "consecutive ranks line by line, every other line backwards",
        .source = SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_scan,
};
