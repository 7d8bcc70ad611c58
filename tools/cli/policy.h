/* SPDX-License-Identifier: BSD-3-Clause */
/* What topomap policy check and explain share. */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "base/json.h"
#include "cli/policy_stack.h"
#include "cli/problems.h"
#include "common/cli.h"
#include "common/policy.h"

/* The administrator's configuration: the plugin's line in plugstack.conf, and the policy. */
struct site {
    struct plugstack stack;
    char *file;            /* file of the policy, or NULL */
    struct policy *policy; /* NULL if there is none or it cannot be read */
    struct problems problems;
};

/*
 * Read a policy or a plugstack.conf, with the files that it includes and the policy that it names.
 * NULL: the plugstack.conf beside slurm.conf. Problems are in site->problems. Returns 0, or -1 when
 * memory runs out. Free it in both cases.
 */
int site_read(struct site *site, const char *path);
/* The same for a file that is a plugstack.conf, also if it is empty. */
int site_read_stack(struct site *site, const char *path);
/* The path of the plugstack.conf beside slurm.conf; the caller frees it. NULL if memory ran out. */
char *site_default_stack(void);
/* Add what makes no sense in the policy: rules that never match, missing files (policy_check.c). */
void site_check(struct site *site);
void site_free(struct site *site);

/* Print the command's JSON on standard output. Returns the exit code. */
int policy_print_json(const struct cli_command *command, struct json *json);

int policy_check(int argc, char **argv);
int policy_explain(int argc, char **argv);

#endif
