/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fill-options TEMPLATE: writes a manual page or topomap.conf to standard output. Options from the
 * schema replace
 *
 *     @options GROUP [NAME]...
 *     @option NAME
 *     More about this option than its line in the schema, as lines of the page.
 *     @end
 *
 * A group without names stands for all of its options that did not occur before. Text about an
 * option that is not in the block is an error.
 */
#include "option/option.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONF_LEFT 18  /* columns for a key with its value in topomap.conf */
#define CONF_WIDTH 100

#define KEYS (SCOPE_SITE | SCOPE_USER)
#define PLANNING                                                                                   \
    (SCOPE_PLAN | SCOPE_EVAL | SCOPE_COMPARE | SCOPE_SIMULATE | SCOPE_NETWORK)

struct group;
typedef void print_row(const struct group *group, const struct option_row *row);
static print_row print_key, print_command, print_line, print_conf, print_setting, print_member;

/* The rows whose scopes, masked by `mask`, equal `wanted` or, if that is 0, are not 0. */
static const struct group {
    const char *name;
    unsigned mask, wanted;
    print_row *print;
} groups[] = {
    {"users-and-sites", KEYS, KEYS, print_key},
    {"users", KEYS, SCOPE_USER, print_key},
    {"sites", KEYS, SCOPE_SITE, print_key},
    {"plugstack", SCOPE_SITE, SCOPE_SITE, print_conf},
    {"policy", SCOPE_POLICY, SCOPE_POLICY, print_member},
    {"request", SCOPE_REQUEST, SCOPE_REQUEST, print_line},
    {"planning", PLANNING, 0, print_command},
    {"recording", SCOPE_PROFILE, SCOPE_PROFILE, print_command},
    {"library", SCOPE_LIBRARY, SCOPE_LIBRARY, print_setting},
};

static const struct {
    unsigned scope;
    const char *name;
} commands[] = {
    {SCOPE_PLAN, "plan"},         {SCOPE_EVAL, "eval"},       {SCOPE_COMPARE, "compare"},
    {SCOPE_SIMULATE, "simulate"}, {SCOPE_NETWORK, "network"},
};

/* The template being filled. */
static struct {
    const char *path;
    unsigned line;
    bool done[OPTION_MOST];
    bool named[OPTION_MOST], any_named; /* occurred in this block */
    struct text more[OPTION_MOST];
} page;

static _Noreturn void fail(const char *what, const char *name)
{
    fprintf(stderr, "%s:%u: %s '%s'\n", page.path, page.line, what, name);
    exit(EXIT_FAILURE);
}

static bool belongs(const struct group *group, const struct option_row *row)
{
    unsigned scopes = row->scopes & group->mask;

    return group->wanted ? scopes == group->wanted : scopes != 0;
}

/* ---- roff ---------------------------------------------------------------------------------- */

static void roff(const char *text)
{
    for (; *text; text++)
        printf(*text == '-' ? "\\-" : *text == '\\' ? "\\e" : "%c", *text);
}

static char *argument_of(const struct option_row *row)
{
    struct text text = {0};
    char *argument;

    option_argument(row, &text);
    argument = text_take(&text);
    if (!argument)
        fail("out of memory for", row->name);
    return argument;
}

/* Print the summary as a sentence, with the limits and the value without the option. */
static void print_summary(const struct option_row *row)
{
    const char *otherwise = row->preset ? row->preset : row->otherwise;
    bool limits = (row->type == OPTION_WHOLE || row->type == OPTION_REAL) && row->most < 0x1p63;

    putchar(toupper((unsigned char)row->summary[0]));
    roff(row->summary + 1);
    if (limits)
        printf("; from %.9g to %.9g", row->least, row->most);
    if (otherwise) {
        printf("%s by default ", limits ? "," : ";");
        roff(otherwise);
    }
    printf(".\n");
}

/* Print ".B effort=fast|best" or ".BI seed= NUMBER". */
static void print_head(const char *name, const char *mark, const struct option_row *row)
{
    bool bold = row->type == OPTION_WORD || row->type == OPTION_FLAG;
    char *argument = argument_of(row);

    printf(bold ? ".B \"" : ".BI \"");
    roff(name);
    printf("%s%s", row->type == OPTION_FLAG ? "" : mark, bold ? "" : "\" \"");
    roff(argument);
    printf("\"\n");
    free(argument);
}

static void print_key(const struct group *group, const struct option_row *row)
{
    (void)group;
    printf(".TP\n");
    print_head(row->name, "=", row);
    print_summary(row);
    if (row->other) {
        printf("It may be called\n.B ");
        roff(row->other);
        printf("\ntoo.\n");
    }
}

static void print_line(const struct group *group, const struct option_row *row)
{
    (void)group;
    printf(".TP\n");
    if (row->type == OPTION_FLAG)
        printf(".B \"%s 1\"\n", option_name(row, SCOPE_REQUEST));
    else
        print_head(option_name(row, SCOPE_REQUEST), " ", row);
    print_summary(row);
}

static void print_member(const struct group *group, const struct option_row *row)
{
    (void)group;
    printf(".TP\n");
    print_head(row->name, ": ", row);
    print_summary(row);
}

static void print_setting(const struct group *group, const struct option_row *row)
{
    (void)group;
    printf(".TP\n");
    print_head(row->name, " ", row);
    print_summary(row);
}

static void print_command(const struct group *group, const struct option_row *row)
{
    char *argument = argument_of(row);
    const char *comma = "(";

    printf(".TP\n.BR ");
    if (row->letter)
        printf("\\-%c \", \" ", row->letter);
    printf("\\-\\-");
    roff(option_name(row, group->mask));
    if (*argument) {
        printf(row->type == OPTION_WORD ? " \" " : " \" \\fI");
        roff(argument);
        printf(row->type == OPTION_WORD ? "\"" : "\\fR\"");
    }
    printf("\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (row->scopes & group->mask & commands[i].scope) {
            printf("%s%s", comma, commands[i].name);
            comma = ", ";
        }
    }
    if (*comma == ',')
        printf(") ");
    print_summary(row);
    free(argument);
}

/* ---- topomap.conf -------------------------------------------------------------------------- */

/* Print words as lines of a comment, after the `column` columns printed already. */
static void wrap(const char *text, size_t column)
{
    while (*text) {
        size_t length = strcspn(text, " ");

        if (column + 1 + length > CONF_WIDTH)
            column = (size_t)printf("\n#   %-*s", CONF_LEFT, "") - 1;
        column += (size_t)printf(" %.*s", (int)length, text);
        text += length + (text[length] == ' ');
    }
}

static void print_conf(const struct group *group, const struct option_row *row)
{
    struct text text = {0}, left = {0};
    char *argument = argument_of(row), *summary, *key;
    int column;

    (void)group;
    text_puts(&text, row->summary);
    if (row->type == OPTION_WORD)
        text_printf(&text, " (%s)", argument);
    if (!row->preset && row->otherwise)
        text_printf(&text, " [%s]", row->otherwise);
    text_printf(&left, "%s=%s", row->name, row->preset ? row->preset : argument);
    summary = text_take(&text);
    key = text_take(&left);
    if (!summary || !key)
        fail("out of memory for", row->name);
    column = printf("#   %-*s", CONF_LEFT, key);
    wrap(summary, (size_t)column);
    putchar('\n');
    free(argument);
    free(summary);
    free(key);
}

/* ---- blocks --------------------------------------------------------------------------------- */

static void print_block(const struct group *group)
{
    const struct option_row *row;

    for (size_t i = 0; (row = option_get(i)); i++) {
        bool comes = belongs(group, row) && !page.done[i] && (!page.any_named || page.named[i]);

        if (!comes && page.more[i].length)
            fail("here is no option", row->name);
        if (!comes)
            continue;
        group->print(group, row);
        printf("%.*s", (int)page.more[i].length, page.more[i].length ? page.more[i].data : "");
        text_free(&page.more[i]);
        page.done[i] = true;
    }
}

static size_t row_of(const struct group *group, const char *name)
{
    const struct option_row *row;

    for (size_t i = 0; i < OPTION_MOST && (row = option_get(i)); i++) {
        if (belongs(group, row) && strcmp(row->name, name) == 0)
            return i;
    }
    fail("there is no option", name);
}

/* Parse "GROUP [NAME]...". */
static const struct group *open_block(char *words)
{
    const struct group *group = NULL;
    char *rest = NULL, *word = strtok_r(words, " ", &rest);

    for (size_t i = 0; word && i < sizeof groups / sizeof *groups; i++) {
        if (strcmp(groups[i].name, word) == 0)
            group = &groups[i];
    }
    if (!group)
        fail("there is no group", word ? word : "");
    memset(page.named, 0, sizeof page.named);
    page.any_named = false;
    while ((word = strtok_r(NULL, " ", &rest)))
        page.named[row_of(group, word)] = page.any_named = true;
    return group;
}

static void fill(FILE *in)
{
    const struct group *group = NULL;
    char *line = NULL;
    size_t room = 0, row = OPTION_MOST;

    for (page.line = 1; getline(&line, &room, in) >= 0; page.line++) {
        line[strcspn(line, "\n")] = '\0';
        if (!group && strncmp(line, "@options ", 9) == 0) {
            group = open_block(line + 9);
            row = OPTION_MOST;
        } else if (!group) {
            printf("%s\n", line);
        } else if (strcmp(line, "@end") == 0) {
            print_block(group);
            group = NULL;
        } else if (strncmp(line, "@option ", 8) == 0) {
            row = row_of(group, line + 8);
        } else if (row == OPTION_MOST) {
            fail("no option is named before", line);
        } else {
            text_printf(&page.more[row], "%s\n", line);
        }
    }
    free(line);
    if (group)
        fail("there is no @end of", group->name);
}

int main(int argc, char **argv)
{
    FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;

    page.path = argc == 2 ? argv[1] : "fill-options";
    if (!in) {
        fprintf(stderr, "usage: fill-options TEMPLATE\n");
        return TOPOMAP_USAGE;
    }
    fill(in);
    fclose(in);
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
