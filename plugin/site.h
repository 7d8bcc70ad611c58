/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The arguments of the plugin's line in plugstack.conf: the site's defaults. */
#ifndef PLUGIN_SITE_H
#define PLUGIN_SITE_H

#include "settings.h"

/*
 * Read `count` arguments into initialised settings. Wrong ones are skipped and named, all in one
 * line, in `problem`, which the caller frees; it is NULL when there were none.
 */
void site_read(struct settings *settings, int count, char *const *arguments, char **problem);

/* Add to the line of problems; it may be NULL. */
void site_add_problem(char **problem, const char *what);

#endif
