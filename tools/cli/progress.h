/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* A line of progress on standard error: on a terminal, and only when it takes longer than a second.
 * A thread draws it, so that the seconds go on where nothing else is told. */
struct progress {
    double start;
    const char *what; /* "experiments" */
    size_t total;
    bool runs;        /* there is a terminal, and the thread */
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t end;
    bool ended, shown;
    char text[80];
};

/* Seconds of a clock that only moves forward. */
double clock_now(void);

/* Begin; `what` is counted up to `total` by progress_show, or is what begins, if that is 0. Ended
 * by progress_end, before anything else is written to standard error. */
void progress_start(struct progress *progress, const char *what, size_t total);
void progress_show(struct progress *progress, size_t done);

/* What begins now. `progress` is a struct progress, so that plans can call it. */
void progress_begins(void *progress, const char *name);

/* Take the line away. */
void progress_end(struct progress *progress);

#endif
