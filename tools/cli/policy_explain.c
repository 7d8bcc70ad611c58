/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap policy explain. */
#include "cli/policy.h"

#include "base/error.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *partition, *account, *user, *group, *constraint, *executable, *nodes, *tasks;
    const char *graph, *keys;
    bool json;
} args;

static const struct cli_option options[] = {
    {"partition", 'p', "NAME", "the job's partition", &args.partition, NULL},
    {"account", 'A', "NAME", "its account", &args.account, NULL},
    {"user", 'u', "NAME", "its user", &args.user, NULL},
    {"group", 'g', "NAME,...", "groups of the user [those that are known here]", &args.group, NULL},
    {"constraint", 'C', "FEATURES", "the job's --constraint", &args.constraint, NULL},
    {"executable", 'x', "FILE", "the program of the step", &args.executable, NULL},
    {"nodes", 'N', "N", "nodes of the step", &args.nodes, NULL},
    {"tasks", 'n', "N", "tasks of the step", &args.tasks, NULL},
    {"topomap", 0, "GRAPH", "the user's --topomap", &args.graph, NULL},
    {"topomap-opts", 0, "KEY[=VALUE],...", "the user's --topomap-opts", &args.keys, NULL},
    {"json", 0, NULL, "print JSON", NULL, &args.json},
    {0},
};
static const struct cli_command command = {
    "topomap policy explain",
    "[OPTION]... [FILE]",
    "Say what would happen to a step, and which line decides.",
    "FILE is as in 'topomap policy check'. Exit code 4: a rule depends on something that was not "
    "given.\n"
    "Example:\n"
    "  topomap policy explain -p batch -N 16 -n 256 -u alice -g physics -x ./app "
    "/etc/topomap/policy.yaml\n",
    options,
};

static int read_number(const char *name, const char *text, uint64_t *number)
{
    if (!text || (cli_whole(text, TOPOMAP_MAX_RANKS, number) == 0 && *number > 0))
        return TOPOMAP_OK;
    return cli_usage(&command, "--%s needs a whole number, not '%s'", name, text);
}

/* Copy a text, which may be NULL; false if memory ran out. */
static bool copy(const char *text, char **to)
{
    *to = text ? strdup(text) : NULL;
    return *to || !text;
}

static int read_facts(struct wire_facts *facts)
{
    int code = read_number("nodes", args.nodes, &facts->nodes);

    if (code == TOPOMAP_OK)
        code = read_number("tasks", args.tasks, &facts->tasks);
    if (code != TOPOMAP_OK)
        return code;
    if (!copy(args.partition, &facts->partition) || !copy(args.account, &facts->account) ||
        !copy(args.user, &facts->user) || !copy(args.constraint, &facts->constraint) ||
        !copy(args.executable, &facts->executable) || !copy(args.group, &facts->group))
        return cli_memory(&command);
    if (args.user && !args.group)
        facts->group = user_groups(args.user);
    return TOPOMAP_OK;
}

/* ---- what happens --------------------------------------------------------------------------- */

/* "FILE:LINE" of an option's value; "" if nothing sets it. */
static void name_origin(const struct step_verdict *verdict, const struct option_row *row,
                        char *text, size_t size)
{
    const struct site *site = verdict->site;
    size_t i = option_index(row);
    uint32_t line = verdict->ruling.set.line[i];

    *text = '\0';
    if (row->offset == offsetof(struct settings, enabled))
        line = verdict->ruling.enabled_line;
    if (option_given(row, &verdict->settings))
        snprintf(text, size, "the user");
    else if (line)
        snprintf(text, size, "%s:%u", site->file, line);
    else if (option_given(row, &site->stack.settings))
        snprintf(text, size, "%s:%u", site->stack.file, site->stack.line);
}

/* Whether an option is worth a line: it is set, limited or locked, or bounds what is recorded. */
static bool is_told(const struct step_verdict *verdict, const struct option_row *row)
{
    const struct ruling *ruling = &verdict->ruling;
    size_t i = option_index(row);

    if (!(row->scopes & (SCOPE_SITE | SCOPE_USER)))
        return false;
    return ruling->set.line[i] || ruling->least.line[i] || ruling->most.line[i] ||
           ruling->locked[i] || option_given(row, &verdict->settings) ||
           option_given(row, &verdict->site->stack.settings) || strcmp(row->name, "topomap") == 0 ||
           (row->offset == offsetof(struct settings, record_ranks) &&
            verdict->settings.record_first > 0) ||
           row->offset == offsetof(struct settings, enabled);
}

static char *value_of(const struct option_row *row, const struct settings *settings)
{
    struct text text = {0};

    if (row->offset == offsetof(struct settings, deadline) && settings->deadline == 0)
        text_puts(&text, row->otherwise);
    else if (!option_print(row, settings, &text))
        text_puts(&text, row->otherwise ? row->otherwise : "-");
    else if (!text.length)
        text_puts(&text, "on");
    return text_take(&text);
}

static void print_limit(const struct step_verdict *verdict, const char *word,
                        const struct ruling_values *values, const struct option_row *row)
{
    uint32_t line = values->line[option_index(row)];
    char *value = line ? value_of(row, &values->settings) : NULL;
    bool most = values == &verdict->ruling.most;

    if (value && most && row->offset == offsetof(struct settings, time_budget) &&
        values->settings.time_budget == 0)
        printf("; none can be given (%s:%u)", verdict->site->file, line);
    else if (value)
        printf("; %s %s (%s:%u)", word, value, verdict->site->file, line);
    free(value);
}

static void print_row(const struct step_verdict *verdict, const struct option_row *row)
{
    uint32_t locked = verdict->ruling.locked[option_index(row)];
    char *value = value_of(row, &verdict->settings), origin[4400];

    name_origin(verdict, row, origin, sizeof origin);
    printf("%-14s %s", row->name, value ? value : "");
    if (*origin)
        printf(" (%s)", origin);
    print_limit(verdict, "at least", &verdict->ruling.least, row);
    print_limit(verdict, "at most", &verdict->ruling.most, row);
    if (locked)
        printf("; locked (%s:%u)", verdict->site->file, locked);
    printf("\n");
    free(value);
}

static int print_text(const struct step_verdict *verdict)
{
    const struct ruling *ruling = &verdict->ruling;
    const struct option_row *row;

    printf("%-14s %s\n", "outcome", verdict_text(verdict));
    if (ruling->line && ruling->rule)
        printf("%-14s '%s' (%s:%u)\n", "rule", ruling->rule, verdict->site->file, ruling->line);
    else if (ruling->line)
        printf("%-14s %s:%u\n", "rule", verdict->site->file, ruling->line);
    else
        printf("%-14s none matches\n", "rule");
    if (*verdict->kept)
        printf("%-14s %s\n", "kept", verdict->kept);
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (is_told(verdict, row))
            print_row(verdict, row);
    }
    return cli_printed(&command);
}

static void json_limit(struct json *json, const char *key, const struct ruling_values *values,
                       const struct option_row *row)
{
    uint32_t line = values->line[option_index(row)];
    char *value = line ? value_of(row, &values->settings) : NULL;

    if (!value)
        return;
    json_open(json, key, '{');
    json_string(json, "value", value);
    json_whole(json, "line", line);
    json_close(json, '}');
    free(value);
}

static void json_row(struct json *json, const struct step_verdict *verdict,
                     const struct option_row *row)
{
    uint32_t locked = verdict->ruling.locked[option_index(row)];
    char *value = value_of(row, &verdict->settings), origin[4400];

    name_origin(verdict, row, origin, sizeof origin);
    json_open(json, NULL, '{');
    json_string(json, "option", row->name);
    json_string(json, "value", value);
    json_string(json, "from", *origin ? origin : NULL);
    json_limit(json, "least", &verdict->ruling.least, row);
    json_limit(json, "most", &verdict->ruling.most, row);
    if (locked)
        json_whole(json, "locked", locked);
    json_close(json, '}');
    free(value);
}

static int print_json(const struct step_verdict *verdict)
{
    const struct ruling *ruling = &verdict->ruling;
    const struct option_row *row;
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "policy", verdict->site->file);
    json_string(&json, "outcome", verdict_text(verdict));
    json_whole(&json, "line", ruling->line);
    json_string(&json, "rule", ruling->rule);
    json_string(&json, "kept", *verdict->kept ? verdict->kept : NULL);
    json_open(&json, "options", '[');
    for (size_t i = 0; (row = option_get(i)); i++) {
        if (is_told(verdict, row))
            json_row(&json, verdict, row);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return policy_print_json(&command, &json);
}

static int explain(const struct site *site)
{
    const struct said_by_user said = {.graph = args.graph, .keys = args.keys};
    struct step_verdict verdict = {.site = site};
    struct topomap_error error;
    int code = read_facts(&verdict.facts);

    if (code == TOPOMAP_OK) {
        if (verdict_reach(&verdict, &said, &error) < 0)
            code = cli_fail(&command, &error);
        else
            code = args.json ? print_json(&verdict) : print_text(&verdict);
    }
    verdict_free(&verdict);
    return code;
}

int policy_explain(int argc, char **argv)
{
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    struct site site;

    if (first < 0)
        return code;
    if (argc - first > 1)
        return cli_usage(&command, "unexpected argument '%s'", argv[first + 1]);
    if (site_read(&site, argv[first]) < 0) {
        code = cli_memory(&command);
    } else if (site.problems.errors) {
        /* Without readable files nothing can be explained. */
        problems_print(&site.problems, true);
        code = TOPOMAP_INPUT;
    } else {
        code = explain(&site);
    }
    site_free(&site);
    return code;
}
