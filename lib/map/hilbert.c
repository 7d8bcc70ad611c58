/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/curve.h"

#include <string.h>

static uint32_t rotate(uint32_t digits, uint32_t by, uint32_t dims)
{
    by %= dims;
    return (digits << by | digits >> (dims - by)) & ((1U << dims) - 1);
}

/* The dimension in which the curve of a subcube ends, counted from the subcube's own first one. */
static uint32_t hilbert_direction(uint32_t subcube, uint32_t dims)
{
    uint32_t odd = subcube & 1 ? subcube : subcube - 1;
    uint32_t ones = 0;

    if (subcube == 0)
        return 0;
    for (; odd & 1; odd >>= 1)
        ones++;
    return ones % dims;
}

static uint32_t gray(uint32_t number)
{
    return number ^ number >> 1;
}

/* The corner where the curve enters a subcube, next to the exit of the one before. */
static uint32_t hilbert_entry(uint32_t subcube)
{
    return subcube ? gray((subcube - 1) / 2 * 2) : 0;
}

/* The curve leaves the origin along the second dimension, as the published mappings do. */
void curve_hilbert(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                   uint8_t *key)
{
    uint32_t dims = network->dims;
    uint32_t entry = 0;
    uint32_t turn = 0; /* the dimension of the first step */
    uint32_t place[NETWORK_MAX_DIMS];

    memcpy(place, at, dims * sizeof *at);
    if (dims > 1) {
        place[0] = at[1];
        place[1] = at[0];
    }
    for (uint32_t level = levels; level-- > 0; key++) {
        uint32_t digits = curve_digits(place, dims, level) ^ entry;
        uint32_t subcube = curve_gray_inverse(rotate(digits, dims - turn, dims));

        *key = (uint8_t)subcube;
        entry ^= rotate(hilbert_entry(subcube), turn, dims);
        turn = (turn + hilbert_direction(subcube, dims) + 1) % dims;
    }
}

static int map_hilbert(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    return curve_map(job, curve_hilbert, out->placement, error);
}

const struct map_algorithm algorithm_hilbert = {
    .about = {
        .name = "hilbert",
        .summary = "consecutive ranks along Hilbert's curve",
        .source = "Hamilton, Rau-Chaplin: Compact Hilbert indices, IPL 105(5), 2008; oriented "
                  "as in "
                  SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_hilbert,
};
