/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_LEADERS_H
#define PLAN_LEADERS_H

#include "plan/contest.h"

#define LEADERS 3

/* The best placements that no refinement has touched; the best one is the first, until another one
 * is chosen. */
struct leaders {
    struct leader {
        struct contestant placed; /* an infinite score: there is none */
        bool deep;    /* see strategy_step */
        double gain;  /* by the refinements before the latest choice, as a part of the score */
        struct objective_score led; /* what that led to; infinite: there was none */
    } leader[LEADERS];
};

/* Returns -1 when memory is out; they are to be freed then, too. */
int leaders_init(struct leaders *leaders, uint32_t ranks);
void leaders_free(struct leaders *leaders);

/* Keep a copy of a placement if it is one of the best, and no other is as good: those are mostly
 * the same placement. */
void leaders_offer(struct leaders *leaders, const struct contestant *placed, uint32_t ranks,
                   bool deep);

/* Note what the refinement of a leader led to. */
void leaders_note(struct leaders *leaders, size_t index, struct objective_score led);

/* Put that first which the latest refinements led furthest, if there were any, and forget what they
 * led to. Scores of deep leaders count for `handicap` times what they are, as in what follows. */
void leaders_choose(struct leaders *leaders, double handicap);

/* Put that first which is likely to be the best after swaps. */
void leaders_foresee(struct leaders *leaders, double handicap);

#endif
