/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starting a helper program, or a copy of this process; see child.h. */
#ifndef PLUGIN_START_H
#define PLUGIN_START_H

#include "common.h"

#include <sys/types.h>

/* A process, and what child_run is to do with it. */
struct child {
    /* To be filled in: a program, or what a copy of this process is to do instead, its result being
     * the exit status. A copy has the limits, environment and memory of this process; where others
     * hold locks of the C library's or Slurm's it waits for ever, and is killed in time. */
    int (*function)(void *);
    void *function_data;
    const char *directory;
    const char *program;
    char *const *arguments;   /* behind the program's name, NULL at the end; NULL: none */
    const char *input;        /* what it reads from standard input */
    size_t input_length;
    double deadline;          /* seconds until it is killed */
    uint64_t memory;          /* address space in bytes; 0: as this process */
    size_t output_limit;      /* more output than this is a failure */
    bool alone;               /* it needs no process and no thread of its own: it gets none */
    bool writes;              /* it may write to files */
    bool watch_signals;       /* what signals_watch watches for ends the wait at once */
    bool (*goes_on)(void *);  /* if given: asked once a second by another process, as the answer */
    void *goes_on_data;       /* may take long */
    bool (*is_called)(void *);/* if given: asked some times a second; must not block */
    void *is_called_data;

    /* Filled in. */
    char *output;             /* terminated by NUL; freed with child_free */
    size_t output_length;
    char complaint[320];      /* "was killed by signal 11", ...: its name is the subject */
};

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
