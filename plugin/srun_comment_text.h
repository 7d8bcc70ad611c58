/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The decision about a step in the comment of its job. */
#ifndef PLUGIN_SRUN_COMMENT_TEXT_H
#define PLUGIN_SRUN_COMMENT_TEXT_H

#include "wire/decision.h"

/* The longest comment that slurmctld takes. */
#define COMMENT_LENGTH 1024

/* "topomap: step 0 placed, 0.71 of Slurm's, 16 ranks on 4 nodes, rcb on switches"; the caller frees
 * it. NULL when memory runs out. */
char *comment_line(const struct wire_decision *decision);

/*
 * A comment with the line at its end, behind " | " unless it was empty; the caller frees it. An
 * older line of topomap's, which begins with a step and an outcome, goes, and all else stays. NULL
 * if there is no room, or if memory ran out.
 */
char *comment_with(const char *comment, const char *line);

#endif
