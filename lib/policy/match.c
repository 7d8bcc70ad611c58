/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the rule that decides about a step, and its result. */
#include "base/holds.h"
#include "policy/policy.h"

#include "base/error.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum answer { NO, YES, UNKNOWN, NO_MEMORY };

static const char *name_of(const struct wire_facts *facts, enum policy_key key)
{
    const char *const names[POLICY_NAMES] = {
        [POLICY_PARTITION] = facts->partition,   [POLICY_ACCOUNT] = facts->account,
        [POLICY_USER] = facts->user,             [POLICY_GROUP] = facts->group,
        [POLICY_CONSTRAINT] = facts->constraint, [POLICY_EXECUTABLE] = facts->executable,
    };

    return names[key];
}

/* Separators of names: a comma between groups or partitions; a constraint has operators and
 * counts. */
static const char *const marks[POLICY_NAMES] = {
    [POLICY_PARTITION] = ",",
    [POLICY_ACCOUNT] = "",
    [POLICY_USER] = "",
    [POLICY_GROUP] = ",",
    [POLICY_CONSTRAINT] = "&|,[]()*",
    [POLICY_EXECUTABLE] = "",
};

bool policy_fits(enum policy_key key, const char *pattern, const char *name)
{
    const char *last = strrchr(name, '/');

    /* A pattern without a folder is matched against the name of the file alone. */
    if (key == POLICY_EXECUTABLE && !strchr(pattern, '/') && last)
        name = last + 1;
    return fnmatch(pattern, name, 0) == 0;
}

static bool is_matched(const struct policy_condition *condition, enum policy_key key,
                       const char *name)
{
    for (uint32_t i = 0; i < condition->count; i++) {
        if (policy_fits(key, condition->pattern[i], name))
            return true;
    }
    return false;
}

/* Whether one of the names matches; a text without names counts as one empty name. */
static enum answer match_names(const struct policy_condition *condition, enum policy_key key,
                               const char *names)
{
    char *copy = strdup(names), *at = copy;
    enum answer answer = NO;

    if (!copy)
        return NO_MEMORY;
    for (bool first = true; answer == NO && (first || *at); first = false) {
        size_t length = strcspn(at, marks[key]);
        bool more = at[length], counted = at[length] == '*';

        at[length] = '\0';
        if ((length || !more) && is_matched(condition, key, at))
            answer = YES;
        at += length + more;
        at += counted ? strspn(at, "0123456789") : 0;
    }
    free(copy);
    return answer;
}

static enum answer match(const struct policy_rule *rule, enum policy_key key,
                         const struct wire_facts *facts)
{
    const struct policy_condition *condition = &rule->when[key];
    uint64_t number = key == POLICY_NODES ? facts->nodes : facts->tasks;

    if (!condition->line)
        return YES;
    if (key < POLICY_NAMES)
        return name_of(facts, key) ? match_names(condition, key, name_of(facts, key)) : UNKNOWN;
    if (number == 0)
        return UNKNOWN;
    return number >= condition->least && number <= condition->most ? YES : NO;
}

/* Whether a rule matches. If that is not known, *unknown is the key that it depends on. */
static enum answer match_rule(const struct policy_rule *rule, const struct wire_facts *facts,
                              enum policy_key *unknown)
{
    enum answer answer = YES;

    for (int key = 0; key < POLICY_KEYS; key++) {
        switch (match(rule, key, facts)) {
        case NO:
            return NO;
        case NO_MEMORY:
            return NO_MEMORY;
        case UNKNOWN:
            *unknown = (enum policy_key)key;
            answer = UNKNOWN;
            break;
        case YES:
            break;
        }
    }
    return answer;
}

/* Whether a value has been set, perhaps by another row with the same field. */
static bool is_said(const uint32_t *line, const struct option_row *row)
{
    const struct option_row *other;

    for (size_t i = 0; (other = option_get(i)); i++) {
        if (line[i] && other->offset == row->offset)
            return true;
    }
    return false;
}

/* Add the values that have not been set yet. */
static int add_values(struct ruling_values *values, const struct ruling_values *more)
{
    const struct option_row *row;
    uint32_t line[OPTION_MOST];

    memcpy(line, values->line, sizeof line);
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (!more->line[i] || is_said(line, row))
            continue;
        if (option_copy(row, &more->settings, &values->settings) < 0)
            return -1;
        values->line[i] = more->line[i];
    }
    return 0;
}

static int add_rule(struct ruling *ruling, const struct policy_rule *rule, bool locked, bool least,
                    bool most)
{
    if (locked)
        memcpy(ruling->locked, rule->says.locked, sizeof ruling->locked);
    if (add_values(&ruling->set, &rule->says.set) < 0 ||
        (least && add_values(&ruling->least, &rule->says.least) < 0) ||
        (most && add_values(&ruling->most, &rule->says.most) < 0))
        return -1;
    return 0;
}

/* `rule` is NULL if none decides. */
static int rule_out(const struct policy *policy, const struct policy_rule *rule,
                    struct ruling *ruling)
{
    const struct policy_rule *defaults = &policy->defaults;

    ruling->enabled = policy->enabled;
    ruling->enabled_line = policy->enabled_line;
    if (rule) {
        ruling->line = rule->says.line;
        if (rule->says.rule && !(ruling->rule = strdup(rule->says.rule)))
            return -1;
        if (add_rule(ruling, rule, true, true, true) < 0)
            return -1;
    }
    return add_rule(ruling, defaults, !rule || !rule->has_locked, !rule || !rule->has_least,
                    !rule || !rule->has_most);
}

int policy_decide(const struct policy *policy, const struct wire_facts *facts,
                  struct ruling *ruling, struct topomap_error *error)
{
    const struct policy_rule *found = NULL;
    enum policy_key unknown = POLICY_KEYS;

    for (uint32_t i = 0; i < policy->count && !found; i++) {
        enum answer answer = match_rule(&policy->rule[i], facts, &unknown);

        if (answer == NO_MEMORY)
            return error_memory(error);
        HOLDS(policy->rule && (answer != UNKNOWN || unknown < POLICY_KEYS));
        if (answer == UNKNOWN)
            return error_set(error, TOPOMAP_IMPOSSIBLE, "%.200s:%u: the rule depends on "
                             "the %s, which is unknown", policy->name,
                             policy->rule[i].when[unknown].line, policy_keys[unknown]);
        if (answer == YES)
            found = &policy->rule[i];
    }
    if (ruling_init(ruling) < 0)
        return error_memory(error);
    if (rule_out(policy, found, ruling) == 0)
        return 0;
    ruling_free(ruling);
    return error_memory(error);
}
