/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/curve.h"

void curve_zorder(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                  uint8_t *key)
{
    for (uint32_t level = levels; level-- > 0; key++)
        *key = (uint8_t)curve_digits(at, network->dims, level);
}

static int map_zorder(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    return curve_map(job, curve_zorder, out->placement, error);
}

const struct map_algorithm algorithm_zorder = {
    .about = {
        .name = "zorder",
        .summary = "consecutive ranks along Morton's curve: binary digits of coordinates "
                   "interleaved",
        .source = "Morton: A computer oriented geodetic data base, IBM, 1966",
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_zorder,
};
