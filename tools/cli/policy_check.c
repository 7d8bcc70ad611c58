/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap policy check. */
#include "cli/policy.h"

#include "base/error.h"
#include "base/json.h"
#include "base/trust.h"

#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool want_json;
static const struct cli_option options[] = {
    {"json", 0, NULL, "print JSON", NULL, &want_json},
    {0},
};
static const struct cli_command command = {
    "topomap policy check",
    "[OPTION]... [FILE]",
    "Check a policy, or plugstack.conf with the policy that it names.",
    "Without FILE it is the plugstack.conf beside slurm.conf. Exit codes: 0 no errors, 3 errors.\n"
    "Example:\n  topomap policy check /etc/topomap/policy.yaml\n",
    options,
};

/* Whether a pattern is a plain name that nobody here has. */
static bool is_nobody(enum policy_key key, const char *pattern)
{
    if (strpbrk(pattern, "*?[\\"))
        return false;
    if (key == POLICY_USER)
        return !getpwnam(pattern);
    return key == POLICY_GROUP && !getgrnam(pattern);
}

/* Whether a pattern holds a character that no name has, as "a,b" for [a, b]. */
static bool is_list(enum policy_key key, const char *pattern)
{
    return key != POLICY_EXECUTABLE && strpbrk(pattern, key == POLICY_CONSTRAINT ? "&|,()" : ",");
}

static void check_names(struct site *site, const struct policy_rule *rule)
{
    for (int key = 0; key < POLICY_NAMES; key++) {
        const struct policy_condition *condition = &rule->when[key];

        for (uint32_t i = 0; i < condition->count; i++) {
            const char *pattern = condition->pattern[i];

            if (is_list((enum policy_key)key, pattern))
                problems_add(&site->problems, site->file, condition->line, true,
                             "'%s' matches no %s, as each is compared on its own: several patterns "
                             "are written as [A, B]", pattern, policy_keys[key]);
            else if (is_nobody((enum policy_key)key, pattern))
                problems_add(&site->problems, site->file, condition->line, true,
                             "there is no %s '%s' here", policy_keys[key], pattern);
        }
    }
}

/* Check the limits of a rule against those of the defaults, which hold where it sets none. */
static void check_limits(struct site *site, const struct policy_rule *rule)
{
    const struct policy_rule *defaults = &site->policy->defaults;
    const struct ruling_values *least = rule->has_least ? &rule->says.least : &defaults->says.least;
    const struct ruling_values *most = rule->has_most ? &rule->says.most : &defaults->says.most;
    const struct option_row *row;

    if (rule->has_least == rule->has_most)
        return;
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (least->line[i] && most->line[i] &&
            ruling_limit(row, &least->settings, 0) > ruling_limit(row, &most->settings, 0))
            problems_add(&site->problems, site->file,
                         rule->has_least ? least->line[i] : most->line[i], true,
                         "the least '%s' is above the most, which counts: see line %u", row->name,
                         rule->has_least ? most->line[i] : least->line[i]);
    }
}

/* Check that users can reach what an option names. A store may be for a group of them. The policy
 * has been checked. */
static void check_reach(struct site *site, const char *file, uint32_t line,
                        const struct option_row *row, const struct settings *settings)
{
    bool store = row->offset == offsetof(struct settings, store);
    struct topomap_error error;
    struct text text = {0};
    char *path;

    if (row->type != OPTION_PATH || row->words ||
        row->offset == offsetof(struct settings, policy) || !option_print(row, settings, &text))
        return;
    path = text_take(&text);
    site->problems.failed |= !path;
    if (path && access(path, F_OK) == 0 && reach_check(path, S_IROTH, &error) < 0)
        problems_add(&site->problems, file, line, store, "'%s': srun runs as the user, and %s",
                     row->name, error.text);
    free(path);
}

/* Say what limits of 0 mean for options whose 0 is a default. */
static void check_zeros(struct site *site, const struct ruling_values *values, bool most)
{
    const struct option_row *deadline = option_find(SCOPE_POLICY, "deadline", strlen("deadline"));
    const struct option_row *budget = option_find(SCOPE_POLICY, "time-budget",
                                                  strlen("time-budget"));
    uint32_t line = values->line[option_index(deadline)];

    if (line && values->settings.deadline == 0)
        problems_add(&site->problems, site->file, line, true,
                     "'deadline' of 0 is the default deadline: %s", deadline->otherwise);
    line = values->line[option_index(budget)];
    if (most && line && values->settings.time_budget == 0)
        problems_add(&site->problems, site->file, line, true,
                     "'time-budget' of at most 0: users can give none");
}

/* Check for settings of a rule that make no sense, or not the sense that they seem to make. */
static void check_sense(struct site *site, const struct ruling *says)
{
    const struct option_row *mode = option_find(SCOPE_POLICY, "topomap", strlen("topomap"));
    const struct option_row *row;
    size_t i = option_index(mode);

    if (says->locked[i] && (!says->set.line[i] || says->set.settings.mode == MODE_ASKED))
        problems_add(&site->problems, site->file, says->locked[i], true,
                     "'topomap' is locked, so nobody can ask, and nothing is placed");
    check_zeros(site, &says->least, false);
    check_zeros(site, &says->most, true);
    for (i = 0; (row = option_get(i)); i++) {
        if (!says->set.line[i])
            continue;
        stack_check_file(&site->problems, site->file, says->set.line[i], row, &says->set.settings);
        check_reach(site, site->file, says->set.line[i], row, &says->set.settings);
    }
}

static void check_stack(struct site *site)
{
    const struct plugstack *stack = &site->stack;
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        if (option_given(row, &stack->settings))
            check_reach(site, stack->file, stack->line, row, &stack->settings);
    }
}

void site_check(struct site *site)
{
    const struct policy *policy = site->policy;

    check_stack(site);
    if (!policy)
        return;
    check_sense(site, &policy->defaults.says);
    for (uint32_t i = 0; i < policy->count; i++) {
        char *never = policy_never(policy, i);

        if (never)
            problems_add(&site->problems, site->file, policy->rule[i].says.line, true,
                         "the rule can never match: %s", never);
        free(never);
        check_names(site, &policy->rule[i]);
        check_limits(site, &policy->rule[i]);
        check_sense(site, &policy->rule[i].says);
    }
}

/* ---- output --------------------------------------------------------------------------------- */

static int print_json(const struct site *site)
{
    const struct problems *problems = &site->problems;
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "plugstack", site->stack.file);
    json_string(&json, "policy", site->file);
    json_whole(&json, "rules", site->policy ? site->policy->count : 0);
    json_whole(&json, "errors", problems->errors);
    json_open(&json, "problems", '[');
    for (size_t i = 0; i < problems->count; i++) {
        json_open(&json, NULL, '{');
        json_string(&json, "file", problems->list[i].file);
        json_whole(&json, "line", problems->list[i].line);
        json_string(&json, "severity", problems->list[i].warning ? "warning" : "error");
        json_string(&json, "message", problems->list[i].text);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return policy_print_json(&command, &json);
}

static int print_text(const struct site *site)
{
    const struct problems *problems = &site->problems;

    problems_print(problems, false);
    if (problems->errors)
        return TOPOMAP_OK;
    if (site->stack.file)
        printf("%s:%u: the plugin's arguments are good\n", site->stack.file, site->stack.line);
    if (site->policy)
        printf("%s: %u rule%s, %s\n", site->file, site->policy->count,
               site->policy->count == 1 ? "" : "s", problems->count ? "with warnings" : "good");
    return cli_printed(&command);
}

int policy_check(int argc, char **argv)
{
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    struct site site;

    if (first < 0)
        return code;
    if (argc - first > 1)
        return cli_usage(&command, "unexpected argument '%s'", argv[first + 1]);
    if (site_read(&site, argv[first]) < 0) {
        site_free(&site);
        return cli_memory(&command);
    }
    site_check(&site);
    code = want_json ? print_json(&site) : print_text(&site);
    if (code == TOPOMAP_OK && site.problems.errors)
        code = TOPOMAP_INPUT;
    if (site.problems.failed)
        code = cli_memory(&command);
    site_free(&site);
    return code;
}
