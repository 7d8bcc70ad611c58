/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Detects messages that wait for srun. Before the launch srun does not read what slurmctld sends to
 * a step: that it is cancelled, that a node has failed, that time is nearly over. topomap must not
 * read it either, as srun would then miss it. But it can see that a message waits.
 */
#ifndef PLUGIN_SRUN_BACKLOG_H
#define PLUGIN_SRUN_BACKLOG_H

#include <stdbool.h>

struct backlog {
    unsigned before; /* connections that waited from the start, such as a call to a step that
                      * waits */
    double since;    /* when there first were more of them; 0: there are no more */
    unsigned more;   /* how many more backlog_grew has told of; 0: none */
};

/* Count the connections that wait on this process's listening sockets. */
void backlog_start(struct backlog *backlog);

/* Whether there have been more for longer than another thread needs to accept them. Does not
 * block. */
bool backlog_grew(struct backlog *backlog);

/* From now on count those that backlog_grew has told of among the first ones. */
void backlog_forget(struct backlog *backlog);

#endif
