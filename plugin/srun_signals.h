/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The signals that end srun while it plans: SIGINT, SIGTERM, SIGHUP, SIGQUIT. srun blocks them in
 * all threads and receives them by sigwait in one of its own, which only notes them before a step
 * is launched. A thread that does not block them gets them instead; the kernel prefers the main
 * thread, on which srun calls the plugin.
 */
#ifndef PLUGIN_SRUN_SIGNALS_H
#define PLUGIN_SRUN_SIGNALS_H

/* From now on this thread receives the signals, and they interrupt its system calls with EINTR.
 * Calls do not nest. */
void signals_watch(void);

/* The last signal received since then; 0: none. */
int signals_caught(void);

/* Stop receiving the signals. Returns the same as signals_caught. */
int signals_unwatch(void);

#endif
