/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The site's policy: which steps topomap places, and how. A text of YAML has settings for all
 * steps, and rules for some; the first rule that matches a step decides. See topomap-policy(5).
 */
#ifndef POLICY_POLICY_H
#define POLICY_POLICY_H

#include "input/source.h"
#include "wire/ruling.h"

/* Largest file, and most rules in it. */
#define POLICY_MAX_BYTES (UINT64_C(1) << 20)
#define POLICY_MAX_RULES 4096

/* What a rule may look at: names first, then numbers. */
enum policy_key {
    POLICY_PARTITION,
    POLICY_ACCOUNT,
    POLICY_USER,
    POLICY_GROUP,
    POLICY_CONSTRAINT,
    POLICY_EXECUTABLE,
    POLICY_NAMES, /* how many are names */
    POLICY_NODES = POLICY_NAMES,
    POLICY_TASKS,
    POLICY_KEYS,
};

extern const char *const policy_keys[];

/* A condition: one of the patterns, or a number from least to most. Without line it holds. */
struct policy_condition {
    uint32_t line;
    char **pattern; /* [count], as fnmatch(3) takes them */
    uint32_t count;
    uint64_t least, most;
};

struct policy_rule {
    struct ruling says; /* its line and name, and what it says */
    bool has_locked, has_least, has_most; /* also if they are empty */
    struct policy_condition when[POLICY_KEYS]; /* all must hold */
};

struct policy {
    char *name;                  /* of the file */
    bool enabled;
    uint32_t enabled_line;       /* 0: it is not said */
    struct policy_rule defaults; /* holds for what the rule that decides leaves open */
    struct policy_rule *rule;    /* [count], in order */
    uint32_t count;
};

/* Read a policy. NULL with TOPOMAP_INPUT and `name:line: `. policy_destroy takes NULL too. */
struct policy *policy_parse(const struct source *source, struct topomap_error *error);
void policy_destroy(struct policy *policy);

/*
 * What the policy says of a step; free it with ruling_free. TOPOMAP_IMPOSSIBLE: the rule that
 * decides depends on something that is not known of the step; the message names it.
 */
int policy_decide(const struct policy *policy, const struct wire_facts *facts,
                  struct ruling *ruling, struct topomap_error *error);

/*
 * Why a rule can never decide: its conditions contradict each other, or a rule before it matches
 * all that it matches. A message that the caller frees; NULL: it can, as far as this can tell, or
 * memory is out.
 */
char *policy_never(const struct policy *policy, uint32_t rule);

/*
 * Whether the value of an option means anything to the planner: names of algorithms and of
 * objectives are known there only. TOPOMAP_USAGE tells what does not.
 */
int policy_check_value(const struct option_row *row, const struct settings *settings,
                       struct topomap_error *error);

#endif
