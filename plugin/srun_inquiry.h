/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Asks slurmctld what a plan needs to know. A copy of srun in a separate process asks, so that a
 * slow answer delays neither a signal nor the deadline.
 */
#ifndef PLUGIN_SRUN_INQUIRY_H
#define PLUGIN_SRUN_INQUIRY_H

#include "srun_planner.h"

/*
 * Ask for the inside of the first node and for the network, as far as each is needed, and put them
 * into planning->request. If slurmctld does not tell them, the inside stays unknown, and the
 * network is the file beside slurm.conf. PLANNER_FAILED if there is no such file, if the partition
 * has a topology of its own, which that file may lack, if the network could not be asked for, or if
 * no answer comes before the time for planning is over.
 */
enum planner_end inquiry_run(struct planning *planning, bool inside, bool network,
                             struct topomap_error *error);

/* Whether Slurm binds tasks to CPUs here by a task plugin, and topomap may bind them instead: false
 * for a step with GPUs, and without an answer in the time that planning has left. */
bool inquiry_binds(const struct planning *planning);

#endif
