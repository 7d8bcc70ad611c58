/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/swap_memo.h"

#include "base/memory.h"

#include <stdlib.h>

/* Swaps kept for each unit, and of all: half a megabyte. */
#define EACH 64
#define MOST (1U << 14)

int swap_memo_init(struct swap_memo *memo, uint32_t units)
{
    size_t swaps = EACH;

    while (swaps < MOST && swaps < (size_t)EACH * units)
        swaps *= 2;
    *memo = (struct swap_memo){
        .swap = array_new(swaps, sizeof *memo->swap), .swaps = swaps, .arrangement = 1};
    return memo->swap ? 0 : -1;
}

void swap_memo_free(struct swap_memo *memo)
{
    free(memo->swap);
}
