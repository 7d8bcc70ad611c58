/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_TUNING_H
#define BASE_TUNING_H

#include <stddef.h>

/*
 * The tuned numbers of planning and refinement in one table. A number found by trying stands here,
 * with its meaning. Limits of memory and work, and formulas, stand where they are used.
 */
enum tuning_id {
    TUNING_LARGE_RANKS,
    TUNING_HUGE_RANKS,
    TUNING_BEHIND,
    TUNING_BEHIND_ON_TREE,
    TUNING_LOOSE,
    TUNING_LESS_WORK,
    TUNING_CALM,
    TUNING_AT_REST,
    TUNING_TRY_SHARE,
    TUNING_TRY_BEHIND,
    TUNING_NEAR_BOUND,
    TUNING_SWAPPED_HANDICAP,
    TUNING_PLAIN_HANDICAP,
    TUNING_PARTITION_SECONDS,
    TUNING_BEST_SECONDS,
    TUNING_NUMBERS,
};

struct tuning_number {
    const char *name;
    const char *unit;
    double value;
    double low, high;  /* range of sensible values */
    const char *means; /* its effect */
    const char *cases; /* bench cases that are most sensitive to it */
    const char *half;  /* effect of half of it on hop-bytes at effort default, */
    const char *twice; /* and of double, as `make bench-tuning` prints it: of quick cases, and of
                        * others named */
};

/* The bench compiles a table of its own, to try other values; the library's is read-only. */
#ifdef TUNING_WRITABLE
extern struct tuning_number tuning_numbers[TUNING_NUMBERS];
#else
extern const struct tuning_number tuning_numbers[TUNING_NUMBERS];
#endif

static inline double tuning(enum tuning_id id)
{
    return tuning_numbers[id].value;
}

#endif
