/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_CONTEST_H
#define PLAN_CONTEST_H

#include "plan/choice.h"
#include "plan/objective.h"
#include "plan/plan.h"
#include "plan/stage.h"

/* A placement of a contest. */
struct contestant {
    uint32_t *placement;          /* [ranks], on the stage */
    struct objective_score score; /* see contest_now: hop-bytes first; infinite: there is none */
    unsigned int hints;           /* see map_result */
    char name[CHOICE_SIZE];       /* what led to it */
};

/*
 * Placements that compete for a plan. Each becomes a candidate of the plan, and the best one its
 * placement. Among placements that the objective calls equal, and better than the layout, that with
 * the cheaper messages inside nodes is better, where the request has a node tree.
 */
struct contest {
    struct topomap_plan *plan;
    const struct map_job *job;     /* on nodes */
    const struct stage *stage;
    const struct objective *objective;
    bool replaces;                 /* the plan is the best of what is named, not the layout */
    struct objective_score best;   /* of plan->placement */
    double inside;                 /* of it, see stage_inside; below 0: not known yet */
    char best_name[CHOICE_SIZE];
    struct contestant now;         /* the latest one. Scores are hop-bytes first, even where the
                                    * busiest link counts: algorithms and swaps lower them */
    struct contestant shortest;    /* that with the best such score, where the busiest link
                                    * counts */
};

/* Fills plan->score_before and, with the layout, plan->placement. To be freed in any case. */
int contest_init(struct contest *contest, struct topomap_plan *plan, const struct map_job *job,
                 const struct stage *stage, const struct objective *objective,
                 struct topomap_error *error);
void contest_free(struct contest *contest);

/* Make the layout the latest placement. */
void contest_layout(struct contest *contest);

/* Put a placement where the latest one is, as the start of a refinement. */
void contest_begin(struct contest *contest, const struct contestant *from);

/* How much work a candidate may take. */
struct contest_work {
    enum topomap_effort effort;
    double share; /* of that of the effort */
    bool grouped; /* see map_job */
};

/* Run an algorithm, or refine the latest placement, as one more candidate. On failure of the
 * algorithm the candidate says why, until contest_drop forgets it. */
int contest_run(struct contest *contest, const struct choice *choice,
                const struct contest_work *work, struct topomap_error *error);
int contest_refine(struct contest *contest, const struct refinement *refinement,
                   const struct contest_work *work, struct topomap_error *error);
void contest_drop(struct contest *contest);

/* Fill the algorithm of the plan, its score and whether the layout was kept. */
int contest_end(const struct contest *contest, struct topomap_error *error);

#endif
