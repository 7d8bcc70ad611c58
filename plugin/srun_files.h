/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that the user names. */
#ifndef PLUGIN_SRUN_FILES_H
#define PLUGIN_SRUN_FILES_H

#include "srun_layout.h"
#include "srun_output.h"
#include "wire/request.h"

/*
 * The absolute path of the file `name`, which the planner is to read; the caller frees it. Its size
 * is added to *bytes. `what` names it in messages. NULL unless it is a readable regular file that
 * is not empty.
 */
char *files_input(const char *what, const char *name, uint64_t *bytes,
                  struct topomap_error *error);

/*
 * The name of the file that the user wants written by the setting `key`, see output_name(); the
 * caller frees it. NULL if it is a file that the request reads, or `record`, which may be NULL.
 */
char *files_output(const char *key, const char *pattern, const struct output_step *step,
                   const struct wire_request *request, const char *record,
                   struct topomap_error *error);

/* Write the placement `tids`, in the order of a layout, to `name`: a line with a host for each
 * rank. */
int files_write_placement(const char *name, const struct layout *layout, const uint32_t *tids,
                          struct topomap_error *error);

/* Whether there is no such file, or it holds a request. */
bool files_may_replace(const char *name);

/*
 * Write the request to `name`, with the contents of the files that it names, so that it can be
 * planned again elsewhere.
 */
int files_write_request(const char *name, const struct wire_request *request,
                        struct topomap_error *error);

#endif
