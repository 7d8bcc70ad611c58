/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Running the node helper in slurmstepd. */
#ifndef PLUGIN_STEPD_HELPER_H
#define PLUGIN_STEPD_HELPER_H

#include "child.h"
#include "settings.h"

/*
 * Run it, as the user, with arguments (NULL: none) on `length` bytes of input. Returns 0 with its
 * output in *child, or -1 with an error; child_free() in any case.
 */
int helper_run(const struct settings *site, char *const *arguments, const char *input,
               size_t length, struct child *child, struct topomap_error *error);

/*
 * Whether the site lets topomap do anything for steps on this node, by plugstack.conf and by the
 * policy, which is read once. False too where the policy cannot be read: *why tells, and is NULL
 * where it is simply switched off.
 */
bool helper_enabled(const struct settings *site, const char **why);

#endif
