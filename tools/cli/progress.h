/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* A line of progress on standard error: on a terminal, and only when it takes long. */
struct progress {
    double start;
    const char *what; /* "experiments" */
    size_t total;
    bool shown;
};

/* Seconds of a clock that only moves forward. */
double clock_now(void);

void progress_start(struct progress *progress, const char *what, size_t total);
void progress_show(struct progress *progress, size_t done);

/* Show what begins now, at once. `progress` is a struct progress, so that plans can call it. */
void progress_begins(void *progress, const char *name);

/* Take the line away. */
void progress_end(struct progress *progress);

#endif
