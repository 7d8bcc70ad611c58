/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plan of srun --test-only, which launches nothing. */
#ifndef PLUGIN_SRUN_TRIAL_H
#define PLUGIN_SRUN_TRIAL_H

#include "srun_launch.h"

/* Whether this process is srun --test-only. */
bool trial_is_one(void);

/*
 * Print where the ranks would go if the step started now. Slurm tells the likely nodes only to srun
 * itself, after all plugins had their turn, so a second srun --test-only asks first. What it takes
 * counts towards the deadline. One line says why there is no plan.
 */
void trial_plan(struct local *local, struct wish *wish);

/* Whether this is that second srun, in which topomap has nothing to say. */
bool trial_is_second(void);

#endif
