/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* A line of progress on standard error, shown on terminals after a second. A thread draws it, so
 * that the seconds advance even without news. */
struct progress {
    double start;
    const char *what; /* "experiments" */
    size_t total;
    bool runs;        /* there are a terminal and the thread */
    pthread_t thread;
    pthread_mutex_t lock; /* protects the following members */
    pthread_cond_t end;
    bool ended, shown;
    char text[80];
};

/* Start. `what` is counted up to `total` by progress_show or, if `total` is 0, names what is going
 * on. Call progress_end before anything else is written to standard error. */
void progress_start(struct progress *progress, const char *what, size_t total);
void progress_show(struct progress *progress, size_t done);

/* Name what starts now. `progress` is a struct progress; the type allows plans to call it. */
void progress_begins(void *progress, const char *name);

/* Remove the line. */
void progress_end(struct progress *progress);

#endif
