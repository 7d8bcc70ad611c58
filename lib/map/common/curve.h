/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_CURVE_H
#define MAP_COMMON_CURVE_H

#include "map/map.h"

/*
 * Space-filling curves through the nodes of networks with coordinates. A curve gives each node a
 * key, by its coordinates, and ranks fill the nodes in ascending order of keys. So a box of any
 * shape is served by the curve of a larger box, and unallocated nodes are skipped.
 */
#define CURVE_KEY_SIZE (4 * NETWORK_MAX_DIMS)

_Static_assert(NETWORK_MAX_DIMS <= 8, "a level of a curve is one byte of the key");
_Static_assert(CURVE_KEY_SIZE >= 32, "a coordinate may have 32 binary digits, a byte each");

/* Writes the key of the node at the coordinates `at` [network->dims]: bytes, the most significant
 * one first, of CURVE_KEY_SIZE zeroed ones. `levels` is the number of binary digits of
 * coordinates. */
typedef void curve_key(const struct topomap_network *network, uint32_t levels, const uint32_t *at,
                       uint8_t *key);

/* The curves, each in the file of its algorithm; that of peano is zorder's. */
extern curve_key curve_sweep, curve_scan, curve_gray, curve_hilbert, curve_zorder;

/* The nodes of the allocation as the curve meets them, in order [allocation nodes]. Returns 0, or
 * -1 when memory runs out. Needs network->dims. */
int curve_order(const struct topomap_allocation *allocation, curve_key *curve, uint32_t *order,
                struct topomap_error *error);

/* Consecutive ranks along the curve. TOPOMAP_IMPOSSIBLE: nodes have no coordinates. */
int curve_map(const struct map_job *job, curve_key *curve, uint32_t *placement,
              struct topomap_error *error);

/* ---- parts of keys ----------------------------------------------------------------------- */

/* One coordinate as four bytes. */
static inline void curve_put(uint8_t *key, uint32_t coordinate)
{
    for (uint32_t i = 0; i < 4; i++)
        key[i] = (uint8_t)(coordinate >> (24 - 8 * i));
}

/* The binary digits of all coordinates at one level, that of the first one last. */
static inline uint32_t curve_digits(const uint32_t *at, uint32_t dims, uint32_t level)
{
    uint32_t digits = 0;

    for (uint32_t d = 0; d < dims; d++)
        digits |= (at[d] >> level & 1) << d;
    return digits;
}

/* The number with this Gray code, of up to NETWORK_MAX_DIMS digits. */
static inline uint32_t curve_gray_inverse(uint32_t code)
{
    for (uint32_t shift = 1; shift < NETWORK_MAX_DIMS; shift *= 2)
        code ^= code >> shift;
    return code;
}

#endif
