/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The administrator's log: one line for each decision. */
#ifndef PLUGIN_SRUN_LOG_H
#define PLUGIN_SRUN_LOG_H

#include "settings.h"
#include "wire/decision.h"

/* The value of settings.log for the system's log. */
#define LOG_SYSTEM "syslog"

/*
 * Write a decision, with time and user, to the system's log or to the user's file in the site's
 * folder, as settings.log says. It never blocks: a line that cannot be written at once is lost, and
 * so are lines beyond LOG_PER_MINUTE or WIRE_DECISION_FILE. Returns -1 if the line is lost because
 * it could not be written.
 */
#define LOG_PER_MINUTE 60
int log_decision(const struct settings *settings, struct wire_decision *decision);

#endif
