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
    TUNING_NEAR_NODES,
    TUNING_SWAP_ROUNDS,
    TUNING_NEAR_PULL,
    TUNING_PASS_PATIENCE,
    TUNING_TEMPERATURE_RATIO,
    TUNING_PROBE,
    TUNING_PROBE_EACH,
    TUNING_FROZEN,
    TUNING_CONTENTS_HEAT,
    TUNING_CLUSTERS_HEAT,
    TUNING_RANKS_HEAT,
    TUNING_FAR,
    TUNING_SMALL_RANKS,
    TUNING_FEW_LOOKS,
    TUNING_GROUPED_WORK,
    TUNING_REGION_PASSES,
    TUNING_REGION_OFFERS,
    TUNING_REGION_PULL,
    TUNING_REGION_SLACK,
    TUNING_CUT_VERTICES,
    TUNING_COARSE,
    TUNING_CUT_PASSES,
    TUNING_CUT_PATIENCE,
    TUNING_CUT_PATIENCE_PART,
    TUNING_STALLED,
    TUNING_MATCH_ROUNDS,
    TUNING_EXCHANGE_PASSES,
    TUNING_SMALL_BISECTION,
    TUNING_KWAY_RANKS,
    TUNING_GOOD_WINDING,
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
