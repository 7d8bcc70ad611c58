/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that the user names. */
#ifndef PLUGIN_SRUN_FILES_H
#define PLUGIN_SRUN_FILES_H

#include "srun_layout.h"
#include "srun_output.h"
#include "wire/request.h"

/*
 * The absolute path, which the caller frees, of the file `name` that the planner is to read; its
 * size is added to *bytes. `what` it is called in messages. NULL if it is not a regular file that
 * can be read and holds something.
 */
char *files_input(const char *what, const char *name, uint64_t *bytes,
                  struct topomap_error *error);

/*
 * The name, which the caller frees, of the file that the user wants written by the setting `key`;
 * see output_name(). NULL if it is a file that the request reads, or `record`, which may be NULL.
 */
char *files_output(const char *key, const char *pattern, const struct output_step *step,
                   const struct wire_request *request, const char *record,
                   struct topomap_error *error);

/* Write the placement `tids` (as in a layout) to `name`: one host per rank and line. */
int files_write_placement(const char *name, const struct layout *layout, const uint32_t *tids,
                          struct topomap_error *error);

/* Whether there is no file of the name, or it holds a request already. */
bool files_may_replace(const char *name);

/*
 * Write the request to `name`, the text of the files that it names within, so that it can be
 * planned again elsewhere.
 */
int files_write_request(const char *name, const struct wire_request *request,
                        struct topomap_error *error);

#endif
