/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's own settings: a file of keys for all steps that topomap places. */
#ifndef PLUGIN_SRUN_USER_FILE_H
#define PLUGIN_SRUN_USER_FILE_H

#include "settings.h"

/* The path of that file, which the caller frees: $XDG_CONFIG_HOME/topomap/settings, or in
 * ~/.config. NULL if neither is known. */
char *user_file_path(void);

/*
 * Set the keys of the file's lines, each a key or KEY=VALUE; lines that begin with '#' are
 * comments. Returns 0, also if there is no file that can be seen, or -1 with the first error: a
 * wrong key, with its line, or a file that cannot be read, is too large, or not a regular one. All
 * keys that are right are set.
 */
int user_file_set(struct settings *settings, const char *path, struct topomap_error *error);

#endif
