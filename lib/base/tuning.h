/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_TUNING_H
#define BASE_TUNING_H

#include "topomap_internal.h"

/*
 * All tuned numbers of planning and refinement, in one table. A number found by trial belongs here,
 * with its meaning. Limits of memory and work, and formulas, stand where they are used.
 */
enum tuning_id {
    TUNING_LARGE_JOB_RANKS,
    TUNING_HUGE_JOB_RANKS,
    TUNING_LEADER_BEHIND,
    TUNING_POOR_PARTITION,
    TUNING_REDUCED_WORK,
    TUNING_LOW_SWAP_GAIN,
    TUNING_NEGLIGIBLE_SWAP_GAIN,
    TUNING_TRIAL_WORK,
    TUNING_TRIAL_RANKS,
    TUNING_TRIAL_BEHIND,
    TUNING_NEAR_BOUND,
    TUNING_HANDICAP_AFTER_SWAPS,
    TUNING_HANDICAP_BEFORE_SWAPS,
    TUNING_PARTITION_SECONDS,
    TUNING_BEST_SECONDS,
    TUNING_UNPACED_SECONDS,
    TUNING_UNPACED_SECONDS_PER_RANK,
    TUNING_USABLE_TIME,
    TUNING_SWAP_WORK,
    TUNING_LEAST_SWAP_WORK,
    TUNING_MOST_SWAP_WORK,
    TUNING_NEAR_NODES,
    TUNING_NEAR_PULL,
    TUNING_PASS_PATIENCE,
    TUNING_CONTENTS_WORK,
    TUNING_NODES_WORK,
    TUNING_LARGE_CONTENTS_WORK,
    TUNING_CLUSTERS_WORK,
    TUNING_RANKS_WORK,
    TUNING_LEAST_ANNEALING_WORK,
    TUNING_DENSE_WORK,
    TUNING_DENSE_PART,
    TUNING_MOST_ANNEALING_WORK,
    TUNING_CLUSTER_LEVELS,
    TUNING_TEMPERATURES,
    TUNING_TEMPERATURE_CHOICES,
    TUNING_TEMPERATURE_RATIO,
    TUNING_PROBE_WORK,
    TUNING_MOST_PROBE_WORK,
    TUNING_SWAP_TRIES,
    TUNING_FROZEN_TEMPERATURES,
    TUNING_CONTENTS_TEMPERATURE,
    TUNING_DENSE_TEMPERATURE,
    TUNING_CLUSTERS_TEMPERATURE,
    TUNING_RANKS_TEMPERATURE,
    TUNING_WARM_TEMPERATURE,
    TUNING_HOT_TEMPERATURE,
    TUNING_FINAL_TEMPERATURE,
    TUNING_REHEAT_WORK,
    TUNING_REHEAT_MOST,
    TUNING_LARGE_DIAMETER,
    TUNING_SMALL_JOB_RANKS,
    TUNING_FEW_LOOKS,
    TUNING_GROUPED_WORK,
    TUNING_RELIEF_WORK,
    TUNING_RELIEF_MOST,
    TUNING_RELIEF_LEAST,
    TUNING_RELIEF_STAGES,
    TUNING_RELIEF_PRICE_STEP,
    TUNING_RELIEF_THRESHOLD_STEP,
    TUNING_RELIEF_FAILURES,
    TUNING_RELIEF_TRIES,
    TUNING_CUT_TRIES_VERTICES,
    TUNING_CUT_TRIES_LEAST,
    TUNING_CUT_TRIES_MOST,
    TUNING_REGION_PASSES,
    TUNING_REGION_PULL,
    TUNING_REGION_SLACK,
    TUNING_CUT_VERTICES,
    TUNING_COARSE_VERTICES,
    TUNING_CUT_PASSES,
    TUNING_CUT_PATIENCE,
    TUNING_CUT_PATIENCE_PART,
    TUNING_SMALL_BISECTION,
    TUNING_KWAY_RANKS,
    TUNING_HALVES_TOLERANCE,
    TUNING_RANGE_SAMPLES,
    TUNING_BOKHARI_WORK,
    TUNING_PACMAP_STARTS,
    TUNING_BOKHARI_JUMPS,
    TUNING_FOLDING_TOLERANCE,
    TUNING_PREDICTED,
    TUNING_GUIDED_WORK,
    TUNING_LEAST_GUIDED_WORK,
    TUNING_TIMED_RANKS,
    TUNING_WARM_PART,
    TUNING_WARM_MOST,
    TUNING_TIMED_RUNS,
    TUNING_TIMED_WORK,
    TUNING_TIMED_TEMPERATURES,
    TUNING_TIMED_SHARE,
    TUNING_TIMED_GUIDE,
    TUNING_DIGITS_WORK,
    TUNING_NUMBERS,
};

#define TUNING_EFFORTS 3

struct tuning_number {
    const char *name;
    const char *unit;
    double value[TUNING_EFFORTS]; /* by enum topomap_effort */
    double low, high;  /* range of sensible values */
    const char *means; /* its effect */
    const char *cases; /* bench cases most sensitive to it */
    const char *half;  /* effect on hop-bytes at effort default of half the value */
    const char *twice; /* and of twice the value, as `make bench-tuning` prints them: of quick
                        * cases and those named */
};

/* The bench compiles its own, writable table to try other values; the library's is read-only. */
#ifdef TUNING_WRITABLE
extern struct tuning_number tuning_numbers[TUNING_NUMBERS];
#else
extern const struct tuning_number tuning_numbers[TUNING_NUMBERS];
#endif

/* A number that is the same at all efforts. */
static inline double tuning(enum tuning_id id)
{
    return tuning_numbers[id].value[TOPOMAP_EFFORT_FAST];
}

static inline double tuning_at(enum tuning_id id, enum topomap_effort effort)
{
    return tuning_numbers[id].value[effort];
}

#endif
