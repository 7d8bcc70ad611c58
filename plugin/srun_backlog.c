/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_backlog.h"

#include "base/clock.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

/* srun has few descriptors at this time, with low numbers. */
#define DESCRIPTORS 1024

/* Long enough to ask slurmctld whether the step still exists, which is the better answer; child.c
 * asks once a second. */
#define PATIENCE_SECONDS 1.5

static bool listens(int descriptor)
{
    int yes = 0;
    socklen_t size = sizeof yes;

    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &yes, &size) == 0 && yes;
}

static unsigned count(void)
{
    unsigned sum = 0;

    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
        struct tcp_info info = {0};
        socklen_t size = sizeof info;

        /* For a listening socket this field is the length of its queue. */
        if (listens(descriptor) &&
            getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0)
            sum += info.tcpi_unacked;
    }
    return sum;
}

void backlog_start(struct backlog *backlog)
{
    *backlog = (struct backlog){.before = count()};
}

bool backlog_grew(struct backlog *backlog)
{
    double now = clock_seconds();
    unsigned waiting = count();

    if (waiting <= backlog->before)
        backlog->since = 0;
    else if (backlog->since == 0)
        backlog->since = now;
    if (backlog->since == 0 || now - backlog->since <= PATIENCE_SECONDS)
        return false;
    backlog->more = waiting - backlog->before;
    return true;
}

void backlog_forget(struct backlog *backlog)
{
    *backlog = (struct backlog){.before = backlog->before + backlog->more};
}
