/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the planner is asked, as far as srun knows it without slurmctld. */
#ifndef PLUGIN_SRUN_REQUEST_H
#define PLUGIN_SRUN_REQUEST_H

#include "srun_planner.h"

/* CPUs that the user wants for each task (-c); 0 if nothing was said. */
uint32_t request_cpus(void);

/* Fill planning->request, from planning->layout and planning->settings, and by what the wish names.
 * Returns 0, or -1 with an error. */
int request_make(struct planning *planning, spank_t spank, const struct wish *wish,
                 struct topomap_error *error);

#endif
