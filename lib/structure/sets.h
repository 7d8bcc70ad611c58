/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_SETS_H
#define STRUCTURE_SETS_H

#include "base/memory.h"

#include <stddef.h>
#include <stdint.h>

/* Disjoint sets of the numbers 0..count-1: an array that leads from each number towards the lowest
 * one of its set. Inline because whole graphs go through it. */

/* Each number alone in its set; NULL when memory is out. */
static inline uint32_t *sets_new(uint32_t count)
{
    uint32_t *set = array_raw(count, sizeof *set);

    for (uint32_t i = 0; set && i < count; i++)
        set[i] = i;
    return set;
}

/* The lowest number of the set that `i` is in. */
static inline uint32_t sets_find(uint32_t *set, uint32_t i)
{
    while (set[i] != i) {
        set[i] = set[set[i]];
        i = set[i];
    }
    return i;
}

/* Returns 1 if the two were apart, else 0. */
static inline uint32_t sets_unite(uint32_t *set, uint32_t a, uint32_t b)
{
    a = sets_find(set, a);
    b = sets_find(set, b);
    set[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

#endif
