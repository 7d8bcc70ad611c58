/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In slurmstepd, on each node of a step. Whatever goes wrong here is logged; no task suffers. */
#ifndef PLUGIN_STEPD_TASKS_H
#define PLUGIN_STEPD_TASKS_H

#include "settings.h"

/* Once on the node, with the user's identity, before tasks are forked. */
void remote_node(spank_t spank, const struct settings *site);

/* In each task, directly before the program takes over: bind it. */
void remote_task(spank_t spank);

#endif
