/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_SETS_H
#define STRUCTURE_SETS_H

#include "base/memory.h"

#include <stddef.h>
#include <stdint.h>

/* Disjoint sets of the numbers 0..count-1 (union-find): an array in which each number points
 * towards the lowest one of its set. Inline because all edges of a graph go through it. */

/* A set for each number alone; NULL when memory runs out. */
static inline uint32_t *sets_new(uint32_t count)
{
    uint32_t *set = array_raw(count, sizeof *set);

    for (uint32_t i = 0; set && i < count; i++)
        set[i] = i;
    return set;
}

/* The lowest number in the set of `i`. */
static inline uint32_t sets_find(uint32_t *set, uint32_t i)
{
    while (set[i] != i) {
        set[i] = set[set[i]];
        i = set[i];
    }
    return i;
}

/* Unite the sets of two numbers. Returns 1 if they were different sets, else 0. */
static inline uint32_t sets_unite(uint32_t *set, uint32_t a, uint32_t b)
{
    a = sets_find(set, a);
    b = sets_find(set, b);
    set[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

#endif
