/* SPDX-License-Identifier: BSD-3-Clause */
/* The options that commands have beside those of the option schema, as their tables show them. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#define MAX_COMMANDS 64 /* with their actions */
#define MAX_ACTIONS 16
#define MAX_OPTIONS 256

static struct {
    const struct cli_command *command[MAX_COMMANDS];
    const struct cli_option *option[MAX_OPTIONS]; /* the first of each name and help */
    const char *action[MAX_ACTIONS];              /* of the command that is visited */
    size_t commands, options, actions;
} known;

/* `b` is an option of its command; `a` may be one of another action only. */
static bool are_same(const struct cli_option *a, const struct cli_option *b)
{
    return a->help && strcmp(a->name, b->name) == 0 && strcmp(a->help, b->help) == 0;
}

static void add_option(const struct cli_option *option)
{
    for (size_t i = 0; i < known.options; i++) {
        if (are_same(known.option[i], option))
            return;
    }
    if (known.options < MAX_OPTIONS)
        known.option[known.options++] = option;
}

static void see_command(void *data, const struct cli_command *command)
{
    (void)data;
    for (size_t i = 0; i < known.commands; i++) {
        if (known.command[i] == command)
            return;
    }
    if (known.commands == MAX_COMMANDS)
        return;
    known.command[known.commands++] = command;
    for (const struct cli_option *option = command->options; option->name; option++) {
        if (option->help)
            add_option(option);
    }
}

static void see_action(void *data, const char *name)
{
    (void)data;
    if (known.actions < MAX_ACTIONS)
        known.action[known.actions++] = name;
}

/* Let a command and its actions show their tables. */
static void visit(const struct subcommand *command)
{
    char name[32], action[32];
    char *argv[] = {name, NULL, NULL};

    known.actions = 0;
    snprintf(name, sizeof name, "%s", command->name);
    command->run(1, argv);
    argv[1] = action;
    for (size_t i = 0; i < known.actions; i++) {
        snprintf(action, sizeof action, "%s", known.action[i]);
        command->run(2, argv);
    }
}

static void visit_all(void)
{
    const struct cli_visitor visitor = {.command = see_command, .action = see_action};
    const struct subcommand *command;

    cli_visit(&visitor);
    for (size_t i = 0; (command = subcommand_get(i)); i++)
        visit(command);
    cli_visit(NULL);
}

bool command_option_get(size_t index, const char **name, const char **summary)
{
    if (!known.commands)
        visit_all();
    if (index >= known.options)
        return false;
    *name = known.option[index]->name;
    *summary = known.option[index]->help;
    return true;
}

void command_option_tell(size_t index)
{
    for (size_t i = 0; i < known.commands; i++) {
        const struct cli_option *option = known.command[i]->options;

        while (option->name && !are_same(option, known.option[index]))
            option++;
        if (option->name)
            printf("  %s --%s%s%s\n", known.command[i]->name, option->name,
                   option->argument ? " " : "", option->argument ? option->argument : "");
    }
}
