/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes files for the user from inside srun. */
#ifndef PLUGIN_SRUN_OUTPUT_H
#define PLUGIN_SRUN_OUTPUT_H

#include "common.h"

/* The values of the symbols in names of files, as in srun's --output. */
struct output_step {
    uint32_t job;
    uint32_t step;
    const char *job_name;   /* NULL: unknown */
    const char *array_job;  /* of a job array; NULL: the job is not part of one */
    const char *array_task;
};

/*
 * The name with %j, %s, %J, %A, %a, %x, %u and %% replaced; the caller frees it. A number after %
 * is the least number of digits, at most 10. Other symbols stay. If the name contains a backslash
 * nothing is replaced; only the backslashes are removed. NULL when memory runs out.
 */
char *output_name(const char *pattern, const struct output_step *step);

/*
 * Write the file completely or leave its old contents. Symbolic links are followed, and an existing
 * file keeps its owner and mode. If no other file can take its place, as in a folder that the user
 * cannot write to, it is overwritten. Exceeding a limit on file sizes is an error, not a signal.
 * Only regular files are written, and not those that srun has open for writing, as /dev/stdout.
 * Returns 0, or -1 with TOPOMAP_INPUT.
 */
int output_write(const char *name, const char *data, size_t length, struct topomap_error *error);

#endif
