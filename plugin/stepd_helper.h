/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the node helper from slurmstepd. */
#ifndef PLUGIN_STEPD_HELPER_H
#define PLUGIN_STEPD_HELPER_H

#include "child.h"
#include "settings.h"

/*
 * Run it as the user with arguments (NULL: none) and `length` bytes of input. Returns 0 with its
 * output in *child, or -1 with an error; call child_free() in both cases.
 */
int helper_run(const struct settings *site, char *const *arguments, const char *input,
               size_t length, struct child *child, struct topomap_error *error);

/*
 * Whether the site lets topomap act for steps on this node, by plugstack.conf and by the policy,
 * which is read once. Also false if the policy cannot be read: *why then says why; it is NULL if
 * topomap is simply switched off.
 */
bool helper_enabled(const struct settings *site, const char **why);

#endif
