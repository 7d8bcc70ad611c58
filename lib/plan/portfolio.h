/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_PORTFOLIO_H
#define PLAN_PORTFOLIO_H

#include "plan/plan.h"
#include "plan/stage.h"

/*
 * Run the algorithms of a request on a job on nodes. The best placement ends in plan->placement, on
 * the stage. The layout stays there unless a placement is strictly better by `objective`. The list
 * has "auto" and names as plan/choice.h reads them. NULL: the job's recipe alone, or "auto" without
 * a recipe; a recipe always runs first. With a node tree, cheaper messages inside nodes decide
 * between placements that have equal scores and beat the layout. Fills plan->candidate,
 * ->algorithm, ->kept and both scores.
 */
int portfolio_run(struct topomap_plan *plan, const struct map_job *job,
                  const struct stage *stage, const struct objective *objective,
                  struct topomap_error *error);

#endif
