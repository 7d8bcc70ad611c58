/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The administrator's log: a line for each decision. */
#ifndef PLUGIN_SRUN_LOG_H
#define PLUGIN_SRUN_LOG_H

#include "settings.h"
#include "wire/decision.h"

/* What settings.log is for the system's log. */
#define LOG_SYSTEM "syslog"

/*
 * Write a decision, with time and user, to the system's log or to the user's file in the site's
 * folder, whichever settings.log names. Nothing waits: what cannot be written at once is lost, as
 * is what comes more often than LOG_PER_MINUTE, or above LOG_MOST_BYTES of a file. Returns -1 where
 * the line is lost because it could not be written.
 */
#define LOG_PER_MINUTE 60
#define LOG_MOST_BYTES ((off_t)64 << 20)
int log_decision(const struct settings *settings, struct wire_decision *decision);

#endif
