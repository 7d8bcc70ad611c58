/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_PORTFOLIO_H
#define PLAN_PORTFOLIO_H

#include "plan/plan.h"

/*
 * Run the algorithms of the comma-separated list `algorithms` and leave the best placement in
 * plan->placement, which holds the layout at first and stays so unless something is strictly
 * better by `objective`. An algorithm is "auto" or what plan/choice.h reads; NULL stands for the
 * job's recipe alone, which runs first in any case, or "auto" where there is none. Fills
 * plan->candidate, ->algorithm, ->kept and both scores.
 */
int portfolio_run(struct topomap_plan *plan, struct map_job *job,
                  const struct objective *objective, const char *algorithms,
                  struct topomap_error *error);

#endif
