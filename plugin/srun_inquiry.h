/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What slurmctld is asked before a plan is made. The questions are put by a process of its own, a
 * copy of srun: an answer that takes long holds up neither a signal nor the deadline.
 */
#ifndef PLUGIN_SRUN_INQUIRY_H
#define PLUGIN_SRUN_INQUIRY_H

#include "srun_planner.h"

/*
 * Ask for the inside of the first node, and for the network, where each is wanted, and put them
 * into planning->request. Without an answer the inside stays unknown, and the network is the file
 * beside slurm.conf. PLANNER_FAILED if there is none, or when planning has no time left.
 */
enum planner_end inquiry_run(struct planning *planning, bool inside, bool network,
                             struct topomap_error *error);

/* Whether Slurm binds tasks to CPUs here, by a task plugin. False too without an answer in the time
 * that planning has left. */
bool inquiry_binds(const struct planning *planning);

#endif
