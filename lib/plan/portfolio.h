/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_PORTFOLIO_H
#define PLAN_PORTFOLIO_H

#include "plan/plan.h"
#include "plan/stage.h"

/*
 * Run the algorithms that a request lists and leave the best placement, on the stage, in
 * plan->placement, which holds the layout at first and stays so unless something is strictly better
 * by `objective`. The job is one on nodes. An
 * algorithm is "auto" or what plan/choice.h reads; NULL stands for the job's recipe alone, which
 * runs first in any case, or "auto" where there is none. Of placements that the objective calls
 * equal, and better than the layout, that with the cheaper messages inside nodes is better, where
 * the request has a node tree. Fills plan->candidate, ->algorithm, ->kept and both scores.
 */
int portfolio_run(struct topomap_plan *plan, const struct map_job *job,
                  const struct stage *stage, const struct objective *objective,
                  struct topomap_error *error);

#endif
