/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The executable of a step. */
#ifndef PLUGIN_SRUN_PROGRAM_H
#define PLUGIN_SRUN_PROGRAM_H

#include "topomap_internal.h"

/*
 * The absolute path of the file that Slurm executes for a command whose tasks run in `folder`, an
 * absolute path, or NULL if it is not known; the caller frees the result. NULL with an error, also
 * for no command.
 */
char *program_find(const char *command, const char *folder, struct topomap_error *error);

#endif
