/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starting a helper program; see child.h. */
#ifndef PLUGIN_START_H
#define PLUGIN_START_H

#include "child.h"

#include <sys/types.h>

/* Status of a process that could not become the program. */
#define START_FAILED 127

struct started {
    pid_t pid;
    int input;  /* a socket, so that writing to a dead process raises no signal */
    int output;
    int error;
};

#define STARTED_NONE {.pid = -1, .input = -1, .output = -1, .error = -1}

/* Returns 0 with this side's descriptors, which do not block; or -1 with errno set. */
int start_process(const struct child *child, struct started *process);

#endif
