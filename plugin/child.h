/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A helper program as a child process: nothing that it does, or does not do, may harm the program
 * of Slurm that the plugin is loaded into.
 */
#ifndef PLUGIN_CHILD_H
#define PLUGIN_CHILD_H

#include "start.h"

enum child_end {
    CHILD_DONE,        /* it ended with status 0; `output` is complete */
    CHILD_FAILED,      /* anything else that went wrong; `complaint` tells */
    CHILD_LATE,        /* its deadline is over; `complaint` tells */
    CHILD_INTERRUPTED, /* signals_caught tells the signal */
    CHILD_STOPPED,     /* `goes_on` said no */
    CHILD_CALLED,      /* `is_called` said yes */
};

/*
 * Run the program to its end, with a clean environment, standard descriptors only, the user's
 * effective identity for good, no way to new privileges, default signal dispositions, limits, and
 * a process group of its own, which is killed when it has to go; it dies with its parent.
 * Never waits much longer than the deadline, and a second for a process that was killed: one that
 * a tracer holds is left behind as it is.
 */
enum child_end child_run(struct child *child);
void child_free(struct child *child);

#endif
