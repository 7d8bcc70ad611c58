/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap graph merge and scale: graphs derived from others. */
#include "cli/commands.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>

static struct {
    const char *from, *bytes, *messages, *format, *output;
} args;

#define FROM {"graph-format", 0, "NAME", "format of the graphs [by content]", &args.from, NULL}
#define OUTPUT                                                                                     \
    {"format", 'f', "NAME", "format to write: see topomap list formats [edges]", &args.format,     \
     NULL},                                                                                        \
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL}

static const struct cli_option merge_options[] = {FROM, OUTPUT, {0}};
static const struct cli_option scale_options[] = {
    {"bytes", 0, "FACTOR", "multiply all bytes by this [1]", &args.bytes, NULL},
    {"messages", 0, "FACTOR", "multiply all messages by this [1]", &args.messages, NULL},
    FROM,
    OUTPUT,
    {0},
};

static const struct cli_command merge = {
    "topomap graph merge", "[OPTION]... GRAPH...",
    "Add up communication graphs of the same ranks.",
    "Example:\n  topomap graph merge app.p2p.el app.coll.el -o app.el\n", merge_options,
};
static const struct cli_command scale = {
    "topomap graph scale", "[OPTION]... GRAPH",
    "Multiply the weights of a communication graph.",
    "Amounts are rounded to whole numbers. Example:\n"
    "  topomap graph scale --bytes 1e-6 app.el -f metis -o app.graph\n",
    scale_options,
};

static struct topomap_graph *merge_files(char **files, size_t count, struct topomap_error *error)
{
    struct topomap_graph **graphs = calloc(count, sizeof *graphs), *sum = NULL;
    size_t read = 0;

    if (!graphs)
        error_memory(error);
    while (graphs && read < count &&
           (graphs[read] = topomap_graph_read(files[read], args.from, error)))
        read++;
    if (graphs && read == count)
        sum = topomap_graph_merge((const struct topomap_graph *const *)graphs, count, error);
    for (size_t i = 0; i < read; i++)
        topomap_graph_destroy(graphs[i]);
    free(graphs);
    return sum;
}

int command_graph_merge(int argc, char **argv)
{
    struct topomap_error error;
    int code = TOPOMAP_OK, first = cli_parse(&merge, argc, argv, &code);

    if (first < 0)
        return code;
    if (first == argc)
        return cli_usage(&merge, "graphs are needed");
    return graph_write(&merge, merge_files(argv + first, (size_t)(argc - first), &error),
                       args.format, args.output, &error);
}

/* Parse a factor; `text` NULL: it is 1. */
static int parse_factor(const char *option, const char *text, double *factor)
{
    if (!text || (cli_real(text, factor) == 0 && *factor >= 0))
        return TOPOMAP_OK;
    fprintf(stderr, "%s: %s: '%.80s' is not a number of at least 0\n", scale.name, option, text);
    return TOPOMAP_INPUT;
}

int command_graph_scale(int argc, char **argv)
{
    struct topomap_error error;
    int code = TOPOMAP_OK, first = cli_parse(&scale, argc, argv, &code);
    struct topomap_graph *graph, *scaled = NULL;
    double bytes = 1, messages = 1;

    if (first < 0)
        return code;
    if (first + 1 != argc)
        return cli_usage(&scale, "one graph is needed");
    if (!args.bytes && !args.messages)
        return cli_usage(&scale, "--bytes or --messages is needed");
    if (parse_factor("--bytes", args.bytes, &bytes) != TOPOMAP_OK ||
        parse_factor("--messages", args.messages, &messages) != TOPOMAP_OK)
        return TOPOMAP_INPUT;
    graph = topomap_graph_read(argv[first], args.from, &error);
    if (graph)
        scaled = topomap_graph_scale(graph, bytes, messages, &error);
    topomap_graph_destroy(graph);
    return graph_write(&scale, scaled, args.format, args.output, &error);
}
