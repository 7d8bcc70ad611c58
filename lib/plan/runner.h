/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_RUNNER_H
#define PLAN_RUNNER_H

#include "plan/contest.h"

/* Run `auto`: choose the strategy for a contest's job, run its steps, and record features and
 * outcomes of steps in the plan. */
int runner_run(struct contest *contest, struct topomap_error *error);

#endif
