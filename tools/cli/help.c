/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap help WORD: what a word of topomap means, whatever kind of word it is. */
#include "base/error.h"
#include "base/hint.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "draw/output.h"
#include "refine/refine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_option options[] = {{0}};

static const struct cli_command command = {
    "topomap help",
    "[COMMAND [ACTION] | WORD]",
    "Explain a command, an option or any other word of topomap.",
    "Words are names of algorithms, refinements, networks, patterns, objectives, formats,\n"
    "operations of recipes and options; or parts of them, and of their summaries.\n"
    "Examples:\n  topomap help plan\n  topomap help multisect\n  topomap help dragonfly\n",
    options,
};

static bool get_algorithm(size_t index, const char **name, const char **summary)
{
    const struct topomap_algorithm *a = topomap_algorithm_get(index);

    if (!a)
        return false;
    *name = a->name;
    *summary = a->summary;
    return true;
}

static bool get_option(size_t index, const char **name, const char **summary)
{
    const struct option_row *row = option_get(index);

    if (!row)
        return false;
    *name = row->name;
    *summary = row->summary;
    return true;
}

static void tell_algorithm(size_t index)
{
    const struct topomap_algorithm *a = topomap_algorithm_get(index);

    if (a->parameter && *a->parameter)
        printf("  form: %s%s\n", a->name, a->parameter);
    printf("  source: %s\n  needs: %s; work: %s\n", a->source, a->needs, a->complexity);
}

/* The places where an option may be set, and how it is written there. */
static void tell_option(size_t index)
{
    static const struct {
        unsigned scope;
        const char *where;
        const char *mark;
    } places[] = {
        {SCOPE_PLAN, "topomap plan --", " "},
        {SCOPE_EVAL, "topomap eval --", " "},
        {SCOPE_COMPARE, "topomap compare --", " "},
        {SCOPE_SIMULATE, "topomap simulate --", " "},
        {SCOPE_NETWORK, "topomap network --", " "},
        {SCOPE_PROFILE, "topomap profile --", " "},
        {SCOPE_USER, "srun --topomap-opts=", "="},
        {SCOPE_SITE, "plugstack.conf: ", "="},
        {SCOPE_POLICY, "policy: ", ": "},
    };
    const struct option_row *row = option_get(index);
    struct text argument = {0};
    char *value;

    option_argument(row, &argument);
    value = text_take(&argument);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (row->scopes & places[i].scope)
            printf("  %s%s%s%s\n", places[i].where, option_name(row, places[i].scope),
                   value && *value ? places[i].mark : "", value ? value : "");
    }
    free(value);
}

/* The name of an option of the recorder in topomap profile; NULL: there is none. */
static const char *recorder_option(size_t index)
{
    const struct option_row *row = option_get(index);

    return row->scopes & SCOPE_PROFILE ? option_name(row, SCOPE_PROFILE) : NULL;
}

static const struct topic {
    const char *kind;
    name_getter *get;
    void (*tell)(size_t index);        /* more about one; NULL: there is no more */
    const char *(*also)(size_t index); /* its second name or NULL; NULL: none has any */
} topics[] = {
    {"algorithm", get_algorithm, tell_algorithm, NULL},
    {"refinement", refinement_name_get, NULL, NULL},
    {"network", topomap_network_kind_get, NULL, NULL},
    {"pattern", topomap_graph_pattern_get, NULL, NULL},
    {"objective", topomap_objective_get, NULL, NULL},
    {"operation of recipes", topomap_recipe_operation_get, NULL, NULL},
    {"option", get_option, tell_option, recorder_option},
    {"option", command_option_get, command_option_tell, NULL},
    {"graph format", topomap_graph_format_get, NULL, NULL},
    {"network format", topomap_network_format_get, NULL, NULL},
    {"plan format", topomap_plan_format_get, NULL, NULL},
    {"report format", report_format_get, NULL, NULL},
    {"picture format", picture_format_get, NULL, NULL},
};

#define TOPICS (sizeof topics / sizeof *topics)

/* Whether `word` is the name, which may have a parameter or stand in brackets behind it.
 * Refinements are known without their "+", too. */
static bool is_name(const char *name, const char *word)
{
    size_t length;

    name += *name == '+' && *word != '+';
    length = strcspn(name, ":[ ");
    return strlen(word) == length && strncmp(name, word, length) == 0;
}

/* Whether number `index` of a topic, called `name`, is called `word`. */
static bool is_called(const struct topic *topic, size_t index, const char *name, const char *word)
{
    const char *also = topic->also ? topic->also(index) : NULL;

    return is_name(name, word) || (also && is_name(also, word));
}

/* Tell of all that is called `word`, or of all that has it in name or summary, unless `quiet`. How
 * many they are. */
static size_t tell(const char *word, bool anywhere, bool quiet)
{
    const char *name, *summary;
    size_t found = 0;

    for (const struct topic *topic = topics; topic < topics + TOPICS; topic++) {
        for (size_t i = 0; topic->get(i, &name, &summary); i++) {
            if (anywhere ? !strstr(name, word) && !strstr(summary, word)
                         : !is_called(topic, i, name, word))
                continue;
            found++;
            if (quiet)
                continue;
            printf("%s %s: %s\n", topic->kind, name, summary);
            if (!anywhere && topic->tell)
                topic->tell(i);
        }
    }
    return found;
}

static int refuse(const char *word)
{
    const char *name, *summary;
    struct hint hint;

    hint_init(&hint, word, strlen(word));
    for (const struct topic *topic = topics; topic < topics + TOPICS; topic++) {
        for (size_t i = 0; topic->get(i, &name, &summary); i++)
            hint_offer(&hint, name);
    }
    return cli_usage(&command, "topomap has no word '%s'%s", word, hint_text(&hint));
}

/* Tell of a word, or of each part of a name with refinements, as in multisect+swap; `quiet`: only
 * whether all of them are known. */
static int tell_parts(char *word, bool quiet)
{
    char *refinement = *word ? strchr(word + 1, '+') : NULL;

    if (refinement)
        *refinement = '\0';
    if (!*word || (!tell(word, false, quiet) && !tell(word, true, quiet)))
        return refuse(word);
    if (!refinement)
        return TOPOMAP_OK;
    *refinement = '+';
    return tell_parts(refinement, quiet);
}

/* An option may be given as it is written on a command line. */
static void strip_dashes(int argc, char **argv)
{
    if (argc == 2 && strncmp(argv[1], "--", 2) == 0 && strcmp(argv[1], "--help") != 0 &&
        strcmp(argv[1], "--version") != 0)
        argv[1] += 2;
}

int command_help(int argc, char **argv)
{
    int code = TOPOMAP_OK, first;

    strip_dashes(argc, argv);
    first = cli_parse(&command, argc, argv, &code);
    if (first < 0)
        return code;
    if (argc - first != 1)
        return cli_usage(&command, "give one word only");
    code = tell_parts(argv[first], true);
    if (code)
        return code;
    tell_parts(argv[first], false);
    return cli_printed(&command);
}
