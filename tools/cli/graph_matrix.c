/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap graph from-matrix */
#include "cli/commands.h"

#include <stdlib.h>

static struct {
    const char *ranks, *bytes, *seed, *format, *output;
} args;

static const struct cli_option options[] = {
    {"ranks", 'n', "N", "ranks over which the rows are spread", &args.ranks, NULL},
    {"value-bytes", 0, "B", "bytes of a value [8]", &args.bytes, NULL},
    {"seed", 's', "N", "seed of the partition [1]", &args.seed, NULL},
    {"format", 'f', "NAME", "format to write: see topomap list formats [edges]", &args.format,
     NULL},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap graph from-matrix", "[OPTION]... MATRIX",
    "Make the communication graph of a sparse matrix.",
    "MATRIX is a Matrix Market file, or - for standard input. METIS spreads its rows over the\n"
    "ranks; each rank sends the values that the rows of others need. Example:\n"
    "  topomap graph from-matrix audikw_1.mtx --ranks 1024 -o audikw_1.el\n",
    options,
};

static struct topomap_graph *make(const char *path, uint32_t ranks, uint64_t bytes, uint64_t seed,
                                  struct topomap_error *error)
{
    struct topomap_matrix *matrix = topomap_matrix_read(path, error);
    struct topomap_graph *graph =
        matrix ? topomap_graph_from_matrix(matrix, ranks, bytes, seed, error) : NULL;

    topomap_matrix_destroy(matrix);
    return graph;
}

int graph_from_matrix(int argc, char **argv)
{
    struct topomap_error error;
    uint64_t ranks = 0, bytes = 8, seed = 1;
    int code = TOPOMAP_OK;
    int first = cli_parse(&command, argc, argv, &code);

    if (first < 0)
        return code;
    if (first == argc)
        return cli_usage(&command, "a matrix is needed");
    if (first + 1 < argc)
        return cli_usage(&command, "unexpected argument '%s'", argv[first + 1]);
    if (!args.ranks || cli_whole(args.ranks, TOPOMAP_MAX_RANKS, &ranks) < 0 || !ranks)
        return cli_usage(&command, "--ranks needs a number from 1 to %u", TOPOMAP_MAX_RANKS);
    if (args.bytes && (cli_whole(args.bytes, 1 << 20, &bytes) < 0 || !bytes))
        return cli_usage(&command, "--value-bytes needs a number from 1 to %u", 1U << 20);
    if (args.seed && cli_whole(args.seed, UINT64_MAX, &seed) < 0)
        return cli_usage(&command, "--seed needs a whole number");
    return graph_write(&command, make(argv[first], (uint32_t)ranks, bytes, seed, &error),
                       args.format, args.output, &error);
}
