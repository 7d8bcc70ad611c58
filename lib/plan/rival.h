/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_RIVAL_H
#define PLAN_RIVAL_H

#include "plan/choice.h"
#include "plan/objective.h"

#define RIVALS 3

/* One of the best placements that no refinement has touched. */
struct rival {
    uint32_t *placement; /* [ranks] */
    struct objective_score score;
    bool deep;   /* see map_algorithm */
    double gain; /* by swaps, as a part of the score */
    char name[CHOICE_SIZE];
};

/* None of the RIVALS has a placement yet, and their scores are infinite. Returns -1 when memory is
 * out; they are to be freed then, too. */
int rivals_init(struct rival *rivals, uint32_t ranks);
void rivals_free(struct rival *rivals);

/* Keep a copy of a placement if it is one of the best, and no other is as good: those are mostly
 * the same placement. The best is first. */
void rivals_challenge(struct rival *rivals, const uint32_t *placement, uint32_t ranks,
                      struct objective_score score, const char *name, bool deep);

/* By which factor a score of a rival, or of what swaps made of it, counts for more than it is where
 * that is chosen which is annealed; `vain`: partitions are. */
double rival_handicap(const struct rival *rival, bool vain);

void rivals_put_first(struct rival *rivals, size_t index);

/* Where partitions are in vain, put that first which is likely to be the best after swaps. */
void rivals_foresee(struct rival *rivals);

#endif
