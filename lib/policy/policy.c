/* SPDX-License-Identifier: BSD-3-Clause */
#include "policy/policy.h"

#include "base/error.h"
#include "base/hint.h"
#include "base/memory.h"
#include "base/text.h"
#include "input/item.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PATTERNS 4096

/* The name under which users may be kept from setting --topomap. */
#define SWITCH "topomap"

const char *const policy_keys[] = {
    "partition", "account", "user", "group", "constraint", "executable", "nodes", "tasks", NULL,
};

struct reader {
    const struct source *source;
    const struct policy_listener *listener; /* or NULL */
    struct topomap_error *error;            /* the last one */
    bool *failed;                           /* whether errors were passed over */
};

/* Pass over the error of an item if someone listens: the items after it can be read. Returns -1 if
 * it ends reading. */
static int pass_over(const struct reader *in)
{
    if (!in->listener || in->error->code == TOPOMAP_INTERNAL)
        return -1;
    in->listener->tell(in->listener->context, in->error);
    *in->failed = true;
    return 0;
}

static void free_rule(struct policy_rule *rule)
{
    for (int key = 0; key < POLICY_KEYS; key++) {
        for (uint32_t i = 0; i < rule->when[key].count; i++)
            free(rule->when[key].pattern[i]);
        free(rule->when[key].pattern);
    }
    ruling_free(&rule->says);
}

void policy_destroy(struct policy *policy)
{
    if (!policy)
        return;
    for (uint32_t i = 0; i < policy->count; i++)
        free_rule(&policy->rule[i]);
    free_rule(&policy->defaults);
    free(policy->rule);
    free(policy->name);
    free(policy);
}

/* Read the words of a scalar or of a list of scalars; free_words frees them. */
static int read_words(const struct reader *in, const struct item *item, char ***words,
                      uint32_t *count)
{
    const struct item *word = item->kind == ITEM_LIST ? item->child : item;
    uint32_t most = item->kind == ITEM_LIST ? item->count : 1;

    if (item->kind == ITEM_MAP)
        return item_fail(in->source, item, in->error, "'%s' is neither a word nor a list of words",
                         item->key);
    if (most > MAX_PATTERNS)
        return item_fail(in->source, item, in->error, "'%s' has more than %d words", item->key,
                         MAX_PATTERNS);
    *words = array_new(most ? most : 1, sizeof **words);
    if (!*words)
        return error_memory(in->error);
    for (; *count < most; word = word->next) {
        if (item_check_kind(in->source, word, ITEM_SCALAR, in->error) < 0)
            return -1;
        if (!*word->text || strpbrk(word->text, "\n\r"))
            return item_fail(in->source, word, in->error, "an empty or broken word");
        (*words)[*count] = strdup(word->text);
        if (!(*words)[*count])
            return error_memory(in->error);
        (*count)++;
    }
    return 0;
}

/* Refuse a key that is neither among `known` nor an option of `scopes`. */
static int unknown_key(const struct reader *in, const struct item *item, const char *const *known,
                       unsigned scopes, bool bounded)
{
    const struct option_row *row;
    struct hint hint;

    hint_init(&hint, item->key, strlen(item->key));
    for (size_t i = 0; known && known[i]; i++)
        hint_offer(&hint, known[i]);
    for (size_t i = 0; (row = option_get(i)); i++) {
        if ((row->scopes & scopes) && (!bounded || row->bounded))
            hint_offer(&hint, row->name);
    }
    return item_fail(in->source, item, in->error, "unknown key '%.60s'%s", item->key,
                     hint_text(&hint));
}

/* ---- values of options ---------------------------------------------------------------------- */

/* YAML has more words for on and off than options have. */
static const char *switch_word(const struct option_row *row, const char *word)
{
    static const char *const words[][2] = {
        {"yes", "on"}, {"true", "on"}, {"no", "off"}, {"false", "off"}};

    for (size_t i = 0; row->type == OPTION_WORD && i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i][0]) == 0 &&
            option_word(row->words, words[i][1], strlen(words[i][1])) >= 0)
            return words[i][1];
    }
    return word;
}

/* A list of names in the syntax of options. */
static char *join(char *const *words, uint32_t count)
{
    struct text text = {0};

    for (uint32_t i = 0; i < count; i++)
        text_printf(&text, "%s%s", i ? "," : "", words[i]);
    return text_take(&text);
}

static void free_words(char **words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(words[i]);
    free(words);
}

/* The text of a value, which the caller frees. NULL with an error. */
static char *read_text(const struct reader *in, const struct option_row *row,
                       const struct item *item)
{
    char **words = NULL, *text = NULL;
    uint32_t count = 0;

    if (item->kind == ITEM_LIST && row->type == OPTION_LIST && item->count > 0) {
        if (read_words(in, item, &words, &count) == 0 && !(text = join(words, count)))
            error_memory(in->error);
        free_words(words, count);
    } else if (item_check_kind(in->source, item, ITEM_SCALAR, in->error) == 0) {
        text = strdup(switch_word(row, item->text));
        if (!text)
            error_memory(in->error);
    }
    return text;
}

static int read_value(const struct reader *in, const struct option_row *row,
                      const struct item *item, struct ruling_values *values)
{
    struct topomap_error why;
    char *text = read_text(in, row, item), called[64];
    int result;

    if (!text)
        return -1;
    snprintf(called, sizeof called, "'%s'", row->name);
    result = option_set(row, &values->settings, called, text, &why);
    if (result == 0)
        result = policy_check_value(row, &values->settings, &why);
    free(text);
    if (result < 0)
        return why.code == TOPOMAP_INTERNAL
                   ? error_memory(in->error)
                   : item_fail(in->source, item, in->error, "%s", why.text);
    values->line[option_index(row)] = item->line;
    return 0;
}

static int read_bound(const struct reader *in, const struct item *item,
                      struct ruling_values *values)
{
    const struct option_row *row = option_find(SCOPE_POLICY, item->key, strlen(item->key));

    return row && row->bounded ? read_value(in, row, item, values)
                               : unknown_key(in, item, NULL, SCOPE_POLICY, true);
}

/* Read a map of options with ordered values: least or most values. */
static int read_bounds(const struct reader *in, const struct item *map,
                       struct ruling_values *values)
{
    if (item_check_kind(in->source, map, ITEM_MAP, in->error) < 0)
        return -1;
    for (const struct item *item = map->child; item; item = item->next) {
        if (read_bound(in, item, values) < 0 && pass_over(in) < 0)
            return -1;
    }
    return 0;
}

/* The option that a word of `locked` names: one that users may set, or --topomap itself. */
static const struct option_row *lockable(const char *name)
{
    return option_find(strcmp(name, SWITCH) == 0 ? SCOPE_POLICY : SCOPE_USER, name, strlen(name));
}

static int refuse_lock(const struct reader *in, const struct item *item, const char *name)
{
    const struct option_row *row;
    struct hint hint;

    hint_init(&hint, name, strlen(name));
    hint_offer(&hint, SWITCH);
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (row->scopes & SCOPE_USER)
            hint_offer(&hint, row->name);
    }
    return item_fail(in->source, item, in->error, "'%.60s' is not an option of users%s", name,
                     hint_text(&hint));
}

static int read_locked(const struct reader *in, const struct item *item, uint32_t *locked)
{
    char **words = NULL;
    uint32_t count = 0;
    int result = read_words(in, item, &words, &count);

    for (uint32_t i = 0; i < count && result == 0; i++) {
        const struct option_row *row = lockable(words[i]);

        if (row)
            locked[option_index(row)] = item->line;
        else if (refuse_lock(in, item, words[i]) < 0)
            result = pass_over(in);
    }
    free_words(words, count);
    return result;
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* Read "16", "16-64", "16-" or "-64". */
static int read_range(const struct reader *in, const struct item *item,
                      struct policy_condition *condition)
{
    const char *at = item->kind == ITEM_SCALAR && item->text ? item->text : "";
    const char *end = at + strlen(at);
    bool good = *at, least, to;

    condition->least = 1;
    condition->most = UINT64_MAX;
    least = good && text_parse_number(&at, end, TOPOMAP_MAX_RANKS, &condition->least) == 0;
    to = good && at < end && *at == '-';
    if (!to)
        condition->most = condition->least;
    at += to;
    if (to && at < end)
        good = text_parse_number(&at, end, TOPOMAP_MAX_RANKS, &condition->most) == 0;
    else
        good = good && least;
    if (!good || at != end || condition->least > condition->most || condition->least < 1)
        return item_fail(in->source, item, in->error,
                         "'%s' needs a number or a range, as 16, 16-64, 16- or -64", item->key);
    return 0;
}

static int read_condition(const struct reader *in, const struct item *item,
                          struct policy_rule *rule)
{
    int key = option_word(policy_keys, item->key, strlen(item->key));
    struct policy_condition *condition = key < 0 ? NULL : &rule->when[key];

    if (!condition)
        return unknown_key(in, item, policy_keys, 0, false);
    condition->line = item->line;
    return key < POLICY_NAMES ? read_words(in, item, &condition->pattern, &condition->count)
                              : read_range(in, item, condition);
}

static int read_conditions(const struct reader *in, const struct item *map,
                           struct policy_rule *rule)
{
    if (item_check_kind(in->source, map, ITEM_MAP, in->error) < 0)
        return -1;
    for (const struct item *item = map->child; item; item = item->next) {
        if (read_condition(in, item, rule) < 0 && pass_over(in) < 0)
            return -1;
    }
    return 0;
}

/* ---- rules ---------------------------------------------------------------------------------- */

static int read_name(const struct reader *in, const struct item *item, struct policy_rule *rule)
{
    if (item_check_kind(in->source, item, ITEM_SCALAR, in->error) < 0)
        return -1;
    if (strpbrk(item->text, "\n\r"))
        return item_fail(in->source, item, in->error, "a name must be one line");
    rule->says.rule = strdup(item->text);
    return rule->says.rule ? 0 : error_memory(in->error);
}

/* Read a member of a rule, or of the defaults, which have neither a name nor conditions. */
static int read_member(const struct reader *in, const struct item *item, bool defaults,
                       struct policy_rule *rule)
{
    static const char *const known[] = {"locked", "least", "most", "name", "match", NULL};
    static const char *const less[] = {"locked", "least", "most", NULL};
    const struct option_row *row = option_find(SCOPE_POLICY, item->key, strlen(item->key));

    if (row)
        return read_value(in, row, item, &rule->says.set);
    switch (option_word(defaults ? less : known, item->key, strlen(item->key))) {
    case 0:
        rule->has_locked = true;
        return read_locked(in, item, rule->says.locked);
    case 1:
        rule->has_least = true;
        return read_bounds(in, item, &rule->says.least);
    case 2:
        rule->has_most = true;
        return read_bounds(in, item, &rule->says.most);
    case 3:
        return read_name(in, item, rule);
    case 4:
        return read_conditions(in, item, rule);
    default:
        return unknown_key(in, item, defaults ? less : known, SCOPE_POLICY, false);
    }
}

static int check_bounds(const struct reader *in, const struct item *map,
                        const struct policy_rule *rule)
{
    const struct ruling *says = &rule->says;
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (says->least.line[i] && says->most.line[i] &&
            ruling_limit(row, &says->least.settings, 0) >
                ruling_limit(row, &says->most.settings, 0))
            return item_fail(in->source, map, in->error, "the least '%s' is above the most",
                             row->name);
    }
    return 0;
}

static int read_rule(const struct reader *in, const struct item *map, bool defaults,
                     struct policy_rule *rule)
{
    if (item_check_kind(in->source, map, ITEM_MAP, in->error) < 0)
        return -1;
    if (ruling_init(&rule->says) < 0)
        return error_memory(in->error);
    rule->says.line = map->line;
    for (const struct item *item = map->child; item; item = item->next) {
        if (read_member(in, item, defaults, rule) < 0 && pass_over(in) < 0)
            return -1;
    }
    return check_bounds(in, map, rule);
}

static int read_rules(const struct reader *in, const struct item *list, struct policy *policy)
{
    if (item_check_kind(in->source, list, ITEM_LIST, in->error) < 0)
        return -1;
    if (list->count > POLICY_MAX_RULES)
        return item_fail(in->source, list, in->error, "more than %d rules", POLICY_MAX_RULES);
    policy->rule = array_new(list->count ? list->count : 1, sizeof *policy->rule);
    if (!policy->rule)
        return error_memory(in->error);
    for (const struct item *item = list->child; item; item = item->next) {
        if (read_rule(in, item, false, &policy->rule[policy->count++]) < 0 && pass_over(in) < 0)
            return -1;
    }
    return 0;
}

static int read_enabled(const struct reader *in, const struct item *item, struct policy *policy)
{
    const struct option_row *row = option_find(SCOPE_SITE, "enabled", strlen("enabled"));
    struct ruling_values values = {.line = {0}};

    if (read_value(in, row, item, &values) < 0)
        return -1;
    policy->enabled = values.settings.enabled;
    policy->enabled_line = item->line;
    return 0;
}

static int read_section(const struct reader *in, const struct item *item, struct policy *policy)
{
    static const char *const known[] = {"enabled", "defaults", "rules", NULL};

    switch (option_word(known, item->key, strlen(item->key))) {
    case 0:
        return read_enabled(in, item, policy);
    case 1:
        return read_rule(in, item, true, &policy->defaults);
    case 2:
        return read_rules(in, item, policy);
    default:
        return unknown_key(in, item, known, 0, false);
    }
}

static int read_policy(const struct reader *in, const struct item *root, struct policy *policy)
{
    if (item_check_kind(in->source, root, ITEM_MAP, in->error) < 0)
        return -1;
    for (const struct item *item = root->child; item; item = item->next) {
        if (read_section(in, item, policy) < 0 && pass_over(in) < 0)
            return -1;
    }
    return 0;
}

/* Read the source into an empty policy. */
static int read_source(const struct reader *in, struct policy *policy)
{
    struct item *root;
    int result;

    policy->enabled = true;
    policy->name = strdup(in->source->name);
    if (!policy->name)
        return error_memory(in->error);
    root = item_load(in->source, in->error);
    result = root ? read_policy(in, root, policy) : -1;
    item_free(root);
    return result;
}

struct policy *policy_parse(const struct source *source, const struct policy_listener *listener,
                            struct topomap_error *error)
{
    struct topomap_error last;
    bool failed = false;
    const struct reader in = {source, listener, &last, &failed};
    struct policy *policy = array_new(1, sizeof *policy);
    int result = policy ? read_source(&in, policy) : error_memory(&last);

    if (result == 0 && !failed)
        return policy;
    if (result < 0 && listener)
        listener->tell(listener->context, &last);
    if (error)
        *error = last;
    policy_destroy(policy);
    return NULL;
}
