/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap calibrate: launches the MPI program that measures the speeds of links. */
#include "cli/commands.h"
#include "common/calibrate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM LIBEXEC_DIR "/topomap-calibrate"

static struct {
    const char *network, *output, *seconds, *program;
    bool progress;
} args;

static const struct cli_option options[] = {
    CALIBRATE_OPTIONS(args),
    {"program", 0, "FILE", "the MPI program that measures [" PROGRAM "]", &args.program, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap calibrate",
    "-N NETWORK [OPTION]... [-- LAUNCHER [ARGUMENT]...]",
    CALIBRATE_SUMMARY,
    "The launcher starts an MPI program on the nodes to measure; it is srun in a job. Examples:\n"
    "  salloc -N 16 --ntasks-per-node=8 topomap calibrate -N cluster.yaml -o measured.yaml\n"
    "  topomap calibrate -N torus:4x4 -- mpirun -N 4 --hostfile hosts\n",
    options,
};

static void add(char **words, size_t *count, const char *option, const char *value)
{
    if (!value)
        return;
    words[(*count)++] = (char *)option;
    words[(*count)++] = (char *)value;
}

/* Check that the program is there, unless the launcher looks for it. It is built with MPI only. */
static int check_program(const char *program)
{
    if (!strchr(program, '/') || access(program, X_OK) == 0)
        return TOPOMAP_OK;
    fprintf(stderr, "topomap calibrate: %s: %s (it is built with MPI)\n", program,
            strerror(errno));
    return TOPOMAP_IMPOSSIBLE;
}

/* Become the launcher. Returns the exit code if that fails. */
static int launch(char **launcher, int length, const char *program)
{
    char **words = calloc((size_t)length + 12, sizeof *words);
    size_t count = 0;
    int code;

    if (!words || setenv("SLURM_TOPOMAP", "off", 1) < 0) {
        free(words);
        return cli_memory(&command);
    }
    for (int i = 0; i < length; i++)
        words[count++] = launcher[i];
    if (length == 0)
        words[count++] = "srun";
    words[count++] = (char *)program;
    add(words, &count, "--network", args.network);
    add(words, &count, "--output", args.output);
    add(words, &count, "--seconds", args.seconds);
    if (args.progress)
        words[count++] = "--progress";
    execvp(words[0], words);
    fprintf(stderr, "topomap calibrate: %s: %s\n", words[0], strerror(errno));
    code = TOPOMAP_IMPOSSIBLE;
    free(words);
    return code;
}

int command_calibrate(int argc, char **argv)
{
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    const char *program = args.program ? args.program : PROGRAM;
    double seconds;

    if (first < 0)
        return code;
    if (!args.network)
        return cli_usage(&command, "a network is needed: --network NETWORK");
    if (first == argc && !getenv("SLURM_JOB_ID"))
        return cli_usage(&command, "outside of a job it needs a launcher, such as -- mpirun -N 4");
    code = calibrate_seconds(&command, args.seconds, &seconds);
    if (code == TOPOMAP_OK)
        code = check_program(program);
    return code == TOPOMAP_OK ? launch(argv + first, argc - first, program) : code;
}
