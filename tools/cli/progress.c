/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 2.0 /* seconds before anything is shown */

double clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_start(struct progress *progress, const char *what, size_t total)
{
    *progress = (struct progress){.start = clock_now(), .what = what, .total = total};
}

void progress_show(struct progress *progress, size_t done)
{
    if (!isatty(STDERR_FILENO) || clock_now() - progress->start < PATIENCE)
        return;
    progress->shown = true;
    fprintf(stderr, "\r%zu of %zu %s\033[K", done, progress->total, progress->what);
    fflush(stderr);
}

void progress_begins(void *context, const char *name)
{
    struct progress *progress = context;

    if (!isatty(STDERR_FILENO))
        return;
    progress->shown = true;
    fprintf(stderr, "\r%.0f s: %s\033[K", clock_now() - progress->start, name);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
