/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_SWAP_MEMO_H
#define REFINE_SWAP_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is known of swaps of two units of the present arrangement. Annealing asks for a third of the
 * swaps again before it makes one. A swap that is forgotten is looked at again.
 */
struct swap_memo {
    struct known_swap {
        uint64_t units;       /* both, the lower one first */
        uint64_t arrangement; /* number of the one that this is known of */
        double change;        /* of the cost, or a lower bound of it */
        uint32_t work;        /* that it took to find */
        bool exact;
    } *swap;                  /* [swaps], hashed by units */
    size_t swaps;             /* a power of two */
    uint64_t arrangement;     /* number of the present one, counted from 1 */
};

/* For so many units. Returns -1 when memory runs out. */
int swap_memo_init(struct swap_memo *memo, uint32_t units);
void swap_memo_free(struct swap_memo *memo);

/* There is another arrangement, of which nothing is known. */
static inline void swap_memo_clear(struct swap_memo *memo)
{
    memo->arrangement++;
}

/* Where what is known of a swap stands; *known: whether something is. If not, `units` and
 * `arrangement` are set and the caller has to set the rest. */
static inline struct known_swap *swap_memo_find(struct swap_memo *memo, uint32_t a, uint32_t b,
                                                bool *known)
{
    uint64_t units = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    struct known_swap *swap =
        &memo->swap[(units * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (memo->swaps - 1)];

    *known = swap->units == units && swap->arrangement == memo->arrangement;
    swap->units = units;
    swap->arrangement = memo->arrangement;
    return swap;
}

#endif
