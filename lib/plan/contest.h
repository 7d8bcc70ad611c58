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
    struct objective_score score; /* hop-bytes first, see contest.now; infinite: there is no
                                   * placement */
    bool exact;                   /* the score is known: the time in it is no lower bound */
    unsigned int hints;           /* see map_result */
    char name[CHOICE_SIZE];       /* the algorithm and refinements that made it */
};

/*
 * Placements that compete for a plan. Each is a candidate of the plan, and the best one becomes its
 * placement. With a node tree, cheaper messages inside nodes decide between placements that have
 * equal scores and beat the layout.
 */
struct contest {
    struct topomap_plan *plan;
    const struct map_job *job;     /* on nodes */
    const struct stage *stage;
    const struct objective *objective;
    bool replaces;                 /* the best named placement is the plan, even if the layout is
                                    * better */
    bool watches;                  /* nor is it one that takes longer than the layout */
    struct objective_score best;   /* of plan->placement */
    bool guided;                   /* times are predicted of promising placements alone */
    bool brief;                    /* and of no placement further than is needed to know that it is
                                    * not the best one */
    bool deferred;                 /* those are left to contest_settle, but for placements that
                                    * were searched for by links */
    double found;                  /* seconds of what the latest refinement found, as it predicted
                                    * them; 0: it did not */
    double inside;                 /* cost inside nodes of the best placement, see stage_inside;
                                    * below 0: not known yet */
    char best_name[CHOICE_SIZE];
    struct contestant now;         /* the latest placement. Its score has hop-bytes first, even
                                    * where the busiest link counts, as algorithms and swaps
                                    * minimize hop-bytes */
    struct contestant shortest;    /* the placement with the fewest hop-bytes, where the busiest
                                    * link counts */
};

/* Fills plan->score_before, and plan->placement with the layout. contest_free is due after
 * failures too. */
int contest_init(struct contest *contest, struct topomap_plan *plan, const struct map_job *job,
                 const struct stage *stage, const struct objective *objective,
                 struct topomap_error *error);
void contest_free(struct contest *contest);

/* Make the layout the latest placement. */
void contest_layout(struct contest *contest);

/* Make a placement the latest one, as the start of a refinement. */
void contest_begin(struct contest *contest, const struct contestant *from);

/* The same with the best placement. */
void contest_begin_best(struct contest *contest);

/* How much work a candidate may take. */
struct contest_work {
    enum topomap_effort effort;
    double share;      /* part of the work of that effort */
    unsigned int draw; /* of random numbers; 0: those of the job */
    bool is_start;     /* see map_job */
    bool grouped;      /* see map_job */
    uint64_t most;     /* see map_job.most_work */
};

/* Run an algorithm, or refine the latest placement, as a new candidate. If it fails, the
 * candidate holds the reason until contest_drop removes it. */
int contest_run(struct contest *contest, const struct choice *choice,
                const struct contest_work *work, struct topomap_error *error);
int contest_refine(struct contest *contest, const struct refinement *refinement,
                   const struct contest_work *work, struct topomap_error *error);
void contest_drop(struct contest *contest);

/* Predict the time of the placement with the fewest hop-bytes, where that was put off; of the
 * `last` one all metrics are told. */
int contest_settle(struct contest *contest, bool last, struct topomap_error *error);

/* Fill the plan's algorithm, its score and whether the layout was kept. */
int contest_end(struct contest *contest, struct topomap_error *error);

#endif
