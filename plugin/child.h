/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a helper program as a child process. Whatever it does or fails to do must not harm the
 * program of Slurm that has loaded the plugin.
 */
#ifndef PLUGIN_CHILD_H
#define PLUGIN_CHILD_H

#include "start.h"

enum child_end {
    CHILD_DONE,        /* it exited with status 0; `output` is complete */
    CHILD_FAILED,      /* anything else went wrong; `complaint` says what */
    CHILD_LATE,        /* its deadline passed; `complaint` says so */
    CHILD_INTERRUPTED, /* signals_caught returns the signal */
    CHILD_STOPPED,     /* `goes_on` said no */
    CHILD_CALLED,      /* `is_called` said yes, and `goes_on` does not know better */
};

/*
 * Run the program to its end; start.h declares `struct child`. It gets a clean environment, the
 * standard descriptors only, the user's effective identity for good, no way to new privileges,
 * default signal dispositions, limits, and a process group of its own, which is killed to end it.
 * It dies with its parent. child_run waits hardly longer than the deadline, plus at most a second
 * for a process that was killed: one that a tracer holds is left behind.
 */
enum child_end child_run(struct child *child);
void child_free(struct child *child);

#endif
