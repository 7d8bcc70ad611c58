/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing the files that the user wants of topomap, from inside srun. */
#ifndef PLUGIN_SRUN_OUTPUT_H
#define PLUGIN_SRUN_OUTPUT_H

#include "common.h"

/* What a name with the replacement symbols of srun's --output is filled in from. */
struct output_step {
    uint32_t job;
    uint32_t step;
    const char *job_name;   /* NULL: unknown */
    const char *array_job;  /* of an array; NULL: the job is in none */
    const char *array_task;
};

/*
 * The name, which the caller frees, with %j, %s, %J, %A, %a, %x, %u and %% replaced. A number
 * behind % is the least count of digits, 10 at most. Other symbols stay; so does the whole name
 * if there is a backslash in it, but for the backslashes. NULL when memory is out.
 */
char *output_name(const char *pattern, const struct output_step *step);

/*
 * Write the file whole or leave what was there. Symbolic links are followed, and a file that is
 * there keeps its owner and mode; where no other file can take its place, as in a folder that the
 * user must not write to, it is overwritten. A limit on the size of files is an error, no signal.
 * Only regular files are written. Returns 0, or -1 with TOPOMAP_INPUT.
 */
int output_write(const char *name, const char *data, size_t length, struct topomap_error *error);

#endif
