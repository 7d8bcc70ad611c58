/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the decision about a step into the comment of its job. */
#ifndef PLUGIN_SRUN_COMMENT_H
#define PLUGIN_SRUN_COMMENT_H

#include "wire/decision.h"

/*
 * Add a line about the decision to the job's comment, which users may change of their own jobs, and
 * replace one that an earlier step has left. It takes no longer than `seconds`. Returns 0, or -1
 * with an error.
 */
int comment_decision(const struct wire_decision *decision, double seconds,
                     struct topomap_error *error);

#endif
