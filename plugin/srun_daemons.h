/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Steps of mpirun and mpiexec: in an allocation they start a daemon on each node through srun, and
 * the daemons start the ranks. The tasks of such a step are no ranks.
 */
#ifndef PLUGIN_SRUN_DAEMONS_H
#define PLUGIN_SRUN_DAEMONS_H

/*
 * If the program of a step, the first word of its command, is such a daemon: its name, without
 * folders. `*format` is then the format of topomap plan that its mpirun takes. NULL: it is none.
 */
const char *daemon_find(const char *program, const char **format);

/*
 * Write "srun: topomap: REASON; OUTCOME" where this process's parent writes its errors, if our own
 * go to /dev/null: Open MPI's mpirun silences srun. Only where that can harm no output of the
 * parent's: not to a file in which it writes at a place of its own.
 */
void daemon_tell_parent(const char *reason, const char *outcome);

#endif
