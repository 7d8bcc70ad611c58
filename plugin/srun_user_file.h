/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's own settings: a file of keys, which holds for all steps that topomap places. */
#ifndef PLUGIN_SRUN_USER_FILE_H
#define PLUGIN_SRUN_USER_FILE_H

/* Where it would be, which the caller frees: $XDG_CONFIG_HOME/topomap/settings, or in ~/.config.
 * NULL: nowhere. */
char *user_file_path(void);

/*
 * Its lines, each a key or KEY=VALUE, as a list for settings_set_list, which the caller frees; '#'
 * begins a line that does not count. NULL if there is none, it is too large, or no file.
 */
char *user_file_read(const char *path);

#endif
