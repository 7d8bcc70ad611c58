/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_TUNING_H
#define BASE_TUNING_H

#include <stddef.h>

/*
 * The tuned numbers of planning and refinement, all in one table. A number that was found by trying
 * stands there, with what it means; limits of memory and formulas that follow from something else
 * stand where they are used.
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
    double low, high;  /* what makes sense */
    const char *means; /* what the number decides */
    const char *cases; /* of the bench, that feel it most */
    const char *half;  /* what half of the number does to hop-bytes at effort default, */
    const char *twice; /* and double, as `make bench-tuning` prints: of quick cases, and others */
};

/* A bench compiles the table by itself, to try other values; the library's cannot be written. */
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
