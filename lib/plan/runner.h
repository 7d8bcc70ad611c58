/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_RUNNER_H
#define PLAN_RUNNER_H

#include "plan/contest.h"

/* `auto`: choose the strategy for a contest's job, run its steps, and note in the plan its features
 * and what became of each step. */
int runner_run(struct contest *contest, struct topomap_error *error);

#endif
