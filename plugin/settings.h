/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading plugstack.conf and --topomap-opts: keys and values by the option schema. */
#ifndef PLUGIN_SETTINGS_H
#define PLUGIN_SETTINGS_H

#include "common.h"
#include "option/option.h"

/* The presets of a site. Returns 0, or -1 when memory is out. Free them with settings_free. */
int settings_site(struct settings *settings);

/*
 * Set one `key` or `key=value`, as `length` bytes of text. Returns 0, or -1 with an error that
 * names what is wrong.
 */
int settings_set(struct settings *settings, enum option_scope scope, const char *text,
                 size_t length, struct topomap_error *error);

/*
 * Set all keys of a comma-separated list. Wrong ones are skipped; the error tells of the first.
 */
int settings_set_list(struct settings *settings, const char *list, struct topomap_error *error);

/* Print the keys of a scope to standard output, each with its argument and summary. */
void settings_help(enum option_scope scope);

#endif
