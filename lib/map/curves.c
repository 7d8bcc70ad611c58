/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Space-filling curves. Each gives a node a key by its coordinates; ranks fill the nodes in
 * ascending order of keys. So a curve of the smallest box that it is made for serves boxes of any
 * shape, and nodes that are not allocated are just skipped.
 */
#include "map/curves.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/algorithms.h"
#include "map/common/fill.h"

#include <stdlib.h>
#include <string.h>

#define KEY_SIZE (4 * NETWORK_MAX_DIMS)

/* Where a node lies on the curve: bytes, the most significant one first. */
struct place {
    uint8_t key[KEY_SIZE];
    uint32_t node; /* of the allocation */
};

/* Writes the key of the place `at`. `levels` is the number of binary digits of coordinates. */
typedef void curve_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                   uint8_t *key);

_Static_assert(NETWORK_MAX_DIMS <= 8, "a level of a curve is one byte of the key");
_Static_assert(KEY_SIZE >= 32, "a coordinate may have 32 binary digits, a byte of the key each");

static int compare(const void *a, const void *b)
{
    const struct place *x = a;
    const struct place *y = b;
    int order = memcmp(x->key, y->key, sizeof x->key);

    return order ? order : (x->node > y->node) - (x->node < y->node);
}

/* ---- line by line ------------------------------------------------------------------------ */

static void put_digit(uint8_t *key, uint32_t digit)
{
    for (uint32_t i = 0; i < 4; i++)
        key[i] = (uint8_t)(digit >> (24 - 8 * i));
}

static void sweep_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                      uint8_t *key)
{
    (void)levels;
    for (uint32_t d = network->dims; d-- > 0; key += 4)
        put_digit(key, at[d]);
}

/* Every other line runs backwards; `line` is the parity of the lines before. */
static void scan_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                     uint8_t *key)
{
    uint32_t line = 0;

    (void)levels;
    for (uint32_t d = network->dims; d-- > 0; key += 4) {
        uint32_t digit = line ? network->dim[d] - 1 - at[d] : at[d];

        put_digit(key, digit);
        line = (line * network->dim[d] + digit) & 1;
    }
}

/* ---- level by level: binary digits of all coordinates together --------------------------- */

static uint32_t digits_of(const uint32_t *at, uint32_t dims, uint32_t level)
{
    uint32_t digits = 0;

    for (uint32_t d = 0; d < dims; d++)
        digits |= (at[d] >> level & 1) << d;
    return digits;
}

static uint32_t gray(uint32_t number)
{
    return number ^ number >> 1;
}

static uint32_t gray_inverse(uint32_t code)
{
    for (uint32_t shift = 1; shift < NETWORK_MAX_DIMS; shift *= 2)
        code ^= code >> shift;
    return code;
}

static void morton_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                       uint8_t *key)
{
    for (uint32_t level = levels; level-- > 0; key++)
        *key = (uint8_t)digits_of(at, network->dims, level);
}

/*
 * The interleaved digits of the Gray codes of the coordinates are the Gray code of the key. The
 * published curve takes its first step along the first dimension, and turns from there to the last
 * one, the last but one, and so on.
 */
static void gray_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                     uint8_t *key)
{
    uint32_t all = (1U << network->dims) - 1;
    uint32_t above = 0;
    uint32_t odd = 0; /* all ones if the last digit of the level above is one */

    for (uint32_t level = levels; level-- > 0; key++) {
        uint32_t digits = at[0] >> level & 1;

        for (uint32_t d = 1; d < network->dims; d++)
            digits |= (at[d] >> level & 1) << (network->dims - d);
        *key = (uint8_t)(gray_inverse(digits ^ above) ^ odd);
        odd = *key & 1 ? all : 0;
        above = digits;
    }
}

static uint32_t rotate(uint32_t digits, uint32_t by, uint32_t dims)
{
    by %= dims;
    return (digits << by | digits >> (dims - by)) & ((1U << dims) - 1);
}

/* Along which dimension, counted from its own first one, the curve of a subcube ends. */
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

/* Where a subcube is entered: the corner next to the exit of the subcube before. */
static uint32_t hilbert_entry(uint32_t subcube)
{
    return subcube ? gray((subcube - 1) / 2 * 2) : 0;
}

/* The curve leaves the origin along the second dimension, as the published mappings do. */
static void hilbert_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
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
        uint32_t digits = digits_of(place, dims, level) ^ entry;
        uint32_t subcube = gray_inverse(rotate(digits, dims - turn, dims));

        *key = (uint8_t)subcube;
        entry ^= rotate(hilbert_entry(subcube), turn, dims);
        turn = (turn + hilbert_direction(subcube, dims) + 1) % dims;
    }
}

/* ---- along a curve ----------------------------------------------------------------------- */

static uint32_t levels_of(const struct topomap_network *network)
{
    uint32_t levels = 0;

    for (uint32_t d = 0; d < network->dims; d++) {
        while (levels < 32 && (network->dim[d] - 1) >> levels)
            levels++;
    }
    return levels;
}

static curve_key *const keys[CURVES] = {
    [CURVE_SWEEP] = sweep_key,     [CURVE_SCAN] = scan_key,     [CURVE_GRAY] = gray_key,
    [CURVE_HILBERT] = hilbert_key, [CURVE_ZORDER] = morton_key,
};

int curve_order(const struct topomap_allocation *allocation, enum curve curve, uint32_t *order,
                struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    struct place *places = array_new(allocation->nodes, sizeof *places);
    uint32_t levels = levels_of(network);

    if (!places)
        return error_memory(error);
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        int32_t coordinates[NETWORK_MAX_DIMS];
        uint32_t at[NETWORK_MAX_DIMS];

        network->ops->coordinates(network, allocation->node[node], coordinates);
        for (uint32_t d = 0; d < network->dims; d++)
            at[d] = (uint32_t)coordinates[d];
        places[node].node = node;
        keys[curve](network, levels, at, places[node].key);
    }
    qsort(places, allocation->nodes, sizeof *places, compare);
    for (uint32_t i = 0; i < allocation->nodes; i++)
        order[i] = places[i].node;
    free(places);
    return 0;
}

static int map_along(const struct map_job *job, enum curve curve, uint32_t *placement,
                     struct topomap_error *error)
{
    const struct topomap_allocation *allocation = job->allocation;
    uint32_t *order;
    int result;

    if (allocation->network->dims == 0)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "nodes of a %s network have no coordinates",
                         allocation->network->ops->kind);
    order = array_raw(allocation->nodes, sizeof *order);
    if (!order)
        return error_memory(error);
    result = curve_order(allocation, curve, order, error);
    if (result == 0)
        map_fill(allocation, order, placement);
    free(order);
    return result;
}

static int map_sweep(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return map_along(job, CURVE_SWEEP, out->placement, error);
}

static int map_scan(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return map_along(job, CURVE_SCAN, out->placement, error);
}

static int map_gray(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return map_along(job, CURVE_GRAY, out->placement, error);
}

static int map_hilbert(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    return map_along(job, CURVE_HILBERT, out->placement, error);
}

static int map_zorder(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    return map_along(job, CURVE_ZORDER, out->placement, error);
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

const struct map_algorithm algorithm_scan = {
    .about = {
        .name = "scan",
        .summary = "consecutive ranks line by line, to and fro",
        .source = SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_scan,
};

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

const struct map_algorithm algorithm_peano = {
    .about = {
        .name = "peano",
        .summary = "the curve published as peano with Mapping Matters: that of zorder",
        .source = SOURCE_MAPPING_MATTERS,
        .needs = "coordinates",
        .requirements = TOPOMAP_REQUIRES_COORDINATES,
        .complexity = "O(n + m log m)",
    },
    .map = map_zorder,
};

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
