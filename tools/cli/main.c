/* SPDX-License-Identifier: BSD-3-Clause */
/* The command topomap: does what the Slurm plugin does, without Slurm. */
#include "base/hint.h"
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static const struct subcommand commands[] = {
    {"plan", "plan on which node each rank should run", command_plan},
    {"eval", "score a mapping of ranks on nodes", command_eval},
    {"compare", "compare algorithms over graphs and networks", command_compare},
    {"graph", "describe, convert and generate communication graphs", command_graph},
    {"profile", "record the communication graph of an application", command_profile},
    {"store", "look after the profiles that --topomap=auto uses", command_store},
    {"policy", "check a site's configuration, and explain it", command_policy},
    {"stats", "summarise the decisions logged at a site", command_stats},
    {"network", "describe and export networks, look up routes", command_network},
    {"simulate", "predict how long exchanges take", command_simulate},
    {"calibrate", "measure the speeds of a network's links", command_calibrate},
    {"draw", "draw placements, loads, graphs and recipes", command_draw},
    {"report", "report on a placement, as a page with pictures", command_report},
    {"doctor", "check the installation, and say what to do", command_doctor},
    {"list", "list algorithms, networks, formats and objectives", command_list},
    {"help", "say what a command or any other word is", command_help},
};

#define COMMANDS (sizeof commands / sizeof *commands)

const struct subcommand *subcommand_get(size_t index)
{
    return index < COMMANDS ? &commands[index] : NULL;
}

static int help(void)
{
    printf("Usage: topomap COMMAND [OPTION]...\n"
           "Put MPI ranks on the nodes where their messages travel least.\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-9s %s\n", commands[i].name, commands[i].summary);
    printf("\n'topomap COMMAND --help' says more, 'topomap help WORD' what a word is;\n"
           "'topomap --version' names the version.\n"
           "Exit codes: 0 done, 1 internal error, 2 usage, 3 bad input, 4 impossible request,\n"
           "5 out of time with nothing usable.\n");
    return fflush(stdout) || ferror(stdout) ? TOPOMAP_INTERNAL : TOPOMAP_OK;
}

/* "help COMMAND [ACTION]" becomes "COMMAND [ACTION] --help", "help" alone "--help"; any other word
 * is looked up by the command help. */
static void turn_help(int argc, char **argv)
{
    static char help[] = "--help";

    if (argc < 2 || argc > 4 || strcmp(argv[1], "help") != 0)
        return;
    for (size_t i = 0; argc > 2 && strcmp(commands[i].name, argv[2]) != 0; i++) {
        if (i + 1 == COMMANDS)
            return;
    }
    for (int i = 1; i + 1 < argc; i++)
        argv[i] = argv[i + 1];
    argv[argc - 1] = help;
}

int main(int argc, char **argv)
{
    struct hint hint;

    turn_help(argc, argv);

    if (argc < 2) {
        fprintf(stderr, "topomap: a command is needed\nTry 'topomap --help'.\n");
        return TOPOMAP_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0) {
        printf("topomap %s\n", topomap_version());
        return fflush(stdout) || ferror(stdout) ? TOPOMAP_INTERNAL : TOPOMAP_OK;
    }
    if (strcmp(argv[1], "--complete") == 0)
        return command_complete(argc - 1, argv + 1);
    hint_init(&hint, argv[1], strlen(argv[1]));
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
        hint_offer(&hint, commands[i].name);
    }
    fprintf(stderr, "topomap: unknown command '%s'%s\nTry 'topomap --help'.\n", argv[1],
            hint_text(&hint));
    return TOPOMAP_USAGE;
}
