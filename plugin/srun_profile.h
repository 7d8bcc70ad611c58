/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --topomap-profile in srun: records how much each rank of a step sends to each other. srun names
 * the profile and tells the nodes; see profile_text.h and topomap-profile(7).
 */
#ifndef PLUGIN_SRUN_PROFILE_H
#define PLUGIN_SRUN_PROFILE_H

#include "srun_launch.h"

/* Call it before the launch. It also removes what an outer step left in the environment. */
void profile_launch(spank_t spank, const struct local *local);

/* The step will not run: no profile is waited for, and no task records. */
void profile_cancel(void);

/* Call it when all tasks have ended. It joins the records of ranks that did not finalize, and says
 * so, and reports a missing profile. */
void profile_finish(const struct settings *site);

#endif
