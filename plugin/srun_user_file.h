/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's own settings: a file of keys for all steps that topomap places. */
#ifndef PLUGIN_SRUN_USER_FILE_H
#define PLUGIN_SRUN_USER_FILE_H

/* The path of that file, which the caller frees: $XDG_CONFIG_HOME/topomap/settings, or in
 * ~/.config. NULL if neither is known. */
char *user_file_path(void);

/*
 * The file's lines, each a key or KEY=VALUE, as a list for settings_set_list; the caller frees it.
 * Lines that begin with '#' are comments. NULL if there is no such file, it is too large, or not a
 * regular file.
 */
char *user_file_read(const char *path);

#endif
