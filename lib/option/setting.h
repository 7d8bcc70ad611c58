/* SPDX-License-Identifier: BSD-3-Clause */
/* Options as sites and users write them: "key" and "key=value". */
#ifndef OPTION_SETTING_H
#define OPTION_SETTING_H

#include "option/option.h"

/*
 * Set one `key` or `key=value`, as `length` bytes of text. Returns 0, or -1 with an error that
 * names what is wrong. A site's may end with carriage returns, and hold nothing else: Slurm takes
 * those at the ends of lines for parts of arguments.
 */
int settings_set(struct settings *settings, enum option_scope scope, const char *text,
                 size_t length, struct topomap_error *error);

/*
 * Set all keys of a comma-separated list. Wrong ones are skipped; the error is about the first of
 * them.
 */
int settings_set_list(struct settings *settings, const char *list, struct topomap_error *error);

#endif
