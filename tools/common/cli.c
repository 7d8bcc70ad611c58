/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/cli.h"

#include "base/hint.h"
#include "base/text.h"
#include "option/option.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef cli_fail
#undef cli_memory
#undef cli_usage

#define MAX_OPTIONS 96
#define HELP_LEFT 33 /* columns for an option and its argument */
#define HELP_WIDTH 100
enum { FOUND_HELP = 1000, FOUND_VERSION, FOUND_OWN, FOUND_SETTING = FOUND_OWN + MAX_OPTIONS };

static size_t option_count(const struct cli_command *command)
{
    size_t count = 0;

    while (command->options[count].name)
        count++;
    return count;
}

/* The state of parsing a command line. */
struct parse {
    const struct cli_command *command;
    unsigned scope;            /* scope of the schema's options; 0: none */
    struct settings *settings; /* where their values go */
};

/* The next row of the schema, from *at on, that is an option of the command; NULL after the last
 * one. */
static const struct option_row *next_setting(const struct parse *parse, size_t *at)
{
    const struct option_row *row;

    while ((row = option_get((*at)++))) {
        if (row->scopes & parse->scope)
            return row;
    }
    return NULL;
}

/* Print words in lines of limited length, from `column` on. */
static void print_words(const char *text, int column)
{
    while (*text) {
        int length = (int)strcspn(text, " ");

        if (column + 1 + length > HELP_WIDTH)
            column = printf("\n%*s", HELP_LEFT, "") - 1;
        column += printf(" %.*s", length, text);
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static const struct cli_visitor *visitor;

void cli_visit(const struct cli_visitor *who)
{
    visitor = who;
}

static void print_option(char letter, const char *name, const char *argument, const char *help)
{
    char left[80];

    if (visitor) {
        if (visitor->option)
            visitor->option(visitor->data, letter, name, argument, help);
        return;
    }
    snprintf(left, sizeof left, "  %c%c%c --%s%s%s ", letter ? '-' : ' ', letter ? letter : ' ',
             letter ? ',' : ' ', name, argument && *argument ? " " : "", argument ? argument : "");
    print_words(help, printf("%-*s", HELP_LEFT, left));
}

static void print_setting(const struct parse *parse, const struct option_row *row)
{
    const char *otherwise = row->preset ? row->preset : row->otherwise;
    struct text argument = {0}, help = {0};
    char *called, *told;

    option_argument(row, &argument);
    text_printf(&help, otherwise ? "%s [%s]" : "%s", row->summary, otherwise);
    called = text_take(&argument);
    told = text_take(&help);
    print_option(row->letter, option_name(row, parse->scope), called, told ? told : row->summary);
    free(called);
    free(told);
}

/* Print the options, or show the command to the visitor. */
static void print_options(const struct parse *parse)
{
    const struct cli_command *command = parse->command;
    const struct option_row *row;

    if (visitor && visitor->command)
        visitor->command(visitor->data, command);
    for (size_t i = 0; i < option_count(command); i++) {
        const struct cli_option *o = &command->options[i];

        if (o->help)
            print_option(o->letter, o->name, o->argument, o->help);
    }
    for (size_t at = 0; (row = next_setting(parse, &at));)
        print_setting(parse, row);
    print_option(0, "help", NULL, "show this help");
    print_option(0, "version", NULL, "show the version");
}

static void print_help(const struct parse *parse)
{
    const struct cli_command *command = parse->command;

    printf("Usage: %s %s\n%s\n\n", command->name, command->operands, command->summary);
    print_options(parse);
    if (command->epilog)
        printf("\n%s", command->epilog);
}

int cli_usage(const struct cli_command *command, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", command->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry '%s --help'.\n", command->name);
    return TOPOMAP_USAGE;
}

void cli_warn(const struct cli_command *command, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: warning: ", command->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    putc('\n', stderr);
}

int cli_fail(const struct cli_command *command, const struct topomap_error *error)
{
    fprintf(stderr, "%s: %s\n", command->name, error->text);
    return (int)error->code;
}

int cli_memory(const struct cli_command *command)
{
    struct topomap_error error;

    error_memory(&error);
    return cli_fail(command, &error);
}

int cli_printed(const struct cli_command *command)
{
    struct topomap_error error;

    return cli_flush(&error) < 0 ? cli_fail(command, &error) : TOPOMAP_OK;
}

/* The tables for getopt_long. */
struct getopt_tables {
    struct option options[MAX_OPTIONS + 3];
    char letters[2 * MAX_OPTIONS + 2];
    size_t count, at;
};

static void add_option(struct getopt_tables *tables, const char *name, char letter, bool argument,
                       int found)
{
    if (tables->count == MAX_OPTIONS)
        return;
    tables->options[tables->count++] =
        (struct option){name, argument ? required_argument : no_argument, NULL, found};
    if (!letter)
        return;
    tables->letters[tables->at++] = letter;
    if (argument)
        tables->letters[tables->at++] = ':';
}

static void fill_tables(const struct parse *parse, struct getopt_tables *tables)
{
    const struct cli_command *command = parse->command;
    const struct option_row *row;

    *tables = (struct getopt_tables){.letters = ":"}; /* makes getopt_long report missing
                                                       * arguments as such */
    tables->at = 1;
    for (size_t i = 0; i < option_count(command); i++) {
        const struct cli_option *o = &command->options[i];

        add_option(tables, o->name, o->letter, o->argument, FOUND_OWN + (int)i);
    }
    for (size_t at = 0; (row = next_setting(parse, &at));)
        add_option(tables, option_name(row, parse->scope), row->letter, row->type != OPTION_FLAG,
                   FOUND_SETTING + (int)at - 1);
    tables->options[tables->count] = (struct option){"help", no_argument, NULL, FOUND_HELP};
    tables->options[tables->count + 1] = (struct option){"version", no_argument, NULL,
                                                         FOUND_VERSION};
}

static const struct cli_option *option_of(const struct cli_command *command, int found)
{
    size_t count = option_count(command);

    if (found >= FOUND_OWN && found < FOUND_SETTING)
        return &command->options[found - FOUND_OWN];
    for (size_t i = 0; i < count; i++) {
        if (command->options[i].letter == found)
            return &command->options[i];
    }
    return NULL;
}

static const struct option_row *setting_of(const struct parse *parse, int found)
{
    const struct option_row *row;

    if (found >= FOUND_SETTING)
        return option_get((size_t)(found - FOUND_SETTING));
    for (size_t at = 0; (row = next_setting(parse, &at));) {
        if (row->letter == found)
            return row;
    }
    return NULL;
}

/* Set an option of the schema. Returns -1 after a message, with the exit code. */
static int set_setting(const struct parse *parse, const struct option_row *row,
                       const char *value, int *code)
{
    struct topomap_error error;
    char called[64];

    snprintf(called, sizeof called, "--%s", option_name(row, parse->scope));
    if (option_set(row, parse->settings, called, value, &error) == 0)
        return 0;
    *code = error.code == TOPOMAP_USAGE ? cli_usage(parse->command, "%s", error.text)
                                        : cli_fail(parse->command, &error);
    return -1;
}

/* The word of argv in which getopt_long found no option: the next one, if that has unknown letters
 * and more of them. */
static const char *word_of(char **argv)
{
    const char *last = argv[optind - 1];
    bool is_letter = optopt != 0 && optopt < FOUND_HELP;

    return !is_letter || (last[0] == '-' && strchr(last + 1, optopt)) ? last : argv[optind];
}

static int unknown_option(const struct parse *parse, char **argv)
{
    const struct cli_command *command = parse->command;
    const char *given = word_of(argv);
    const struct option_row *row;
    struct hint hint = {0};

    if (given[0] == '-' && given[1] == '-')
        hint_init(&hint, given + 2, strcspn(given + 2, "="));
    for (size_t i = 0; i < option_count(command); i++) {
        if (command->options[i].help)
            hint_offer(&hint, command->options[i].name);
    }
    for (size_t at = 0; (row = next_setting(parse, &at));)
        hint_offer(&hint, option_name(row, parse->scope));
    hint_offer(&hint, "help");
    hint_offer(&hint, "version");
    if (!hint.nearest && strstr(command->operands, "-- COMMAND"))
        return cli_usage(command, "unknown option '%s'; a command with options comes after --",
                         given);
    return cli_usage(command, hint.nearest ? "unknown option '%s'; did you mean '--%s'?"
                                           : "unknown option '%s'", given, hint.nearest);
}

static int parse_one(const struct parse *parse, char **argv, int found, int *code)
{
    const struct cli_command *command = parse->command;
    const struct cli_option *o = option_of(command, found);
    const struct option_row *row = o ? NULL : setting_of(parse, found);

    if (found == FOUND_HELP) {
        print_help(parse);
        *code = cli_printed(command);
        return -1;
    }
    if (found == FOUND_VERSION) {
        printf("topomap %s\n", topomap_version());
        *code = cli_printed(command);
        return -1;
    }
    if (found == ':')
        *code = cli_usage(command, "option '%s' needs an argument", argv[optind - 1]);
    else if (found == '?' || (!o && !row))
        *code = unknown_option(parse, argv);
    if (found == ':' || found == '?' || (!o && !row))
        return -1;
    if (o && !o->help) {
        *code = cli_usage(command, "unknown option '--%s'", o->name);
        return -1;
    }
    if (row)
        return set_setting(parse, row, optarg ? optarg : "", code);
    if (o->value)
        *o->value = optarg;
    if (o->flag)
        *o->flag = true;
    return 0;
}

static int parse_all(const struct parse *parse, int argc, char **argv, int *code)
{
    struct getopt_tables tables;
    int found;

    if (visitor) {
        print_options(parse);
        *code = TOPOMAP_OK;
        return -1;
    }
    fill_tables(parse, &tables);
    opterr = 0;
    optind = 1;
    while ((found = getopt_long(argc, argv, tables.letters, tables.options, NULL)) != -1) {
        if (parse_one(parse, argv, found, code) < 0)
            return -1;
    }
    return optind;
}

int cli_parse(const struct cli_command *command, int argc, char **argv, int *code)
{
    return parse_all(&(struct parse){.command = command}, argc, argv, code);
}

int cli_parse_settings(const struct cli_command *command, unsigned scope,
                       struct settings *settings, int argc, char **argv, int *code)
{
    if (settings_init(settings) == 0)
        return parse_all(&(struct parse){command, scope, settings}, argc, argv, code);
    *code = cli_memory(command);
    return -1;
}

bool cli_is_whole(const struct cli_command *command, int first, int argc, char **argv, int *code)
{
    if (first >= 0 && first < argc)
        *code = cli_usage(command, "unexpected argument '%s'", argv[first]);
    return first == argc;
}

/* Print "a, b or c". */
static char *list_actions(const char *actions, size_t count, size_t size)
{
    struct text text = {0};

    for (size_t i = 0; i < count; i++)
        text_printf(&text, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ",
                    *(const char *const *)(actions + i * size));
    return text_take(&text);
}

int cli_action(const struct cli_command *command, const void *actions, size_t count, size_t size,
               int argc, char **argv, int *code)
{
    const char *given = argc > 1 ? argv[1] : "";
    char *names;
    struct hint hint;

    hint_init(&hint, given, strlen(given));
    for (size_t i = 0; i < count; i++) {
        const char *name = *(const char *const *)((const char *)actions + i * size);

        if (strcmp(given, name) == 0)
            return (int)i;
        hint_offer(&hint, name);
        if (visitor && visitor->action && !*given)
            visitor->action(visitor->data, name);
    }
    if ((*given == '-' || visitor) && cli_parse(command, argc, argv, code) < 0)
        return -1;
    names = list_actions(actions, count, size);
    if (*given && *given != '-')
        *code = cli_usage(command, "there is no '%s': %s%s", given, names ? names : "",
                          hint_text(&hint));
    else
        *code = cli_usage(command, "%s?", names ? names : "an action");
    free(names);
    return -1;
}

int cli_whole(const char *text, uint64_t limit, uint64_t *number)
{
    char *end;

    if (*text < '0' || *text > '9')
        return -1;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno || *end || *number > limit ? -1 : 0;
}

int cli_real(const char *text, double *number)
{
    char *end;

    *number = text_real(text, &end);
    return end == text || *end || !isfinite(*number) ? -1 : 0;
}
