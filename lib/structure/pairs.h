/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_PAIRS_H
#define STRUCTURE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* A hash table of counts for unordered pairs of distinct numbers below 2^32-1, with open
 * addressing. */
struct pair {
    uint32_t a; /* a < b */
    uint32_t b;
    uint32_t count; /* 0: the entry is free */
};

struct pairs {
    struct pair *pair; /* [size] */
    size_t size;       /* a power of two, or 0 */
    size_t used;
};

/* Add one to the count of a pair; -1 when memory runs out. */
int pairs_add(struct pairs *pairs, uint32_t a, uint32_t b);

/* The count of a pair. */
uint32_t pairs_count(const struct pairs *pairs, uint32_t a, uint32_t b);

void pairs_free(struct pairs *pairs);

#endif
