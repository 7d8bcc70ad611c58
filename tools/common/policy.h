/* SPDX-License-Identifier: BSD-3-Clause */
/* The site's policy and its users, for the command and for the planner. */
#ifndef COMMON_POLICY_H
#define COMMON_POLICY_H

#include "policy/policy.h"

/* Read the file. NULL with an error: TOPOMAP_INPUT begins with the file's name. */
struct policy *policy_read(const char *path, struct topomap_error *error);

/*
 * What the policy says of a step, as text for the plugin; the caller frees it. Also what is wrong
 * with the file is an answer; a file that others can write is ignored. Without facts (NULL) no rule
 * is looked at. NULL when memory is out.
 */
char *policy_answer(const char *path, const struct wire_facts *facts, struct topomap_error *error);

/* Names of the groups of a user, parted by ',', which the caller frees; NULL if there is no such
 * user, or memory is out. */
char *user_groups(const char *name);

/* Fill the user and the groups of this process, as far as they have names. */
void user_self(struct wire_facts *facts);

#endif
