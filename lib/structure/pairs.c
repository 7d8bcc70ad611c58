/* SPDX-License-Identifier: BSD-3-Clause */
#include "structure/pairs.h"

#include "base/memory.h"

#include <stdlib.h>

#define FIRST_SIZE 256

void pairs_free(struct pairs *pairs)
{
    free(pairs->pair);
    *pairs = (struct pairs){0};
}

/* The entry of the pair, or the free one where it would go. */
static struct pair *find(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 32 | b;
    /* Only the upper 32 bits of the product depend on both numbers. */
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 36) & (pairs->size - 1);

    while (pairs->pair[at].count && (pairs->pair[at].a != a || pairs->pair[at].b != b))
        at = (at + 1) & (pairs->size - 1);
    return &pairs->pair[at];
}

static int grow(struct pairs *pairs)
{
    struct pairs larger = {.size = pairs->size ? pairs->size * 2 : FIRST_SIZE,
                           .used = pairs->used};

    larger.pair = array_new(larger.size, sizeof *larger.pair);
    if (!larger.pair)
        return -1;
    for (size_t i = 0; i < pairs->size; i++) {
        if (pairs->pair[i].count)
            *find(&larger, pairs->pair[i].a, pairs->pair[i].b) = pairs->pair[i];
    }
    free(pairs->pair);
    *pairs = larger;
    return 0;
}

int pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    struct pair *pair;

    if (pairs->used * 2 >= pairs->size && grow(pairs) < 0)
        return -1;
    pair = find(pairs, low, high);
    if (pair->count == 0) {
        *pair = (struct pair){low, high, 0};
        pairs->used++;
    }
    pair->count++;
    return 0;
}

uint32_t pairs_count(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->size == 0)
        return 0;
    return find(pairs, a < b ? a : b, a < b ? b : a)->count;
}
