/* SPDX-License-Identifier: BSD-3-Clause */
/* What the actions of topomap policy share. */
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
/* Add what makes no sense in the policy, such as rules that never match, and files that users
 * cannot reach (policy_check.c). */
void site_check(struct site *site);
void site_free(struct site *site);

/* What happens to a step. */
enum verdict_outcome {
    VERDICT_DISABLED,
    VERDICT_OFF,
    VERDICT_SINGLE,
    VERDICT_FEW,
    VERDICT_LOCKED,
    VERDICT_UNASKED,
    VERDICT_DECLINED, /* by its user */
    VERDICT_ASKED,    /* the outcomes from here on are placed */
    VERDICT_ON,
    VERDICT_AUTO,
};

/* A step, the decision about it, and the result. */
struct step_verdict {
    const struct site *site;
    struct wire_facts facts;
    struct ruling ruling;
    struct settings defaults; /* the site's settings for this step */
    struct settings settings; /* with the user's settings */
    char *kept;               /* the values used instead of those that the user may not set; "":
                               * none */
    enum verdict_outcome outcome;
};

/* What the user of a step says; NULL: nothing. */
struct said_by_user {
    const char *graph;               /* --topomap */
    const char *keys;                /* --topomap-opts */
    const struct settings *settings; /* or keys as settings, those that were given */
};

/*
 * Decide what happens to the step of verdict->site and verdict->facts. Errors are those of
 * policy_decide and settings_set_list. Free the verdict, with the facts, in any case.
 */
int verdict_reach(struct step_verdict *verdict, const struct said_by_user *said,
                  struct topomap_error *error);
const char *verdict_text(const struct step_verdict *verdict);
void verdict_free(struct step_verdict *verdict);

/* Print the command's JSON on standard output. Returns the exit code. */
int policy_print_json(const struct cli_command *command, struct json *json);

int policy_check(int argc, char **argv);
int policy_dry_run(int argc, char **argv);
int policy_explain(int argc, char **argv);

#endif
