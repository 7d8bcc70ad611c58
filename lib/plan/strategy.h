/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_STRATEGY_H
#define PLAN_STRATEGY_H

#include "plan/features.h"
#include "refine/refine.h"

#define STRATEGY_MAX_STEPS 128

/* Where a step starts from. Leaders are the best unrefined placements. */
enum strategy_source {
    STRATEGY_ALGORITHM,  /* nowhere: the step runs an algorithm */
    STRATEGY_LEADER,     /* the leader of index `leader`; 0 is the first one */
    STRATEGY_PROMISING,  /* the leader that is likely to be best after swaps; it becomes the first
                          * one */
    STRATEGY_BEST_TRIAL, /* repeats the step with `trial` that had the best result */
    STRATEGY_SHORTEST,   /* the placement with the fewest hop-bytes so far, refined or not */
    STRATEGY_LATEST,     /* what the step before has found */
    STRATEGY_RELIEVED,   /* of those whose busiest links were relieved, the one of index `leader` by
                          * time */
    STRATEGY_BEST,       /* the placement with the best score so far, refined or not */
};

/* What has been seen when a step is due. Conditions of steps refer to these flags. */
enum strategy_seen {
    SEEN_LATE = 1 << 0,               /* the time budget has passed */
    SEEN_PARTITION_TOO_LATE = 1 << 1, /* a partition would end after the time budget */
    SEEN_NEAR_BOUND = 1 << 2,         /* a placement is near the lower bound of hop-bytes */
    SEEN_OPTIMAL = 1 << 3,            /* the best placement is proved to be optimal */
    SEEN_FREE = 1 << 4,               /* the best score is 0 */
    SEEN_GOOD_GROUPS = 1 << 5,        /* see MAP_GOOD_GROUPS */
    SEEN_POOR_PARTITION = 1 << 6,     /* a partition keeps hardly more bytes inside nodes than the
                                       * layout */
    SEEN_NO_LEADER = 1 << 7,          /* there are fewer leaders, or relieved ones, than that */
    SEEN_LEADER_BEHIND = 1 << 8,      /* its score is above `within` times the first leader's */
    SEEN_LAYOUT_STAYS = 1 << 9,       /* the first leader is the layout, and swaps gained next to
                                       * nothing */
    SEEN_LOW_SWAP_GAIN = 1 << 10,        /* swaps gained little on the first leader */
    SEEN_NO_TRIAL = 1 << 11,          /* no trial was made */
    SEEN_TRIALS_FRUITLESS = 1 << 12,  /* trials found the best placement again, or none near it */
    SEEN_TRIAL_BEHIND = 1 << 13,      /* the trials not repeated are behind the best one */
    SEEN_RELIEVED = 1 << 14,          /* the busiest links of where it starts were relieved */
    SEEN_LEFT_OUT = 1 << 15,          /* the step before was left out */
    SEEN_FRUITLESS = 1 << 16,         /* refinements of relieved placements found none better
                                       * than the best */
    SEEN_LITTLE_WORK = 1 << 17,       /* relief of busiest links would have hardly any work */
};

struct strategy_step {
    enum strategy_source source;
    const char *algorithm; /* of STRATEGY_ALGORITHM */
    unsigned int leader;   /* of STRATEGY_LEADER and STRATEGY_RELIEVED */
    const struct refinement *refinement; /* NULL: an algorithm, or STRATEGY_BEST_TRIAL */
    enum topomap_effort effort;
    double share;          /* part of the work of this effort */
    double within;         /* limit for SEEN_LEADER_BEHIND; 0: none */
    unsigned int draw;     /* of random numbers: a step that is taken again has another one */
    bool is_start;         /* see map_job */
    bool grouped;          /* see map_job */
    bool trial;            /* a short run, of which STRATEGY_BEST_TRIAL repeats the best */
    bool hard_to_refine;   /* annealing gains less from its placement than from others of the
                            * same score */
    bool bounded;          /* check SEEN_NEAR_BOUND after it */
    bool partition;        /* it partitions the graph: check SEEN_POOR_PARTITION after it */
    unsigned int when;     /* taken only if all of these are seen */
    unsigned int unless;   /* and none of these is */
    const char *purpose;   /* why it is taken */
    const char *without;   /* why the features rule it out; NULL: they do not */
};

/* When times are predicted of the placements that a guided search finds by hop-bytes. */
enum strategy_times {
    STRATEGY_TIMES_EACH,   /* of each, as soon as it has been found */
    STRATEGY_TIMES_SERIES, /* of the one with the fewest hop-bytes, when algorithms have run and
                            * after each series of refinements */
    STRATEGY_TIMES_LAST,   /* of that one, when all have been found */
};

struct strategy {
    struct strategy_step step[STRATEGY_MAX_STEPS];
    size_t steps;
    enum strategy_times times;
};

/* The strategy of `auto` for a job with these features: a pure function of its arguments and the
 * tuned numbers. It has the steps of this effort only; effort best those of effort default too,
 * before its own. */
void strategy_choose(const struct features *features, enum topomap_effort effort,
                     struct strategy *strategy);

/* The reason for leaving out a step after this was seen (flags of enum strategy_seen); NULL: it
 * is taken. STRATEGY_NO_REASON would be that of a flag whose reason is not in the table. */
#define STRATEGY_NO_REASON "what was seen does not ask for it"

const char *strategy_refuses(const struct strategy_step *step, unsigned int seen);

#endif
