/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the keys of plugstack.conf and --topomap-opts by the option schema. */
#ifndef PLUGIN_SETTINGS_H
#define PLUGIN_SETTINGS_H

#include "common.h"
#include "option/setting.h"

/* Set the presets of a site. Returns 0, or -1 when memory runs out. settings_free frees them. */
int settings_site(struct settings *settings);

/* Print the keys of a scope to standard output, each with its argument and summary. */
void settings_help(enum option_scope scope);

#endif
