/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --topomap-profile: record who sends how much to whom in a step. srun tells the nodes by a
 * variable SLURM_TOPOMAP_PROFILE,
 *
 *     1 JOB STEP MPI SAMPLE SLICE FILE
 *
 * and they have the recorder preloaded into the tasks; see topomap-profile(7).
 */
#ifndef PLUGIN_PROFILE_H
#define PLUGIN_PROFILE_H

#include "srun_launch.h"

#define PROFILE_VARIABLE "SLURM_TOPOMAP_PROFILE"

/* In srun, before the launch. What an outer step left in the environment is taken out of it. */
void profile_launch(spank_t spank, const struct local *local);

/* In srun, when all tasks have ended: join what ranks left that did not finalize, and say so; say
 * if there is no profile. */
void profile_finish(const struct settings *site);

/* On a node, as the user, before tasks are started. */
void profile_node(spank_t spank, const struct settings *site);

#endif
