/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"

#include "base/error.h"
#include "base/hint.h"
#include "base/json.h"
#include "base/list.h"
#include "graph/pattern_name.h"

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
    {"weights", 'w', "WHAT", "weights of edges: bytes or messages [bytes]", &args.weights, NULL}
#define RANKS {"ranks", 'n', "N", "ranks, if the pattern does not say", &args.ranks, NULL}
#define OUTPUT                                                                                     \
    {"format", 'f', "NAME", "format to write: see topomap list formats [edges]", &args.format,     \
     NULL},                                                                                        \
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL}

static const struct cli_option info_options[] = {
    INPUT,
    RANKS,
    {"blocks", 'b', "K,...", "block sizes of SP [" DEFAULT_BLOCKS "]", &args.blocks, NULL},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};
static const struct cli_option convert_options[] = {INPUT, RANKS, OUTPUT, {0}};
static const struct cli_option generate_options[] = {
    RANKS,
    {"degree", 'd', "D",
     "mean neighbours of a rank in a random graph, an even number unless it is geometric",
     &args.degree, NULL},
    {"seed", 's', "N", "seed of a random graph [1]", &args.seed, NULL},
    OUTPUT,
    {0},
};

static const struct cli_command info = {
    "topomap graph info", "[OPTION]... GRAPH", "Describe a communication graph.",
    "GRAPH is a file, - for standard input, or a pattern such as grid:8x8; see topomap list\n"
    "patterns. Examples:\n"
    "  topomap graph info lulesh_64.p2p.el\n"
    "  topomap graph info grid:8x8:periodic --json\n",
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

/* The graph of a pattern. It may have another number of ranks than --ranks asks for. */
static struct topomap_graph *make(const char *pattern, uint32_t ranks, struct topomap_error *error)
{
    struct topomap_graph *graph = topomap_graph_pattern(pattern, ranks, error), *own = NULL;

    if (!graph && ranks)
        own = topomap_graph_pattern(pattern, 0, NULL);
    if (own)
        error_set(error, TOPOMAP_IMPOSSIBLE, "'%.100s' has %u ranks, not the %u of --ranks",
                  pattern, topomap_graph_ranks(own), ranks);
    topomap_graph_destroy(own);
    return graph;
}

static struct topomap_graph *load(const char *name, uint32_t ranks, struct topomap_error *error)
{
    struct topomap_graph *graph;

    if (!args.from && topomap_graph_is_pattern(name))
        graph = make(name, ranks, error);
    else
        graph = topomap_graph_read(name, args.from, error);
    if (graph && weights_apply(&graph, args.weights, NULL, NULL, error) < 0) {
        topomap_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

void graph_warn(const struct cli_command *command, const struct topomap_graph *graph,
                const char *name)
{
    double part = graph ? topomap_graph_part(graph) : 1;

    if (part < 1)
        cli_warn(command,
                 "%s sends more than 2^52 bytes: bytes, messages and times are 1/%.0f of the job's",
                 name, 1 / part);
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
    struct topomap_error error;
    int code = TOPOMAP_OK;
    const char *name = operand(&convert, argc, argv, &code);
    struct topomap_graph *graph;
    uint32_t ranks = 0;

    if (!name || (code = parse_ranks(&convert, &ranks)) != TOPOMAP_OK ||
        (code = weights_check(&convert, args.weights, false)) != TOPOMAP_OK)
        return code;
    graph = load(name, ranks, &error);
    graph_warn(&convert, graph, name);
    return graph_write(&convert, graph, args.format, args.output, &error);
}

static int unknown_pattern(const char *name)
{
    const char *pattern, *summary;
    struct hint hint;

    hint_init(&hint, name, strcspn(name, ":"));
    for (size_t i = 0; topomap_graph_pattern_get(i, &pattern, &summary); i++) {
        if (strcmp(name, pattern) == 0)
            return cli_usage(&generate, "'%s' lacks its sizes: %s:%.*s", name, name,
                             (int)(strcspn(summary, " ") - 1), summary);
        hint_offer(&hint, pattern);
    }
    return cli_usage(&generate, "unknown pattern '%s'%s", name, hint_text(&hint));
}

/* The pattern with the settings from the options. */
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

/* Check --degree for the random graph `pattern`, which has pairs of neighbours unless it is
 * geometric. */
static int check_degree(const char *pattern)
{
    uint64_t whole;
    double real;

    if (pattern_kind(pattern) == PATTERN_GEOMETRIC)
        return cli_real(args.degree, &real) == 0 && real > 0 && real <= TOPOMAP_MAX_RANKS
                   ? TOPOMAP_OK
                   : cli_usage(&generate, "--degree needs a number above 0 and up to %u",
                               TOPOMAP_MAX_RANKS);
    return cli_whole(args.degree, TOPOMAP_MAX_RANKS, &whole) == 0 && whole && whole % 2 == 0
               ? TOPOMAP_OK
               : cli_usage(&generate, "--degree needs an even number from 2 to %u",
                           TOPOMAP_MAX_RANKS);
}

/* Check --degree and --seed for the pattern. */
static int check_settings(const char *pattern)
{
    uint64_t seed;

    if (args.seed && cli_whole(args.seed, UINT64_MAX, &seed) < 0)
        return cli_usage(&generate, "--seed needs a whole number");
    if ((args.degree || args.seed) && !topomap_graph_pattern_is_random(pattern))
        return cli_usage(&generate, "'%s' is no random graph: --%s does not apply", pattern,
                         args.degree ? "degree" : "seed");
    if (args.degree && strstr(pattern, ":degree="))
        return cli_usage(&generate, "'%s' has its degree: leave out --degree", pattern);
    if (args.seed && strstr(pattern, ":seed="))
        return cli_usage(&generate, "'%s' has its seed: leave out --seed", pattern);
    return args.degree ? check_degree(pattern) : TOPOMAP_OK;
}

static int run_generate(int argc, char **argv)
{
    struct topomap_error error;
    struct topomap_graph *graph;
    int code = TOPOMAP_OK;
    const char *name = operand(&generate, argc, argv, &code);
    uint32_t ranks;
    char *pattern;

    if (!name || (code = parse_ranks(&generate, &ranks)) != TOPOMAP_OK)
        return code;
    if (!topomap_graph_is_pattern(name))
        return unknown_pattern(name);
    code = check_settings(name);
    if (code != TOPOMAP_OK)
        return code;
    pattern = with_settings(name);
    if (!pattern)
        return cli_memory(&generate);
    graph = make(pattern, ranks, &error);
    free(pattern);
    graph_warn(&generate, graph, name);
    return graph_write(&generate, graph, args.format, args.output, &error);
}

/* Add a line of the description to `out->text`, or a member to the JSON object. */
static void say(struct json *out, const char *label, const char *key, double value)
{
    if (args.json)
        json_number(out, key, value);
    else
        text_printf(&out->text, "%-34s %.10g\n", label, value);
}

static void say_whole(struct json *out, const char *label, const char *key, uint64_t value)
{
    if (args.json)
        json_whole(out, key, value);
    else
        text_printf(&out->text, "%-34s %llu\n", label, (unsigned long long)value);
}

static void say_size(struct json *out, const struct topomap_graph *graph)
{
    uint32_t ranks = topomap_graph_ranks(graph);
    uint64_t self_bytes = 0, self_messages = 0;
    size_t most = 0;

    for (uint32_t r = 0; r < ranks; r++) {
        size_t degree = topomap_graph_first_edge(graph, r + 1) - topomap_graph_first_edge(graph, r);

        self_bytes += topomap_graph_self(graph, r).bytes;
        self_messages += topomap_graph_self(graph, r).messages;
        if (degree > most)
            most = degree;
    }
    say_whole(out, "ranks", "ranks", ranks);
    say_whole(out, "pairs that communicate, directed", "edges", topomap_graph_edges(graph));
    say_whole(out, "bytes", "bytes", topomap_graph_bytes(graph));
    say_whole(out, "messages", "messages", topomap_graph_messages(graph));
    say_whole(out, "bytes of ranks to themselves", "self_bytes", self_bytes);
    say_whole(out, "messages of ranks to themselves", "self_messages", self_messages);
    say(out, "receivers of a rank, average", "average_degree",
        (double)topomap_graph_edges(graph) / ranks);
    say_whole(out, "receivers of a rank, most", "max_degree", most);
}

static const char *const structure_names[] = {
    [TOPOMAP_NO_STRUCTURE] = "none",
    [TOPOMAP_GRID] = "grid",
    [TOPOMAP_ROWS] = "rows",
    [TOPOMAP_HYPERCUBE] = "hypercube",
};

/* "periodic in dimension 1, 3", "periodic" if all are. */
static void say_dimensions(struct text *text, const char *what, const bool *which, uint32_t dims)
{
    uint32_t count = 0, named = 0;

    for (uint32_t d = 0; d < dims; d++)
        count += which[d];
    if (count)
        text_printf(text, ", %s", what);
    for (uint32_t d = 0; count < dims && d < dims; d++) {
        if (which[d])
            text_printf(text, "%s %u", named++ ? "," : " in dimension", d + 1);
    }
}

/* "grid 4 x 4 x 4, periodic, 26 neighbours, 98.1 % of all bytes". */
static void say_structure_text(struct text *text, const struct topomap_structure *s)
{
    text_printf(text, "%-34s %s", "structure", structure_names[s->kind]);
    for (uint32_t d = 0; d < s->dims; d++)
        text_printf(text, "%s%u", d ? " x " : " ", s->dim[d]);
    say_dimensions(text, "periodic", s->periodic, s->dims);
    for (uint32_t d = 0; s->kind == TOPOMAP_ROWS && d < s->dims; d++) {
        if (!s->complete[d]) {
            say_dimensions(text, "all to all", s->complete, s->dims);
            break;
        }
    }
    if (s->dims)
        text_printf(text, ", %u neighbours, %.3g %% of all bytes", s->neighbours, 100 * s->share);
    text_puts(text, "\n");
}

static void say_flags_json(struct json *json, const char *name, const bool *flag, uint32_t count)
{
    json_open(json, name, '[');
    for (uint32_t i = 0; i < count; i++)
        json_bool(json, NULL, flag[i]);
    json_close(json, ']');
}

static void say_structure_json(struct json *json, const struct topomap_structure *s)
{
    json_open(json, "structure", '{');
    json_string(json, "kind", structure_names[s->kind]);
    json_list(json, "dims", s->dim, s->dims);
    say_flags_json(json, "periodic", s->periodic, s->dims);
    say_flags_json(json, "complete", s->complete, s->dims);
    json_whole(json, "neighbours", s->neighbours);
    json_number(json, "share", s->share);
    json_close(json, '}');
}

static int say_structure(struct json *out, const struct topomap_graph *graph,
                         struct topomap_error *error)
{
    struct topomap_structure *structure = topomap_structure_create(graph, error);

    if (!structure)
        return -1;
    if (args.json)
        say_structure_json(out, structure);
    else
        say_structure_text(&out->text, structure);
    topomap_structure_destroy(structure);
    return 0;
}

static void say_splits(struct json *out, const struct topomap_graph *graph, const uint32_t *blocks,
                       size_t count)
{
    char label[64], key[16];

    if (args.json)
        json_open(out, "sp", '{');
    for (size_t i = 0; i < count; i++) {
        snprintf(key, sizeof key, "%u", blocks[i]);
        snprintf(label, sizeof label, "SP(%u), not inside blocks", blocks[i]);
        say(out, label, key, topomap_graph_split(graph, blocks[i]));
    }
    if (args.json)
        json_close(out, '}');
}

static int say_all(struct json *out, const struct topomap_graph *graph, const uint32_t *blocks,
                   size_t count, struct topomap_error *error)
{
    struct topomap_graph_metrics metrics;

    if (topomap_graph_metrics_compute(graph, &metrics, error) < 0)
        return -1;
    say_size(out, graph);
    if (say_structure(out, graph, error) < 0)
        return -1;
    say(out, "CA, amount", "ca", metrics.amount);
    say(out, "CB, balance", "cb", metrics.balance);
    say(out, "CC, centrality", "cc", metrics.centrality);
    say(out, "CH, heterogeneity", "ch", metrics.heterogeneity);
    say(out, "NBC, not between neighbours", "nbc", metrics.neighbour);
    say_splits(out, graph, blocks, count);
    return 0;
}

/* Parse the block sizes of --blocks. Returns their number, 0 after a usage message. */
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
            cli_usage(&info, "--blocks needs up to %d numbers, separated by commas", MAX_BLOCKS);
            return 0;
        }
        blocks[count++] = (uint32_t)block;
    }
    return count;
}

static int describe(const struct topomap_graph *graph, const uint32_t *blocks, size_t count,
                    struct topomap_error *error)
{
    struct json out = {0};
    char *text = NULL;
    int result;

    if (args.json) {
        json_open(&out, NULL, '{');
        json_whole(&out, "schema_version", 1);
    }
    result = say_all(&out, graph, blocks, count, error);
    if (args.json)
        json_close(&out, '}');
    if (result == 0) {
        text = text_take(&out.text);
        result = text ? cli_write(args.output, text, error) : error_memory(error);
    }
    text_free(&out.text);
    free(text);
    return result;
}

static int run_info(int argc, char **argv)
{
    struct topomap_error error;
    struct topomap_graph *graph;
    uint32_t blocks[MAX_BLOCKS], ranks;
    int code = TOPOMAP_OK;
    const char *name = operand(&info, argc, argv, &code);
    size_t count;

    if (!name || (code = parse_ranks(&info, &ranks)) != TOPOMAP_OK ||
        (code = weights_check(&info, args.weights, false)) != TOPOMAP_OK)
        return code;
    count = parse_blocks(blocks);
    if (!count)
        return TOPOMAP_USAGE;
    graph = load(name, ranks, &error);
    graph_warn(&info, graph, name);
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
        "'topomap graph info --help' and so on show more. Example:\n"
        "  topomap graph info lulesh_64.p2p.el\n",
        none,
    };
    int code = TOPOMAP_OK, action;

    action = cli_action(&command, actions, ACTIONS, sizeof *actions, argc, argv, &code);
    return action < 0 ? code : actions[action].run(argc - 1, argv + 1);
}
