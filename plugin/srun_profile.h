/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --topomap-profile in srun: record who sends how much to whom in a step. srun names the profile
 * and tells the nodes; see profile_text.h and topomap-profile(7).
 */
#ifndef PLUGIN_SRUN_PROFILE_H
#define PLUGIN_SRUN_PROFILE_H

#include "srun_launch.h"

/* Before the launch. What an outer step left in the environment is taken out of it. */
void profile_launch(spank_t spank, const struct local *local);

/* When all tasks have ended: join what ranks left that did not finalize, and say so; say if there
 * is no profile. */
void profile_finish(const struct settings *site);

#endif
