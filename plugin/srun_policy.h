/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The site's policy for the step at hand. */
#ifndef PLUGIN_SRUN_POLICY_H
#define PLUGIN_SRUN_POLICY_H

#include "srun_launch.h"

/*
 * Ask the planner what the policy says of the step, once, and put it into local->ruling and
 * local->site. Without a policy, or for a single task, this costs nothing. Where the policy cannot
 * be used topomap is switched off: it may say so. One that is not to be trusted says nothing.
 */
void policy_rule(spank_t spank, struct local *local);

#endif
