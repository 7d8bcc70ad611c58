/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_PAIRS_H
#define STRUCTURE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* A table of counts by unordered pairs of distinct numbers below 2^32-1 (hashed, open
 * addressing). */
struct pair {
    uint32_t a; /* a < b */
    uint32_t b;
    uint32_t count; /* 0: a free place of the table */
};

struct pairs {
    struct pair *pair; /* [size]; free places have count 0 */
    size_t size;       /* a power of two, or 0 */
    size_t used;
};

/* Count a pair once more; -1 when memory is out. */
int pairs_add(struct pairs *pairs, uint32_t a, uint32_t b);

/* How often it was counted. */
uint32_t pairs_count(const struct pairs *pairs, uint32_t a, uint32_t b);

void pairs_free(struct pairs *pairs);

#endif
