/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_EXPLAIN_H
#define PLAN_EXPLAIN_H

#include "base/json.h"
#include "plan/plan.h"

/* What `auto` knew of the job, and what became of each step of its strategy, as the member
 * "explain"; null where it did not run. topomap_plan_explain says the same to people. */
void explain_json(struct json *json, const struct topomap_plan *plan);

#endif
