/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Steps of mpirun and mpiexec. Inside an allocation these start a daemon on each node by srun, and
 * the daemons start the ranks. The tasks of such a step are daemons, not ranks.
 */
#ifndef PLUGIN_SRUN_DAEMONS_H
#define PLUGIN_SRUN_DAEMONS_H

/*
 * If the program of a step, the first word of its command, is such a daemon: its name, without
 * folders. `*format` is then the format of topomap plan that its mpirun accepts. Else NULL.
 */
const char *daemon_find(const char *program, const char **format);

/*
 * Write "srun: topomap: REASON; OUTCOME" to the parent's standard error if our own is /dev/null:
 * Open MPI's mpirun silences srun. It is not written if it could damage the parent's output: to a
 * file in which the parent writes at an offset of its own.
 */
void daemon_tell_parent(const char *reason, const char *outcome);

#endif
