/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs in sbatch and salloc before the job is submitted, and in srun before a step is created. */
#ifndef PLUGIN_SRUN_SUBMISSION_H
#define PLUGIN_SRUN_SUBMISSION_H

#include "srun_launch.h"

/*
 * Warn of options that no step could use: a graph, recipe or coordinates that cannot be read, what
 * is neither a file nor a pattern, wrong keys. What only the planner knows is left to the launch,
 * and so are variables, which may be meant for another folder. Nothing is refused. If nothing is
 * wrong, srun --test-only plans, see srun_trial.h.
 */
void submission_check(struct local *local);

/*
 * End srun if it runs in a job, and the step is heterogeneous but must be placed: when its
 * components exist, nothing but their launch ends all of them, and only one learns from the
 * environment that it is refused.
 */
void submission_refuse_parts(const struct local *local);

#endif
