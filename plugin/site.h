/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The arguments in the plugin's line of plugstack.conf: the site's defaults. */
#ifndef PLUGIN_SITE_H
#define PLUGIN_SITE_H

#include "settings.h"

/*
 * Read `count` arguments into initialised settings. Wrong ones are skipped and listed in `problem`,
 * one line that the caller frees; it is NULL if all are right.
 */
void site_read(struct settings *settings, int count, char *const *arguments, char **problem);

/* Append to the line of problems, which may be NULL. */
void site_add_problem(char **problem, const char *what);

#endif
