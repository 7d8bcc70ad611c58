/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds rules that can never decide. */
#include "policy/policy.h"

#include "base/text.h"

#include <string.h>

/* Whether `more` matches everything that `less` matches, as far as that is easy to tell. */
static bool covers_pattern(enum policy_key key, const char *more, const char *less)
{
    if (strcmp(more, "*") == 0 || strcmp(more, less) == 0)
        return true;
    return !strpbrk(less, "*?[\\") && policy_fits(key, more, less);
}

static bool covers_name(enum policy_key key, const struct policy_condition *more, const char *less)
{
    for (uint32_t i = 0; i < more->count; i++) {
        if (covers_pattern(key, more->pattern[i], less))
            return true;
    }
    return false;
}

static bool covers(const struct policy_rule *more, const struct policy_rule *less)
{
    for (int key = 0; key < POLICY_KEYS; key++) {
        const struct policy_condition *a = &more->when[key], *b = &less->when[key];

        if (!a->line)
            continue;
        if (!b->line)
            return false;
        for (uint32_t i = 0; i < b->count; i++) {
            if (!covers_name((enum policy_key)key, a, b->pattern[i]))
                return false;
        }
        if (key >= POLICY_NAMES && (b->least < a->least || b->most > a->most))
            return false;
    }
    return true;
}

/* The key whose condition is an empty list, which nothing matches. */
static int empty_key(const struct policy_rule *rule)
{
    for (int key = 0; key < POLICY_NAMES; key++) {
        if (rule->when[key].line && !rule->when[key].count)
            return key;
    }
    return -1;
}

char *policy_never(const struct policy *policy, uint32_t index)
{
    const struct policy_rule *rule = &policy->rule[index];
    const struct policy_condition *nodes = &rule->when[POLICY_NODES];
    const struct policy_condition *tasks = &rule->when[POLICY_TASKS];
    struct text text = {0};
    int empty = empty_key(rule);

    if (empty >= 0) {
        text_printf(&text, "its list '%s' is empty", policy_keys[empty]);
        return text_take(&text);
    }
    if (nodes->line && tasks->line && nodes->least > tasks->most) {
        text_puts(&text, "no step has more nodes than tasks");
        return text_take(&text);
    }
    for (uint32_t i = 0; i < index; i++) {
        if (!covers(&policy->rule[i], rule))
            continue;
        text_printf(&text, "the rule on line %u matches everything that it matches",
                    policy->rule[i].says.line);
        return text_take(&text);
    }
    return NULL;
}
