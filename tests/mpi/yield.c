/* SPDX-License-Identifier: BSD-3-Clause */
/* Loaded into MPI programs: where UCX has nothing to do for MPICH, which asks it again and again while
 * it waits, others get the CPU. Tests have many more ranks than CPUs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

unsigned int ucp_worker_progress(void *worker);

unsigned int ucp_worker_progress(void *worker)
{
    static unsigned int (*next)(void *);
    unsigned int events;

    if (!next)
        next = (unsigned int (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
    events = next(worker);
    if (events == 0)
        sched_yield();
    return events;
}
