/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/curve.h"

/*
 * The interleaved digits of the Gray codes of the coordinates are the Gray code of the key. The
 * published curve steps along the first dimension first, then the last, the last but one, and so
 * on.
 */
void curve_gray(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                uint8_t *key)
{
    uint32_t all = (1U << network->dims) - 1;
    uint32_t above = 0;
    uint32_t odd = 0; /* all ones if the last digit of the level above is one */

    for (uint32_t level = levels; level-- > 0; key++) {
        uint32_t digits = at[0] >> level & 1;

        for (uint32_t d = 1; d < network->dims; d++)
            digits |= (at[d] >> level & 1) << (network->dims - d);
        *key = (uint8_t)(curve_gray_inverse(digits ^ above) ^ odd);
        odd = *key & 1 ? all : 0;
        above = digits;
    }
}

static int map_gray(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return curve_map(job, curve_gray, out->placement, error);
}

const struct map_algorithm algorithm_gray = {
    .about = {
        .name = "gray",
        .summary = "consecutive ranks along the Gray-coded curve",
        .source = "Faloutsos: Gray codes for partial match and range queries, IEEE TSE 14(10), "
                  "1988; as in "
                  SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_gray,
};
