/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/cli.h"

#include "base/hint.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 48
enum { OPTION_HELP = 1000, OPTION_VERSION, OPTION_FIRST };

static size_t option_count(const struct cli_command *command)
{
    size_t count = 0;

    while (command->options[count].name)
        count++;
    return count;
}

static void print_help(const struct cli_command *command)
{
    printf("Usage: %s %s\n%s\n\n", command->name, command->operands, command->summary);
    for (size_t i = 0; i < option_count(command); i++) {
        const struct cli_option *o = &command->options[i];
        char left[64];

        snprintf(left, sizeof left, "%c%c%c --%s%s%s", o->letter ? '-' : ' ',
                 o->letter ? o->letter : ' ', o->letter ? ',' : ' ', o->name,
                 o->argument ? " " : "", o->argument ? o->argument : "");
        printf("  %-30s %s\n", left, o->help);
    }
    printf("  %-30s %s\n  %-30s %s\n", "    --help", "show this help", "    --version",
           "show the version");
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

/* The tables that getopt_long wants. */
static void getopt_tables(const struct cli_command *command, struct option *options,
                          char *letters)
{
    size_t count = option_count(command);
    size_t at = 0;

    letters[at++] = ':'; /* missing arguments are told apart from unknown options */
    for (size_t i = 0; i < count && i < MAX_OPTIONS; i++) {
        const struct cli_option *o = &command->options[i];

        options[i] = (struct option){o->name, o->argument ? required_argument : no_argument, NULL,
                                     OPTION_FIRST + (int)i};
        if (o->letter) {
            letters[at++] = o->letter;
            if (o->argument)
                letters[at++] = ':';
        }
    }
    options[count] = (struct option){"help", no_argument, NULL, OPTION_HELP};
    options[count + 1] = (struct option){"version", no_argument, NULL, OPTION_VERSION};
    options[count + 2] = (struct option){0};
    letters[at] = '\0';
}

static const struct cli_option *option_of(const struct cli_command *command, int found)
{
    size_t count = option_count(command);

    if (found >= OPTION_FIRST)
        return &command->options[found - OPTION_FIRST];
    for (size_t i = 0; i < count; i++) {
        if (command->options[i].letter == found)
            return &command->options[i];
    }
    return NULL;
}

static int unknown_option(const struct cli_command *command, const char *given)
{
    struct hint hint = {0};

    if (given[0] == '-' && given[1] == '-')
        hint_init(&hint, given + 2, strcspn(given + 2, "="));
    for (size_t i = 0; i < option_count(command); i++)
        hint_offer(&hint, command->options[i].name);
    hint_offer(&hint, "help");
    hint_offer(&hint, "version");
    return cli_usage(command, hint.nearest ? "unknown option '%s'; did you mean '--%s'?"
                                           : "unknown option '%s'", given, hint.nearest);
}

static int parse_one(const struct cli_command *command, char **argv, int found, int *code)
{
    const struct cli_option *o = option_of(command, found);

    if (found == OPTION_HELP) {
        print_help(command);
        *code = fflush(stdout) || ferror(stdout) ? TOPOMAP_INTERNAL : TOPOMAP_OK;
        return -1;
    }
    if (found == OPTION_VERSION) {
        printf("topomap %s\n", topomap_version());
        *code = fflush(stdout) || ferror(stdout) ? TOPOMAP_INTERNAL : TOPOMAP_OK;
        return -1;
    }
    if (found == ':')
        *code = cli_usage(command, "option '%s' needs an argument", argv[optind - 1]);
    else if (found == '?' || !o)
        *code = unknown_option(command, argv[optind - 1]);
    if (found == ':' || found == '?' || !o)
        return -1;
    if (o->value)
        *o->value = optarg;
    if (o->flag)
        *o->flag = true;
    return 0;
}

int cli_parse(const struct cli_command *command, int argc, char **argv, int *code)
{
    struct option options[MAX_OPTIONS + 3];
    char letters[2 * MAX_OPTIONS + 2];
    int found;

    getopt_tables(command, options, letters);
    opterr = 0;
    optind = 1;
    while ((found = getopt_long(argc, argv, letters, options, NULL)) != -1) {
        if (parse_one(command, argv, found, code) < 0)
            return -1;
    }
    return optind;
}

bool cli_parse_options(const struct cli_command *command, int argc, char **argv, int *code)
{
    int first = cli_parse(command, argc, argv, code);

    if (first >= 0 && first < argc)
        *code = cli_usage(command, "unexpected argument '%s'", argv[first]);
    return first == argc;
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

    *number = strtod(text, &end);
    return end == text || *end || !isfinite(*number) ? -1 : 0;
}
