/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fills in the planner's request, except for what slurmctld is asked. */
#ifndef PLUGIN_SRUN_REQUEST_H
#define PLUGIN_SRUN_REQUEST_H

#include "srun_planner.h"

/* CPUs per task that the user asked for (-c), or 0. */
uint32_t request_cpus(void);

/* Fill planning->request from planning->layout, planning->settings and the wish. Returns 0, or -1
 * with an error. */
int request_make(struct planning *planning, const struct wish *wish, struct topomap_error *error);

/* Whether all that the wish names can be read, as far as that is known without a step. Returns 0,
 * or -1 with an error. */
int request_check(const struct wish *wish, struct topomap_error *error);

#endif
