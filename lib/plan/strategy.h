/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_STRATEGY_H
#define PLAN_STRATEGY_H

#include "plan/features.h"
#include "refine/refine.h"

#define STRATEGY_MAX_STEPS 32

/* Where a step starts from. Leaders are the best placements that no refinement has touched. */
enum strategy_source {
    STRATEGY_ALGORITHM, /* nothing: it runs an algorithm */
    STRATEGY_LEADER,    /* the leader number `leader`, 0 being the one to begin with */
    STRATEGY_FORESEEN,  /* the leader that is likely to be the best after swaps; it becomes the
                         * first one */
    STRATEGY_TRY,       /* the same as the step with `trial` that gave most */
    STRATEGY_SHORTEST,  /* the placement with the fewest hop-bytes so far, refined or not */
};

/* What a run has seen when a step is due. Steps depend on these. */
enum strategy_seen {
    SEEN_LATE = 1 << 0,            /* the time budget has passed */
    SEEN_NO_TIME = 1 << 1,         /* a partition would end too late */
    SEEN_NEAR_BOUND = 1 << 2,      /* a placement has hardly more hop-bytes than any must have */
    SEEN_OPTIMAL = 1 << 3,         /* it is proved that none has fewer */
    SEEN_FREE = 1 << 4,            /* the best score is 0 */
    SEEN_GOOD_GROUPS = 1 << 5,     /* see MAP_GOOD_GROUPS */
    SEEN_LOOSE_PARTITION = 1 << 6, /* a partition keeps hardly more bytes inside nodes than the
                                    * layout does */
    SEEN_NO_LEADER = 1 << 7,       /* there are not so many leaders */
    SEEN_BEHIND = 1 << 8,          /* the leader's score is above `within` times the first one's */
    SEEN_AT_REST = 1 << 9,         /* the first leader is the layout, which swaps hardly better */
    SEEN_CALM = 1 << 10,           /* swaps hardly better the first leader */
    SEEN_TRY_BEHIND = 1 << 11,     /* the best try's score is above `within` times the best one */
};

struct strategy_step {
    enum strategy_source source;
    const char *algorithm; /* of STRATEGY_ALGORITHM */
    unsigned int leader;   /* of STRATEGY_LEADER */
    const struct refinement *refinement; /* NULL: that of an algorithm or of a try */
    enum topomap_effort effort;
    double share;          /* of the work that this effort means */
    double within;         /* see SEEN_BEHIND and SEEN_TRY_BEHIND; 0: does not matter */
    bool grouped;          /* see map_job */
    bool trial;            /* a short try of what STRATEGY_TRY does at length */
    bool deep;             /* annealing gains less from its placement than from others as good */
    bool bounded;          /* its result may be near the bound: SEEN_NEAR_BOUND is looked at */
    bool partition;        /* it partitions the graph: SEEN_LOOSE_PARTITION is looked at */
    unsigned int when;     /* the step is taken only where all of these are seen, */
    unsigned int unless;   /* and none of these */
    const char *purpose;   /* why it is taken */
    const char *without;   /* why it is left out, whatever is seen; NULL: it is not */
};

struct strategy {
    struct strategy_step step[STRATEGY_MAX_STEPS];
    size_t steps;
};

/* What `auto` does for a job with such features: a pure function, whose steps depend on nothing but
 * its arguments and the tuned numbers. Steps of other efforts are not in it. */
void strategy_choose(const struct features *features, enum topomap_effort effort,
                     struct strategy *strategy);

/* Why a step is left out where this was seen (flags of enum strategy_seen); NULL: it is taken. */
const char *strategy_refuses(const struct strategy_step *step, unsigned int seen);

#endif
