/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap --complete: what the completions of all shells ask. Options and actions are those of the
 * tables by which commands parse; words come from the registries that topomap list prints. */
#include "cli/commands.h"

#include "cli/report.h"
#include "common/slurm.h"
#include "draw/output.h"
#include "refine/refine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command line, and what is known of its command. */
struct line {
    int count;              /* words before the last */
    char **words;
    const char *last;       /* the one to be completed */
    const char *option;     /* the option whose value is wanted: "--format" or "-f"; NULL: none */
    size_t option_length;
    char command[64];       /* "graph", "graph convert" */
    char prefix[4096];      /* the part of the last word that stays */
    const char *part;       /* the rest, with which words must begin */
    char name[64];          /* the long name of the option, without dashes */
    char *argument;         /* the name of its argument; NULL: it takes none */
    bool list_options, list_actions;
};

/* Print a word if it continues what is there. */
static void offer(const struct line *line, const char *word, const char *mark, const char *help)
{
    if (strncmp(word, line->part, strlen(line->part)) == 0)
        printf("%s%s%s\t%s\n", line->prefix, word, mark, help ? help : "");
}

/* Keep what stands before the last of `marks`, which separate the items of a list. */
static void skip_items(struct line *line, const char *marks)
{
    const char *at = line->part;
    size_t used = strlen(line->prefix);

    for (const char *c = line->part; *c; c++) {
        if (strchr(marks, *c))
            at = c + 1;
    }
    snprintf(line->prefix + used, sizeof line->prefix - used, "%.*s", (int)(at - line->part),
             line->part);
    line->part = at;
}

/* ---- values --------------------------------------------------------------------------------- */

/* Names up to what is a parameter. */
static void offer_names(const struct line *line, name_getter *get, const char *mark)
{
    const char *name, *summary;
    char word[64];

    for (size_t i = 0; get(i, &name, &summary); i++) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":[ "), name);
        offer(line, word, mark, summary);
    }
}

/* `mark` stands for a parameter that an algorithm must have. */
static void offer_marked_algorithms(struct line *line, const char *mark)
{
    const struct topomap_algorithm *algorithm;
    const struct refinement *refinement;

    skip_items(line, ",/");
    if (strchr(line->part, '+')) {
        skip_items(line, "+");
        for (size_t i = 0; (refinement = refinement_get(i)); i++)
            offer(line, refinement->suffix + 1, "", refinement->summary);
        return;
    }
    offer(line, "auto", "", "the best of several, within the time budget");
    for (size_t i = 0; (algorithm = topomap_algorithm_get(i)); i++)
        offer(line, algorithm->name,
              algorithm->parameter && *algorithm->parameter == ':' ? mark : "",
              algorithm->summary);
}

static void offer_algorithms(struct line *line)
{
    offer_marked_algorithms(line, ":");
}

static void offer_objectives(struct line *line)
{
    skip_items(line, ",/");
    offer_names(line, topomap_objective_get, "");
}

/* The words in lower case of an argument's name: "fast|default|best". */
static void offer_words(const struct line *line, const char *argument)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    char word[64];

    while (*argument) {
        size_t length = strcspn(argument, "|,"), lower = strspn(argument, letters);

        snprintf(word, sizeof word, "%.*s", (int)length, argument);
        if (length && lower == length)
            offer(line, word, "", "");
        argument += length + (argument[length] != '\0');
    }
}

/* The keys of --topomap-opts, and the words of each. */
static void offer_keys(struct line *line)
{
    const struct option_row *row;
    struct text text = {0};
    const char *sign;
    char *argument;

    skip_items(line, ",");
    sign = strchr(line->part, '=');
    if (!sign) {
        for (size_t i = 0; (row = option_get(i)); i++) {
            if (row->scopes & SCOPE_USER)
                offer(line, option_name(row, SCOPE_USER), row->type == OPTION_FLAG ? "" : "=",
                      row->summary);
        }
        return;
    }
    row = option_find(SCOPE_USER, line->part, (size_t)(sign - line->part));
    if (!row)
        return;
    skip_items(line, "=");
    option_argument(row, &text);
    argument = text_take(&text);
    if (argument)
        offer_words(line, argument);
    free(argument);
}

static void offer_parts(struct line *line)
{
    skip_items(line, ",");
    offer_words(line, "p2p|one-sided|collectives");
}

static void offer_jobs(struct line *line)
{
    char *const words[] = {"squeue", "--noheader", "--me", "--format=%i", NULL};
    size_t length;
    char *text = slurm_ask(words, &length), *save = NULL;

    for (char *id = text ? strtok_r(text, "\n", &save) : NULL; id; id = strtok_r(NULL, "\n", &save))
        offer(line, id, "", "");
    free(text);
}

/* Files are meant as often as these: none is offered for an empty word. */
static void offer_networks(struct line *line)
{
    if (*line->part)
        offer_names(line, topomap_network_kind_get, ":");
}

static void offer_graphs(struct line *line)
{
    if (*line->part)
        offer_names(line, topomap_graph_pattern_get, ":");
}

/* What --format names is written. */
static void offer_format(struct line *line)
{
    static const struct {
        const char *command;
        name_getter *get;
    } formats[] = {
        {"graph", topomap_graph_writer_get},   {"network", topomap_network_format_get},
        {"plan", topomap_plan_format_get},     {"compare", report_format_get},
        {"simulate", report_format_get},       {"draw", picture_format_get},
    };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t length = strlen(formats[i].command);

        if (strncmp(line->command, formats[i].command, length) == 0 &&
            strchr(" ", line->command[length])) {
            offer_names(line, formats[i].get, "");
            return;
        }
    }
    offer_words(line, line->argument);
}

static void offer_graph_formats(struct line *line)
{
    offer_names(line, topomap_graph_format_get, "");
}

static const struct {
    const char *option;
    void (*offer)(struct line *line);
} values[] = {
    {"algorithm", offer_algorithms}, {"objective", offer_objectives}, {"format", offer_format},
    {"graph-format", offer_graph_formats}, {"jobid", offer_jobs},     {"part", offer_parts},
    {"network", offer_networks},     {"graph", offer_graphs},         {"topomap-opts", offer_keys},
};

static void offer_value(struct line *line)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strcmp(values[i].option, line->name) == 0) {
            values[i].offer(line);
            return;
        }
    }
    if (strstr(line->argument, ",..."))
        skip_items(line, ",/");
    offer_words(line, line->argument);
}

/* ---- operands ------------------------------------------------------------------------------- */

static void offer_subcommands(struct line *line)
{
    const struct subcommand *command;

    for (size_t i = 0; (command = subcommand_get(i)); i++)
        offer(line, command->name, "", command->summary);
}

/* Options are meant less often: none is offered for an empty word. */
static void offer_help_words(struct line *line)
{
    const struct option_row *row;

    offer_subcommands(line);
    offer_marked_algorithms(line, "");
    offer_names(line, topomap_network_kind_get, "");
    offer_names(line, topomap_objective_get, "");
    if (!*line->part)
        return;
    offer_names(line, command_option_get, "");
    for (size_t i = 0; (row = option_get(i)); i++)
        offer(line, row->name, "", row->summary);
}

static void offer_operand(struct line *line)
{
    if (strcmp(line->command, "list") == 0)
        offer_words(line, "algorithms|refinements|networks|patterns|operations|formats|objectives");
    else if (strcmp(line->command, "help") == 0)
        offer_help_words(line);
    else if (strcmp(line->command, "graph generate") == 0)
        offer_names(line, topomap_graph_pattern_get, ":");
    else if (strncmp(line->command, "network ", 8) == 0)
        offer_networks(line);
}

/* ---- the line ------------------------------------------------------------------------------- */

static void see_option(void *data, char letter, const char *name, const char *argument,
                       const char *help)
{
    struct line *line = data;
    char word[80];

    if (line->list_options) {
        snprintf(word, sizeof word, "--%s", name);
        offer(line, word, "", help);
    }
    if (!line->option || line->argument || !argument || !*argument)
        return;
    if (line->option[1] == '-' ? strlen(name) == line->option_length - 2 &&
                                     strncmp(name, line->option + 2, line->option_length - 2) == 0
                               : line->option_length == 2 && letter == line->option[1]) {
        snprintf(line->name, sizeof line->name, "%s", name);
        line->argument = strdup(argument);
    }
}

static void see_action(void *data, const char *name)
{
    const struct line *line = data;

    if (line->list_actions)
        offer(line, name, "", "");
}

/* Let the command show its tables to the line. */
static void visit(struct line *line)
{
    const struct cli_visitor visitor = {
        .option = see_option, .action = see_action, .data = line,
    };
    const struct subcommand *command;
    /* Commands whose first operand is not an action pass over it. */
    bool action = line->count > 1 && *line->words[1] != '-';
    char *argv[] = {line->words[0], action ? line->words[1] : NULL, NULL};

    snprintf(line->command, sizeof line->command, "%s%s%s", argv[0], action ? " " : "",
             action ? argv[1] : "");
    for (size_t i = 0; (command = subcommand_get(i)); i++) {
        if (strcmp(command->name, argv[0]) != 0)
            continue;
        cli_visit(&visitor);
        command->run(action ? 2 : 1, argv);
        cli_visit(NULL);
    }
}

/* Find the option whose value the last word is. */
static void find_option(struct line *line)
{
    const char *sign = strchr(line->last, '='), *before = line->words[line->count - 1];

    line->part = line->last;
    if (strncmp(line->last, "--", 2) == 0 && sign) {
        line->option = line->last;
        line->option_length = (size_t)(sign - line->last);
        snprintf(line->prefix, sizeof line->prefix, "%.*s", (int)(sign + 1 - line->last),
                 line->last);
        line->part = sign + 1;
    } else if (*before == '-') {
        line->option = before;
        line->option_length = strlen(before);
    }
}

static void complete(struct line *line)
{
    for (int i = 0; i < line->count; i++) {
        /* What follows is another program's command line. */
        if (strcmp(line->words[i], "--") == 0)
            return;
    }
    if (line->count == 0) {
        line->part = line->last;
        offer_subcommands(line);
        offer(line, "--help", "", "show the commands");
        offer(line, "--version", "", "show the version");
        return;
    }
    find_option(line);
    line->list_actions = line->count == 1;
    visit(line);
    if (line->argument) {
        offer_value(line);
    } else if (*line->last == '-') {
        line->list_options = true;
        visit(line);
    } else {
        offer_operand(line);
    }
    free(line->argument);
}

int command_complete(int argc, char **argv)
{
    struct line line = {.count = argc - 2, .words = argv + 1};

    if (argc < 2)
        return TOPOMAP_OK;
    line.last = argv[argc - 1];
    complete(&line);
    return cli_printed(&(struct cli_command){.name = "topomap"});
}
