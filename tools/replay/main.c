/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay.h"

#include "common/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ITERATIONS 1000000

static struct {
    const char *iterations, *warmup, *scale, *graph_format;
    bool split, where, json, progress;
} args;

static const struct cli_option options[] = {
    {"iterations", 'n', "N", "iterations to time [10]", &args.iterations, NULL},
    {"warmup", 'w', "N", "iterations before them [2]", &args.warmup, NULL},
    {"scale", 's', "FACTOR", "multiply all message sizes by this [1]", &args.scale, NULL},
    {"graph-format", 0, "NAME", "format of the graph [by content]", &args.graph_format, NULL},
    {"messages", 'm', NULL, "send as many messages as the graph counts, not one a pair", NULL,
     &args.split},
    {"where", 0, NULL, "print where every rank runs, tab-separated", NULL, &args.where},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"progress", 'p', NULL, "show progress on standard error", NULL, &args.progress},
    {0},
};

static const struct cli_command command = {
    "topomap-replay",
    "[OPTION]... GRAPH",
    "Replay the communication graph of an application as MPI messages, and time it.",
    "Run it with as many ranks as the graph has, for example\n"
    "  srun -n 64 --topomap=app.graph topomap-replay app.graph\n",
    options,
};

/* Parse the command line: 0 or the exit code. Every rank parses the same words. */
static int settings_parse(struct settings *settings, int argc, char **argv, int first)
{
    *settings = (struct settings){
        .iterations = 10,
        .warmup = 2,
        .scale = 1,
        .graph_format = args.graph_format,
        .split = args.split,
        .where = args.where,
        .json = args.json,
        .progress = args.progress,
    };
    if (first + 1 != argc)
        return cli_usage(&command, first == argc ? "a graph is needed" : "give one graph only");
    if (args.where && args.json)
        return cli_usage(&command, "--where prints a table; leave out --json");
    settings->graph = argv[first];
    if (args.iterations &&
        (cli_whole(args.iterations, MAX_ITERATIONS, &settings->iterations) < 0 ||
         !settings->iterations))
        return cli_usage(&command, "--iterations needs a number from 1 to %d", MAX_ITERATIONS);
    if (args.warmup && cli_whole(args.warmup, MAX_ITERATIONS, &settings->warmup) < 0)
        return cli_usage(&command, "--warmup needs a number up to %d", MAX_ITERATIONS);
    if (args.scale && (cli_real(args.scale, &settings->scale) < 0 || settings->scale < 0))
        return cli_usage(&command, "--scale needs a number of 0 or more");
    return 0;
}

static int run(const struct settings *settings)
{
    struct traffic traffic = {0};
    struct result result = {0};
    int rank, ranks, code;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (settings->progress && rank == 0)
        fprintf(stderr, "topomap-replay: MPI has started %d rank%s\n", ranks,
                ranks == 1 ? "" : "s");
    result.crowded = wait_choose();
    if (settings->where && !settings->json)
        where_print();
    code = load_traffic(&traffic, settings);
    if (code == TOPOMAP_OK && (play(&traffic, settings, &result) < 0 ||
                               (rank == 0 && report(&result, settings) < 0))) {
        if (rank == 0)
            fprintf(stderr, "topomap-replay: out of memory\n");
        code = TOPOMAP_INTERNAL;
    }
    if (code == TOPOMAP_OK && rank == 0) {
        if (result.wrong)
            fprintf(stderr, "topomap-replay: %llu messages did not arrive as they were sent\n",
                    (unsigned long long)result.wrong);
        if (result.wrong)
            code = TOPOMAP_INTERNAL;
        if (cli_printed(&command) != TOPOMAP_OK)
            code = TOPOMAP_INPUT;
    }
    wait_share(&code, 1, MPI_INT);
    free(result.seconds);
    free_traffic(&traffic);
    return code;
}

/* --help, --version and errors end the program before MPI starts. */
int main(int argc, char **argv)
{
    struct settings settings;
    int code = TOPOMAP_OK;
    int first = cli_parse(&command, argc, argv, &code);

    if (first < 0)
        return code;
    code = settings_parse(&settings, argc, argv, first);
    if (code != TOPOMAP_OK)
        return code;
    MPI_Init(&argc, &argv);
    code = run(&settings);
    MPI_Finalize();
    return code;
}
