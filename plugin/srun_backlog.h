/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Messages that wait for srun. Before the launch srun does not read what slurmctld sends to a step:
 * that it is cancelled, that a node has failed, that the time is nearly over. Nor can topomap, for
 * what it read srun would miss. But that a message waits can be seen.
 */
#ifndef PLUGIN_SRUN_BACKLOG_H
#define PLUGIN_SRUN_BACKLOG_H

#include <stdbool.h>

struct backlog {
    unsigned before; /* connections that waited from the start, such as a call to a waiting step */
    double since;    /* when there were more of them first; 0: there are none */
};

/* Count what waits for this process on its listening sockets. */
void backlog_start(struct backlog *backlog);

/* Have there been more for longer than another thread needs to take them? Does not block. */
bool backlog_grew(struct backlog *backlog);

#endif
