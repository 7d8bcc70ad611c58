/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

/* Tasks need little stack. The usual 8 MiB may be refused where memory is limited. */
#define STACK ((size_t)1 << 20)

struct work {
    void (*task)(void *argument, unsigned i);
    void *argument;
    unsigned count;
    atomic_uint next;
};

unsigned parallel_threads(void)
{
    cpu_set_t cpus;
    int count;

    /* This fails if the machine has more CPUs than cpu_set_t has bits. */
    if (sched_getaffinity(0, sizeof cpus, &cpus) < 0)
        return PARALLEL_MOST;
    count = CPU_COUNT(&cpus);
    return count < PARALLEL_MOST ? (unsigned)count : PARALLEL_MOST;
}

static void *take_tasks(void *argument)
{
    struct work *work = argument;
    unsigned i;

    while ((i = atomic_fetch_add(&work->next, 1)) < work->count)
        work->task(work->argument, i);
    return NULL;
}

/* Start up to `wanted` threads; returns how many were started. */
static unsigned start(pthread_t *threads, unsigned wanted, struct work *work)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    unsigned count = 0;

    if (pthread_attr_init(&attributes) != 0)
        return 0;
    /* Block signals: their handlers must run in threads that the program knows. */
    sigfillset(&all);
    if (pthread_attr_setstacksize(&attributes, STACK) == 0 &&
        pthread_sigmask(SIG_SETMASK, &all, &before) == 0) {
        while (count < wanted &&
               pthread_create(&threads[count], &attributes, take_tasks, work) == 0)
            count++;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return count;
}

void parallel_run(unsigned count, void (*task)(void *argument, unsigned i), void *argument)
{
    struct work work = {.task = task, .argument = argument, .count = count};
    pthread_t threads[PARALLEL_MOST];
    unsigned wanted = parallel_threads(), started;

    if (wanted > count)
        wanted = count;
    started = wanted > 1 ? start(threads, wanted - 1, &work) : 0;
    take_tasks(&work);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
