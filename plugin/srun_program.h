/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The executable of a step. */
#ifndef PLUGIN_SRUN_PROGRAM_H
#define PLUGIN_SRUN_PROGRAM_H

#include "topomap_internal.h"

/* The absolute path of a command, found as srun finds it; the caller frees it. NULL with an error,
 * also for no command. */
char *program_find(const char *command, struct topomap_error *error);

#endif
