/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading plugstack.conf and --topomap-opts: keys and values by the option schema. */
#ifndef PLUGIN_SETTINGS_H
#define PLUGIN_SETTINGS_H

#include "common.h"
#include "option/setting.h"

/* The presets of a site. Returns 0, or -1 when memory is out. Free them with settings_free. */
int settings_site(struct settings *settings);

/* Print the keys of a scope to standard output, each with its argument and summary. */
void settings_help(enum option_scope scope);

#endif
