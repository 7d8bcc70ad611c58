/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A helper program as a child process: nothing that it does, or does not do, may harm the program
 * of Slurm that the plugin is loaded into.
 */
#ifndef PLUGIN_CHILD_H
#define PLUGIN_CHILD_H

#include "common.h"

enum child_end {
    CHILD_DONE,        /* it ended with status 0; `output` is complete */
    CHILD_FAILED,      /* anything else that went wrong; `complaint` tells */
    CHILD_LATE,        /* its deadline is over; `complaint` tells */
    CHILD_INTERRUPTED, /* signals_caught tells the signal */
    CHILD_STOPPED,     /* `goes_on` said no */
    CHILD_CALLED,      /* `is_called` said yes */
};

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
