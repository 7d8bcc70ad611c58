/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap graph extract: the traffic of some parts or phases of a recording, or between some
 * ranks. */
#include "cli/profile.h"

#include "base/error.h"
#include "base/list.h"
#include "base/memory.h"

#include "wire/idlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *parts, *phase, *ranks, *from, *weights, *format, *output;
} args;

static const struct cli_option options[] = {
    {"part", 'p', "PART,...", "p2p, one-sided or collectives [all]", &args.parts, NULL},
    {"phase", 0, "N", "traffic of this phase [all]", &args.phase, NULL},
    {"ranks", 'n', "LIST", "traffic between these ranks, such as 0-15,32 [all]", &args.ranks, NULL},
    {"graph-format", 0, "NAME", "format of the graph [by content]", &args.from, NULL},
    {"weights", 'w', "WHAT", "weights of edges: bytes or messages [bytes]", &args.weights, NULL},
    {"format", 'f', "NAME", "format to write: see topomap list formats [edges]", &args.format,
     NULL},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap graph extract", "[OPTION]... GRAPH",
    "Write the graph of some ranks, or of a part or a phase of a profile.",
    "GRAPH is a graph in any format; --part and --phase need a profile, which 'topomap profile'\n"
    "or the Slurm plugin wrote. The first rank of LIST becomes rank 0, and so on. Examples:\n"
    "  topomap graph extract --part p2p --phase 2 comm.graph -o solver.el\n"
    "  topomap graph extract --ranks 0-511 coupled.el -o ocean.el\n",
    options,
};

const struct profile_part_name profile_parts[PROFILE_PART_NAMES] = {
    {"p2p", "point-to-point", TOPOMAP_PART_P2P},
    {"one-sided", "one-sided", TOPOMAP_PART_ONE_SIDED},
    {"collectives", "collectives", TOPOMAP_PART_COLLECTIVES},
};

/* Parse --part into bits; 0 after a usage message. */
static unsigned parse_parts(int *code)
{
    const char *list = args.parts, *at;
    unsigned parts = 0;
    size_t length;

    while (list_next(&list, LIST_NAMES, &at, &length)) {
        size_t i = 0;

        while (i < PROFILE_PART_NAMES && (strlen(profile_parts[i].name) != length ||
                                          strncmp(profile_parts[i].name, at, length) != 0))
            i++;
        if (i == PROFILE_PART_NAMES) {
            *code = cli_usage(&command, "there is no part '%.*s': p2p, one-sided or collectives",
                              (int)length, at);
            return 0;
        }
        parts |= profile_parts[i].part;
    }
    return parts ? parts : TOPOMAP_PART_ALL;
}

/* Parse --phase, which must exist in the profile. */
static int parse_phase(const struct topomap_profile *profile, uint32_t *phase)
{
    char known[256] = "";
    size_t length = 0;
    uint64_t wanted;
    uint32_t there;

    *phase = TOPOMAP_EVERY_PHASE;
    if (!args.phase)
        return TOPOMAP_OK;
    if (cli_whole(args.phase, UINT32_MAX - 1, &wanted) < 0)
        return cli_usage(&command, "--phase needs a number");
    for (size_t i = 0; topomap_profile_phase(profile, i, &there); i++) {
        if (there == wanted) {
            *phase = there;
            return TOPOMAP_OK;
        }
        if (length < sizeof known - 16)
            length += (size_t)snprintf(known + length, sizeof known - length, "%s%u",
                                       i ? ", " : "", there);
    }
    fprintf(stderr, "%s: there is no phase %s in the profile%s%s\n", command.name, args.phase,
            *known ? ", but " : "", known);
    return TOPOMAP_INPUT;
}

/* Parse --ranks into an array of *count, which the caller frees; NULL with an error. */
static uint32_t *parse_ranks(uint32_t *count, struct topomap_error *error)
{
    const char *list = args.ranks, *at = list, *end = list + strlen(list);
    int64_t numbers = idlist_scan(&at, end, TOPOMAP_MAX_RANKS);
    uint32_t *ranks;

    if (numbers <= 0 || at != end) {
        error_set(error, TOPOMAP_INPUT,
                  "list of ranks '%.80s%s', character %zu: expected ranks and rising ranges, as in "
                  "0-15,32", list, strlen(list) > 80 ? "..." : "", (size_t)(at - list) + 1);
        return NULL;
    }
    *count = (uint32_t)numbers;
    ranks = array_raw(*count, sizeof *ranks);
    if (ranks)
        idlist_parse(&list, end, UINT32_MAX, ranks, *count);
    else
        error_memory(error);
    return ranks;
}

/* Replace the graph by the traffic between the ranks of --ranks. */
static int keep_ranks(struct topomap_graph **graph, struct topomap_error *error)
{
    struct topomap_graph *whole = *graph;
    uint32_t count, *ranks;

    if (!args.ranks)
        return 0;
    ranks = parse_ranks(&count, error);
    *graph = ranks ? topomap_graph_extract(whole, ranks, count, error) : NULL;
    free(ranks);
    topomap_graph_destroy(whole);
    return *graph ? 0 : -1;
}

/* Extract what the options ask for, and destroy the graph. */
static int extract(struct topomap_graph *graph)
{
    struct topomap_error error;

    if (keep_ranks(&graph, &error) < 0 ||
        weights_apply(&graph, args.weights, NULL, NULL, &error) < 0)
        return cli_fail(&command, &error);
    return graph_write(&command, graph, args.format, args.output, &error);
}

static int extract_profile(const char *path, unsigned parts)
{
    struct topomap_error error;
    struct topomap_profile *profile = topomap_profile_read(path, &error);
    struct topomap_graph *graph = NULL;
    uint32_t phase;
    int code;

    if (!profile)
        return cli_fail(&command, &error);
    code = parse_phase(profile, &phase);
    if (code == TOPOMAP_OK) {
        graph = topomap_profile_graph(profile, parts, phase, &error);
        code = graph ? extract(graph) : cli_fail(&command, &error);
    }
    topomap_profile_destroy(profile);
    return code;
}

int command_graph_extract(int argc, char **argv)
{
    struct topomap_error error;
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    struct topomap_graph *graph;
    unsigned parts;

    if (first < 0)
        return code;
    if (first + 1 != argc)
        return cli_usage(&command, "one graph is needed");
    parts = parse_parts(&code);
    if (!parts || (code = weights_check(&command, args.weights, false)) != TOPOMAP_OK)
        return code;
    if (args.parts || args.phase)
        return extract_profile(argv[first], parts);
    graph = topomap_graph_read(argv[first], args.from, &error);
    return graph ? extract(graph) : cli_fail(&command, &error);
}
