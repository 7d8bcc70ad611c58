/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_EXPLAIN_H
#define PLAN_EXPLAIN_H

#include "base/json.h"
#include "plan/plan.h"

/* The features of the job and the outcome of each step of `auto`, as the member "explain"; null
 * if `auto` did not run. topomap_plan_explain is the same as text. */
void explain_json(struct json *json, const struct topomap_plan *plan);

#endif
