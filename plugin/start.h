/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starts a helper program, or a copy of this process; see child.h. */
#ifndef PLUGIN_START_H
#define PLUGIN_START_H

#include "common.h"

#include <sys/types.h>

/* Whether a wait for a process goes on. */
enum wait_answer {
    WAIT_GOES_ON,
    WAIT_ENDS,
    WAIT_UNSURE, /* the call may be a reason to end it */
};

/* A process, and how child_run is to run it. */
struct child {
    /* Set by the caller: a program, or a function that a copy of this process runs instead; its
     * result is the exit status. A copy has the limits, environment and memory of this process. If
     * another thread holds a lock of the C library or of Slurm, the copy waits for ever, and is
     * killed at the deadline. */
    int (*function)(void *);
    void *function_data;
    const char *directory;
    const char *program;
    char *const *arguments;   /* after the program's name, ended by NULL; NULL: none */
    const char *input;        /* standard input of the process */
    size_t input_length;
    double deadline;          /* seconds until it is killed */
    uint64_t memory;          /* most address space in bytes, unless the limit of this process is
                               * lower; 0: that limit */
    size_t output_limit;      /* more output than this is a failure */
    bool alone;               /* it may not start processes or threads */
    bool writes;              /* it may write files */
    bool watch_signals;       /* signals of signals_watch end the wait at once */
    /* If set: asked once a second in another process, because the answer may take long, and at once
     * when there is a call. WAIT_UNSURE is an answer to a call only. */
    enum wait_answer (*goes_on)(void *);
    /* If set: asked several times a second; must not block. Without goes_on a call ends it. */
    bool (*is_called)(void *);
    /* Set with both of them: told that the call was no reason to end the wait. */
    void (*forgets_call)(void *);
    void *wait_data;          /* for these three */

    /* Set by child_run. */
    char *output;             /* terminated by NUL; freed with child_free */
    size_t output_length;
    int status;               /* with which it exited; 0 if it did not */
    char complaint[320];      /* "was killed by signal 11", ...; the program's name is its
                               * subject */
};

/* Exit status of a process that could not execute the program. */
#define START_FAILED 127

struct started {
    pid_t pid;
    int input;  /* a socket, so that writing to a dead process raises no signal */
    int output;
    int error;
};

#define STARTED_NONE {.pid = -1, .input = -1, .output = -1, .error = -1}

/* Returns 0 with descriptors for this side, of which `output` and `error` do not block, or -1 with
 * errno set. */
int start_process(const struct child *child, struct started *process);

#endif
