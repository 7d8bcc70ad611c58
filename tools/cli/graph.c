/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"

#include "base/hint.h"
#include "base/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BLOCKS 32
#define DEFAULT_BLOCKS "4,8,16"

static struct {
    const char *from, *weights, *ranks, *blocks, *format, *output, *degree, *seed;
    bool json;
} args;

#define INPUT                                                                                      \
    {"graph-format", 0, "NAME", "format of the graph [by content]", &args.from, NULL},             \
    {"weights", 'w', "WHAT", "what edges weigh: bytes or messages [bytes]", &args.weights, NULL}
#define RANKS {"ranks", 'n', "N", "ranks, where the pattern does not say", &args.ranks, NULL}
#define OUTPUT                                                                                     \
    {"format", 'f', "NAME", "format to write: see topomap list formats [edges]", &args.format,     \
     NULL},                                                                                        \
    {"output", 'o', "FILE", "write there [standard output]", &args.output, NULL}

static const struct cli_option info_options[] = {
    INPUT,
    RANKS,
    {"blocks", 'b', "K,...", "block sizes of SP [" DEFAULT_BLOCKS "]", &args.blocks, NULL},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"output", 'o', "FILE", "write there [standard output]", &args.output, NULL},
    {0},
};
static const struct cli_option convert_options[] = {INPUT, RANKS, OUTPUT, {0}};
static const struct cli_option generate_options[] = {
    RANKS,
    {"degree", 'd', "D", "mean neighbours of a rank in a random graph", &args.degree, NULL},
    {"seed", 's', "N", "seed of a random graph [1]", &args.seed, NULL},
    OUTPUT,
    {0},
};

static const struct cli_command info = {
    "topomap graph info", "[OPTION]... GRAPH", "Describe a communication graph.",
    "GRAPH is a file, - for standard input, or a pattern such as grid:8x8; see topomap list\n"
    "patterns.\n",
    info_options,
};
static const struct cli_command convert = {
    "topomap graph convert", "[OPTION]... GRAPH", "Write a communication graph in another format.",
    "Example:\n  topomap graph convert lulesh_64.p2p.el -f metis -o lulesh.graph\n",
    convert_options,
};
static const struct cli_command generate = {
    "topomap graph generate", "[OPTION]... PATTERN", "Make a communication graph.",
    "PATTERN is one of topomap list patterns. Examples:\n"
    "  topomap graph generate grid:8x8x8:periodic:27 -o halo.el\n"
    "  topomap graph generate grid:16x16:order=2 -o wide.el\n"
    "  topomap graph generate rows:16x16 -o transpose.el\n"
    "  topomap graph generate ring --ranks 64\n"
    "  topomap graph generate geometric --ranks 1000 --degree 8 --seed 3\n",
    generate_options,
};

/* The only operand, or NULL after a usage message. */
static const char *operand(const struct cli_command *command, int argc, char **argv, int *code)
{
    int first = cli_parse(command, argc, argv, code);

    if (first < 0)
        return NULL;
    if (first + 1 == argc)
        return argv[first];
    *code = first == argc ? cli_usage(command, "a graph is needed")
                          : cli_usage(command, "unexpected argument '%s'", argv[first + 1]);
    return NULL;
}

/* --ranks, or 0. */
static int parse_ranks(const struct cli_command *command, uint32_t *ranks)
{
    uint64_t number = 0;

    if (args.ranks && (cli_whole(args.ranks, TOPOMAP_MAX_RANKS, &number) < 0 || !number))
        return cli_usage(command, "--ranks needs a number from 1 to %u", TOPOMAP_MAX_RANKS);
    *ranks = (uint32_t)number;
    return TOPOMAP_OK;
}

static struct topomap_graph *load(const char *name, uint32_t ranks, struct topomap_error *error)
{
    struct topomap_graph *graph;

    if (!args.from && topomap_graph_is_pattern(name))
        graph = topomap_graph_pattern(name, ranks, error);
    else
        graph = topomap_graph_read(name, args.from, error);
    if (graph && weights_apply(&graph, args.weights, error) < 0) {
        topomap_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

int graph_write(const struct cli_command *command, struct topomap_graph *graph, const char *format,
                const char *output, struct topomap_error *error)
{
    size_t length;
    char *text = graph ? topomap_graph_print(graph, format ? format : "edges", &length, error)
                       : NULL;
    int code = text && cli_write_bytes(output, text, length, error) == 0
                   ? TOPOMAP_OK
                   : cli_fail(command, error);

    free(text);
    topomap_graph_destroy(graph);
    return code;
}

static int run_convert(int argc, char **argv)
{
    struct topomap_error error = ERROR_MEMORY;
    int code = TOPOMAP_OK;
    const char *name = operand(&convert, argc, argv, &code);
    uint32_t ranks;

    if (!name || (code = parse_ranks(&convert, &ranks)) != TOPOMAP_OK ||
        (code = weights_check(&convert, args.weights)) != TOPOMAP_OK)
        return code;
    return graph_write(&convert, load(name, ranks, &error), args.format, args.output, &error);
}

static int unknown_pattern(const char *name)
{
    const char *pattern, *summary;
    struct hint hint;

    hint_init(&hint, name, strcspn(name, ":"));
    for (size_t i = 0; topomap_graph_pattern_get(i, &pattern, &summary); i++)
        hint_offer(&hint, pattern);
    return cli_usage(&generate, "unknown pattern '%s'%s", name, hint_text(&hint));
}

/* The pattern with what the options say of it. */
static char *with_settings(const char *name)
{
    const char *const parts[] = {
        name, args.degree ? ":degree=" : "", args.degree ? args.degree : "",
        args.seed ? ":seed=" : "", args.seed ? args.seed : "",
    };
    size_t length = 1;
    char *pattern;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        length += strlen(parts[i]);
    pattern = malloc(length);
    if (pattern)
        snprintf(pattern, length, "%s%s%s%s%s", parts[0], parts[1], parts[2], parts[3], parts[4]);
    return pattern;
}

static int run_generate(int argc, char **argv)
{
    struct topomap_error error = ERROR_MEMORY;
    struct topomap_graph *graph;
    int code = TOPOMAP_OK;
    const char *name = operand(&generate, argc, argv, &code);
    uint64_t seed = 1;
    double degree;
    uint32_t ranks;
    char *pattern;

    if (!name || (code = parse_ranks(&generate, &ranks)) != TOPOMAP_OK)
        return code;
    if (args.seed && cli_whole(args.seed, UINT64_MAX, &seed) < 0)
        return cli_usage(&generate, "--seed needs a whole number");
    if (args.degree && cli_real(args.degree, &degree) < 0)
        return cli_usage(&generate, "--degree needs a number");
    if (!topomap_graph_is_pattern(name))
        return unknown_pattern(name);
    pattern = with_settings(name);
    graph = pattern ? topomap_graph_pattern(pattern, ranks, &error) : NULL;
    free(pattern);
    return graph_write(&generate, graph, args.format, args.output, &error);
}

/* One line of the description, or one member of the JSON object. */
static void say(FILE *out, const char *label, const char *key, double value)
{
    bool whole = value < 0x1p53 && value == (double)(uint64_t)value;

    if (args.json)
        fprintf(out, ",\n  \"%s\": %.16g", key, value);
    else
        fprintf(out, "%-34s %.*g\n", label, whole ? 16 : 10, value);
}

static void say_size(FILE *out, const struct topomap_graph *graph)
{
    uint32_t ranks = topomap_graph_ranks(graph);
    double self_bytes = 0, self_messages = 0;
    size_t most = 0;

    for (uint32_t r = 0; r < ranks; r++) {
        size_t degree = topomap_graph_first_edge(graph, r + 1) - topomap_graph_first_edge(graph, r);

        self_bytes += (double)topomap_graph_self(graph, r).bytes;
        self_messages += (double)topomap_graph_self(graph, r).messages;
        if (degree > most)
            most = degree;
    }
    say(out, "ranks", "ranks", ranks);
    say(out, "pairs that communicate, directed", "edges", (double)topomap_graph_edges(graph));
    say(out, "bytes", "bytes", (double)topomap_graph_bytes(graph));
    say(out, "messages", "messages", (double)topomap_graph_messages(graph));
    say(out, "bytes of ranks to themselves", "self_bytes", self_bytes);
    say(out, "messages of ranks to themselves", "self_messages", self_messages);
    say(out, "receivers of a rank, average", "average_degree",
        (double)topomap_graph_edges(graph) / ranks);
    say(out, "receivers of a rank, most", "max_degree", (double)most);
}

static const char *const structure_names[] = {
    [TOPOMAP_NO_STRUCTURE] = "none",
    [TOPOMAP_GRID] = "grid",
    [TOPOMAP_ROWS] = "rows",
    [TOPOMAP_HYPERCUBE] = "hypercube",
};

/* "periodic in dimension 1, 3", "periodic" if all are. */
static void say_dimensions(FILE *out, const char *what, const bool *which, uint32_t dims)
{
    uint32_t count = 0, named = 0;

    for (uint32_t d = 0; d < dims; d++)
        count += which[d];
    if (count)
        fprintf(out, ", %s", what);
    for (uint32_t d = 0; count < dims && d < dims; d++) {
        if (which[d])
            fprintf(out, "%s %u", named++ ? "," : " in dimension", d + 1);
    }
}

/* "grid 4 x 4 x 4, periodic, 26 neighbours, 98.1 % of all bytes". */
static void say_structure_text(FILE *out, const struct topomap_structure *s)
{
    fprintf(out, "%-34s %s", "structure", structure_names[s->kind]);
    for (uint32_t d = 0; d < s->dims; d++)
        fprintf(out, "%s%u", d ? " x " : " ", s->dim[d]);
    say_dimensions(out, "periodic", s->periodic, s->dims);
    for (uint32_t d = 0; s->kind == TOPOMAP_ROWS && d < s->dims; d++) {
        if (!s->complete[d]) {
            say_dimensions(out, "all to all", s->complete, s->dims);
            break;
        }
    }
    if (s->dims)
        fprintf(out, ", %u neighbours, %.3g %% of all bytes", s->neighbours, 100 * s->share);
    fprintf(out, "\n");
}

static void say_flags_json(FILE *out, const char *name, const bool *flag, uint32_t count)
{
    fprintf(out, "], \"%s\": [", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? ", " : "", flag[i] ? "true" : "false");
}

static void say_structure_json(FILE *out, const struct topomap_structure *s)
{
    fprintf(out, ",\n  \"structure\": {\"kind\": \"%s\", \"dims\": [", structure_names[s->kind]);
    for (uint32_t d = 0; d < s->dims; d++)
        fprintf(out, "%s%u", d ? ", " : "", s->dim[d]);
    say_flags_json(out, "periodic", s->periodic, s->dims);
    say_flags_json(out, "complete", s->complete, s->dims);
    fprintf(out, "], \"neighbours\": %u, \"share\": %.16g}", s->neighbours, s->share);
}

static int say_structure(FILE *out, const struct topomap_graph *graph, struct topomap_error *error)
{
    struct topomap_structure *structure = topomap_structure_create(graph, error);

    if (!structure)
        return -1;
    if (args.json)
        say_structure_json(out, structure);
    else
        say_structure_text(out, structure);
    topomap_structure_destroy(structure);
    return 0;
}

static void say_metrics(FILE *out, const struct topomap_graph *graph,
                        const struct topomap_graph_metrics *m, const uint32_t *blocks,
                        size_t count)
{
    say(out, "CA, amount", "ca", m->amount);
    say(out, "CB, balance", "cb", m->balance);
    say(out, "CC, centrality", "cc", m->centrality);
    say(out, "CH, heterogeneity", "ch", m->heterogeneity);
    say(out, "NBC, not between neighbours", "nbc", m->neighbour);
    if (args.json)
        fprintf(out, ",\n  \"sp\": {");
    for (size_t i = 0; i < count; i++) {
        double split = topomap_graph_split(graph, blocks[i]);

        if (args.json)
            fprintf(out, "%s\"%u\": %.16g", i ? ", " : "", blocks[i], split);
        else
            fprintf(out, "SP(%u), not inside blocks %*s %.10g\n", blocks[i],
                    blocks[i] < 10 ? 9 : blocks[i] < 100 ? 8 : 7, "", split);
    }
    fprintf(out, args.json ? "}\n}\n" : "");
}

/* The block sizes of --blocks. Returns how many, 0 after a usage message. */
static size_t parse_blocks(uint32_t *blocks)
{
    const char *list = args.blocks ? args.blocks : DEFAULT_BLOCKS, *at;
    size_t count = 0, length;

    while (list_next(&list, LIST_NAMES, &at, &length)) {
        char word[16];
        uint64_t block = 0;

        if (length < sizeof word) {
            memcpy(word, at, length);
            word[length] = '\0';
        }
        if (length >= sizeof word || count == MAX_BLOCKS ||
            cli_whole(word, TOPOMAP_MAX_RANKS, &block) < 0 || !block) {
            cli_usage(&info, "--blocks needs up to %d numbers, parted by commas", MAX_BLOCKS);
            return 0;
        }
        blocks[count++] = (uint32_t)block;
    }
    return count;
}

static int describe(const struct topomap_graph *graph, const uint32_t *blocks, size_t count,
                    struct topomap_error *error)
{
    struct topomap_graph_metrics metrics;
    char *text = NULL;
    size_t size;
    FILE *out;
    int result;

    if (topomap_graph_metrics_compute(graph, &metrics, error) < 0)
        return -1;
    out = open_memstream(&text, &size);
    if (!out)
        return -1;
    fprintf(out, args.json ? "{\n  \"schema_version\": 1" : "");
    say_size(out, graph);
    result = say_structure(out, graph, error);
    say_metrics(out, graph, &metrics, blocks, count);
    if (fclose(out) != 0)
        result = -1;
    if (result == 0)
        result = cli_write(args.output, text, error);
    free(text);
    return result;
}

static int run_info(int argc, char **argv)
{
    struct topomap_error error = ERROR_MEMORY;
    struct topomap_graph *graph;
    uint32_t blocks[MAX_BLOCKS], ranks;
    int code = TOPOMAP_OK;
    const char *name = operand(&info, argc, argv, &code);
    size_t count;

    if (!name || (code = parse_ranks(&info, &ranks)) != TOPOMAP_OK ||
        (code = weights_check(&info, args.weights)) != TOPOMAP_OK)
        return code;
    count = parse_blocks(blocks);
    if (!count)
        return TOPOMAP_USAGE;
    graph = load(name, ranks, &error);
    if (!graph || describe(graph, blocks, count, &error) < 0)
        code = cli_fail(&info, &error);
    topomap_graph_destroy(graph);
    return code;
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} actions[] = {
    {"info", run_info},
    {"convert", run_convert},
    {"extract", command_graph_extract},
    {"merge", command_graph_merge},
    {"scale", command_graph_scale},
    {"generate", run_generate},
    {"from-matrix", graph_from_matrix},
};

#define ACTIONS (sizeof actions / sizeof *actions)

int command_graph(int argc, char **argv)
{
    static const struct cli_option none[] = {{0}};
    static const struct cli_command command = {
        "topomap graph", "info|convert|extract|merge|scale|generate|from-matrix [OPTION]... GRAPH",
        "Describe, convert and make communication graphs.",
        "'topomap graph info --help' and so on say more.\n", none,
    };
    int code = TOPOMAP_OK, action;

    action = cli_action(&command, actions, ACTIONS, sizeof *actions, argc, argv, &code);
    return action < 0 ? code : actions[action].run(argc - 1, argv + 1);
}
