/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The site's policy: which steps topomap places, and how. The YAML text has settings for all steps
 * and rules for some of them; the first rule that matches a step decides. See topomap-policy(5).
 */
#ifndef POLICY_POLICY_H
#define POLICY_POLICY_H

#include "input/source.h"
#include "wire/ruling.h"

/* Limits of the file's size and of the number of rules. */
#define POLICY_MAX_BYTES (UINT64_C(1) << 20)
#define POLICY_MAX_RULES 4096

/* What a rule can depend on: names first, then numbers. */
enum policy_key {
    POLICY_PARTITION,
    POLICY_ACCOUNT,
    POLICY_USER,
    POLICY_GROUP,
    POLICY_CONSTRAINT,
    POLICY_EXECUTABLE,
    POLICY_NAMES, /* number of keys that are names */
    POLICY_NODES = POLICY_NAMES,
    POLICY_TASKS,
    POLICY_KEYS,
};

extern const char *const policy_keys[];

/* A condition: a name matches one of the patterns, or a number is from least to most. Without a
 * line it always holds. */
struct policy_condition {
    uint32_t line;
    char **pattern; /* [count], in the syntax of fnmatch(3) */
    uint32_t count;
    uint64_t least, most;
};

struct policy_rule {
    struct ruling says; /* the rule's line, name and settings */
    bool has_locked, has_least, has_most; /* whether these are given, if only as empty lists */
    struct policy_condition when[POLICY_KEYS]; /* conditions, all of which must hold */
};

struct policy {
    char *name;                  /* of the file */
    bool enabled;
    uint32_t enabled_line;       /* 0: not given */
    struct policy_rule defaults; /* apply where the deciding rule sets nothing */
    struct policy_rule *rule;    /* [count], in the order of the file */
    uint32_t count;
};

/* Who is told each error of a policy. */
struct policy_listener {
    void (*tell)(void *context, const struct topomap_error *error);
    void *context;
};

/*
 * Read a policy. NULL with TOPOMAP_INPUT and `name:line: `. The first error ends reading unless
 * there is a listener (or NULL): it is told all errors that do not follow from others, the last of
 * which is also in *error. policy_destroy accepts NULL.
 */
struct policy *policy_parse(const struct source *source, const struct policy_listener *listener,
                            struct topomap_error *error);
void policy_destroy(struct policy *policy);

/*
 * Apply the policy to a step; ruling_free frees the ruling. TOPOMAP_IMPOSSIBLE, used for nothing
 * else: the decision depends on something that is not known of the step; the message names it.
 */
int policy_decide(const struct policy *policy, const struct wire_facts *facts,
                  struct ruling *ruling, struct topomap_error *error);

/* Whether a pattern of a condition on names matches a name. */
bool policy_fits(enum policy_key key, const char *pattern, const char *name);

/*
 * Why a rule can never decide: its conditions contradict each other, or an earlier rule matches
 * everything that it matches. Returns a message that the caller frees; NULL if no such reason is
 * found, or memory ran out.
 */
char *policy_never(const struct policy *policy, uint32_t rule);

/*
 * Check an option's value further than option_set does: names of algorithms and objectives, and the
 * form of weights, are only known to the planner. TOPOMAP_USAGE tells what is wrong.
 */
int policy_check_value(const struct option_row *row, const struct settings *settings,
                       struct topomap_error *error);

#endif
