/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/curve.h"

static int map_peano(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return curve_map(job, curve_zorder, out->placement, error);
}

const struct map_algorithm algorithm_peano = {
    .about = {
        .name = "peano",
        .summary = "the curve called peano in Mapping Matters; the same as zorder",
        .source = SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_peano,
};
