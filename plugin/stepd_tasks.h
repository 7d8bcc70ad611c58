/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs in slurmstepd on each node of a step. Failures are logged, and tasks are never affected. */
#ifndef PLUGIN_STEPD_TASKS_H
#define PLUGIN_STEPD_TASKS_H

#include "settings.h"

/* Call it once on the node, with the user's identity, before tasks are forked. */
void remote_node(spank_t spank, const struct settings *site);

/* Call it in each task to bind it, directly before the program is executed. */
void remote_task(spank_t spank);

#endif
