/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The signals that end srun, while it plans: SIGINT, SIGTERM, SIGHUP, SIGQUIT. srun blocks them in
 * all threads and takes them with sigwait in one of its own, which does no more than note them
 * while a step is not launched yet. A thread that does not block them gets them instead; the
 * kernel prefers the main thread, on which srun calls the plugin.
 */
#ifndef PLUGIN_SRUN_SIGNALS_H
#define PLUGIN_SRUN_SIGNALS_H

/* From here on they come to this thread, and end its system calls with EINTR. Not to be nested. */
void signals_watch(void);

/* The one that came last since then; 0: none. */
int signals_caught(void);

/* They go where they went before. Returns what signals_caught would. */
int signals_unwatch(void);

#endif
