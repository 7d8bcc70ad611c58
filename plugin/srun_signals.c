/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_signals.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define WATCHED (sizeof watched / sizeof *watched)

static volatile sig_atomic_t caught;
static struct sigaction saved_actions[WATCHED];
static sigset_t saved_mask;

static void catch(int number)
{
    caught = number;
}

void signals_watch(void)
{
    struct sigaction action = {.sa_handler = catch};
    sigset_t set;

    caught = 0;
    sigemptyset(&action.sa_mask);
    sigemptyset(&set);
    for (size_t i = 0; i < WATCHED; i++) {
        sigaction(watched[i], &action, &saved_actions[i]);
        sigaddset(&set, watched[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &set, &saved_mask);
}

int signals_caught(void)
{
    return caught;
}

int signals_unwatch(void)
{
    pthread_sigmask(SIG_SETMASK, &saved_mask, NULL);
    for (size_t i = 0; i < WATCHED; i++)
        sigaction(watched[i], &saved_actions[i], NULL);
    return caught;
}
