/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The site's policy for the current step. */
#ifndef PLUGIN_SRUN_POLICY_H
#define PLUGIN_SRUN_POLICY_H

#include "srun_launch.h"
#include "wire/ruling.h"

/*
 * Ask the planner once what the policy says of the step, and put the answer into local->ruling and
 * local->site. It costs nothing without a policy, or for a single task that is not recorded. If the
 * policy cannot be used topomap is switched off, as the policy might say just that. A policy that
 * is not trusted is ignored.
 */
void policy_rule(spank_t spank, struct local *local);

/* The same for a step that does not exist, of which no more is known than `facts`. */
void policy_rule_facts(const struct wire_facts *facts, struct local *local);

#endif
