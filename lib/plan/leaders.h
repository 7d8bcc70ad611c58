/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_LEADERS_H
#define PLAN_LEADERS_H

#include "plan/contest.h"

#define LEADERS_MOST 4

/* The best placements. The best one comes first, until leaders_put_best_first or
 * leaders_put_promising_first orders them in another way. */
struct leaders {
    size_t room; /* how many are kept */
    struct leader {
        struct contestant placed; /* an infinite score: no placement */
        bool hard_to_refine; /* see strategy_step */
        double gain;         /* part of the score that the last series of refinements gained */
        struct objective_score refined; /* score after the current series of refinements; infinite:
                                         * not refined yet */
    } leader[LEADERS_MOST]; /* [room] */
};

/* Room for up to LEADERS_MOST. Returns -1 when memory runs out; leaders_free is due then, too. */
int leaders_init(struct leaders *leaders, size_t room, uint32_t ranks);
void leaders_free(struct leaders *leaders);

/* Keep a copy of a placement if it is among the best. One with the same score as a leader is
 * left out, as it is mostly the same placement. */
void leaders_offer(struct leaders *leaders, const struct contestant *placed, uint32_t ranks,
                   bool hard_to_refine);

/* Note the score after a leader was refined. */
void leaders_note_refined(struct leaders *leaders, size_t index, struct objective_score refined);

/* Order the leaders that were refined by their refined scores, before the others, and forget these
 * scores. Scores of leaders that are hard to refine count times `handicap`, here and below. */
void leaders_put_best_first(struct leaders *leaders, double handicap);

/* Put the leader first that is likely to be the best after swaps. */
void leaders_put_promising_first(struct leaders *leaders, double handicap);

#endif
