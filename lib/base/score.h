/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_SCORE_H
#define BASE_SCORE_H

#include <stdbool.h>

/* Sums of the same numbers in another order differ by less than this part of them. */
#define SCORE_ROUNDING 1e-12

/* Whether a value is at most another one, both at least 0; rounding does not count. */
static inline bool score_at_most(double value, double other)
{
    return value * (1 - SCORE_ROUNDING) <= other;
}

/* Whether two values, both at least 0, are the same but for rounding. */
static inline bool score_is_equal(double value, double other)
{
    return score_at_most(value, other) && score_at_most(other, value);
}

/* Whether a value is lower than another one, both at least 0; if only rounding tells them apart,
 * whether the tie is. */
static inline bool score_is_better(double value, double tie, double other, double other_tie)
{
    return value < other * (1 - SCORE_ROUNDING) ||
           (score_at_most(value, other) && tie < other_tie);
}

#endif
