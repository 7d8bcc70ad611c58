/* SPDX-License-Identifier: BSD-3-Clause */
/* The command topomap: does what the Slurm plugin does, without Slurm. */
#include "base/hint.h"
#include "cli/commands.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* For messages about the command as a whole. */
static const struct cli_command topomap = {.name = "topomap"};

static int help(void)
{
    const struct subcommand *command;

    printf("Usage: topomap COMMAND [OPTION]...\n"
           "Put MPI ranks on the nodes where their messages travel least.\n\n");
    for (size_t i = 0; (command = subcommand_get(i)); i++)
        printf("  %-9s %s\n", command->name, command->summary);
    printf("\n'topomap COMMAND --help' shows its options, 'topomap help WORD' explains a word,\n"
           "'topomap --version' names the version.\n"
           "Exit codes: 0 done, 1 internal error, 2 usage, 3 bad input, 4 impossible request,\n"
           "5 out of time with nothing usable.\n");
    return cli_printed(&topomap);
}

/* The subcommand with this name, or NULL. `hint` (NULL: none) is offered those before it. */
static const struct subcommand *find(const char *name, struct hint *hint)
{
    const struct subcommand *command;

    for (size_t i = 0; (command = subcommand_get(i)) && strcmp(command->name, name) != 0; i++) {
        if (hint)
            hint_offer(hint, command->name);
    }
    return command;
}

/* "help COMMAND [ACTION]" becomes "COMMAND [ACTION] --help", "help" alone "--help"; any other word
 * is looked up by the command help. */
static void turn_help(int argc, char **argv)
{
    static char help[] = "--help";

    if (argc < 2 || argc > 4 || strcmp(argv[1], "help") != 0 || (argc > 2 && !find(argv[2], NULL)))
        return;
    for (int i = 1; i + 1 < argc; i++)
        argv[i] = argv[i + 1];
    argv[argc - 1] = help;
}

int main(int argc, char **argv)
{
    const struct subcommand *command;
    struct hint hint;

    /* Exceeding a limit on file sizes is an error of the write. */
    signal(SIGXFSZ, SIG_IGN);
    turn_help(argc, argv);

    if (argc < 2) {
        fprintf(stderr, "topomap: a command is needed\nTry 'topomap --help'.\n");
        return TOPOMAP_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0) {
        printf("topomap %s\n", topomap_version());
        return cli_printed(&topomap);
    }
    if (strcmp(argv[1], "--complete") == 0)
        return command_complete(argc - 1, argv + 1);
    hint_init(&hint, argv[1], strlen(argv[1]));
    command = find(argv[1], &hint);
    if (command)
        return command->run(argc - 1, argv + 1);
    fprintf(stderr, "topomap: unknown command '%s'%s\nTry 'topomap --help'.\n", argv[1],
            hint_text(&hint));
    return TOPOMAP_USAGE;
}
