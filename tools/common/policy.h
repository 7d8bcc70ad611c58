/* SPDX-License-Identifier: BSD-3-Clause */
/* The site's policy and users, for the command and the planner. */
#ifndef COMMON_POLICY_H
#define COMMON_POLICY_H

#include "policy/policy.h"

/* Read the file. NULL with an error; a TOPOMAP_INPUT error begins with the file's name. A listener
 * (or NULL) is told all errors, as by policy_parse. */
struct policy *policy_read(const char *path, const struct policy_listener *listener,
                           struct topomap_error *error);
/* The same of a file that has been read. */
struct policy *policy_take(const struct source *source, const struct policy_listener *listener,
                           struct topomap_error *error);

/*
 * What the policy says about a step, as text for the plugin; the caller frees it. A bad file also
 * gives an answer, and a file that others can write is ignored. Without facts (NULL) no rule is
 * considered. NULL when memory runs out.
 */
char *policy_answer(const char *path, const struct wire_facts *facts, struct topomap_error *error);

/* The names of a user's groups, separated by ','; the caller frees them. NULL if there is no such
 * user, or memory runs out. */
char *user_groups(const char *name);

/* Set the user and the groups of this process, as far as they have names. */
void user_self(struct wire_facts *facts);

#endif
