/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/progress.h"

#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 1 /* seconds before anything is shown, and between two looks at the clock */

/* Call it with the lock held. */
static void draw(struct progress *progress)
{
    double seconds = clock_seconds() - progress->start;

    if (seconds < PATIENCE)
        return;
    progress->shown = true;
    fprintf(stderr, "\r%.0f s: %s\033[K", seconds, progress->text);
    fflush(stderr);
}

static void *draw_on(void *argument)
{
    struct progress *progress = argument;
    struct timespec next;

    clock_gettime(CLOCK_MONOTONIC, &next);
    pthread_mutex_lock(&progress->lock);
    while (!progress->ended) {
        next.tv_sec += PATIENCE;
        while (!progress->ended &&
               pthread_cond_timedwait(&progress->end, &progress->lock, &next) == 0)
            ;
        if (!progress->ended)
            draw(progress);
    }
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

void progress_start(struct progress *progress, const char *what, size_t total)
{
    pthread_condattr_t clock;
    sigset_t all, before;

    *progress = (struct progress){.start = clock_seconds(), .what = what, .total = total};
    if (!isatty(STDERR_FILENO))
        return;
    snprintf(progress->text, sizeof progress->text, "%s", what);
    pthread_mutex_init(&progress->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&progress->end, &clock);
    pthread_condattr_destroy(&clock);
    /* Handlers of signals must run in the thread that plans. */
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) == 0) {
        progress->runs = pthread_create(&progress->thread, NULL, draw_on, progress) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
}

void progress_begins(void *context, const char *name)
{
    struct progress *progress = context;

    if (!progress->runs)
        return;
    pthread_mutex_lock(&progress->lock);
    snprintf(progress->text, sizeof progress->text, "%s", name);
    draw(progress);
    pthread_mutex_unlock(&progress->lock);
}

void progress_show(struct progress *progress, size_t done)
{
    char text[80];

    snprintf(text, sizeof text, "%zu of %zu %s", done, progress->total, progress->what);
    progress_begins(progress, text);
}

void progress_end(struct progress *progress)
{
    if (!progress->runs)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->ended = true;
    pthread_cond_signal(&progress->end);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    pthread_cond_destroy(&progress->end);
    pthread_mutex_destroy(&progress->lock);
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->runs = false;
}
