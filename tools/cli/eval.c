/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct inputs inputs;
    const char *mapping, *seed, *output;
    bool json;
} args;

static const struct cli_option options[] = {
    INPUT_OPTIONS(args.inputs),
    {"mapping", 'm', "WHAT", "default (block), cyclic, random or a file, see below [default]",
     &args.mapping, NULL},
    {"seed", 's', "N", "seed of the random mapping [1]", &args.seed, NULL},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"output", 'o', "FILE", "write there [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap eval",
    "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]...",
    "Score a mapping of ranks on nodes, beside Slurm's block distribution.",
    "A mapping file has one host name per rank and line, in rank order; or it is a Blue Gene map\n"
    "file, or a recipe, see topomap-recipe(5).\n"
    "Example:\n"
    "  topomap eval -g lulesh_64.p2p.el -N topology.conf -H 'n[01-16]' -t 4 -m hosts.txt\n",
    options,
};

/* Fill `mapping` [ranks] as --mapping says. Returns 0 or -1. */
static int read_mapping(uint32_t *mapping, uint64_t seed, struct topomap_error *error)
{
    const struct topomap_allocation *a = args.inputs.allocation;

    if (!args.mapping || strcmp(args.mapping, "default") == 0) {
        topomap_placement_block(a, mapping);
        return 0;
    }
    if (strcmp(args.mapping, "cyclic") == 0) {
        topomap_placement_cyclic(a, mapping);
        return 0;
    }
    if (strcmp(args.mapping, "random") == 0) {
        topomap_placement_random(a, seed, mapping);
        return 0;
    }
    return mapping_read(a, args.mapping, mapping, error);
}

/* Score `mapping`, using `base` for the block distribution. */
static int score(uint64_t seed, uint32_t *base, uint32_t *mapping, struct topomap_error *error)
{
    const struct inputs *in = &args.inputs;
    char *text;
    int result;

    if (read_mapping(mapping, seed, error) < 0)
        return -1;
    topomap_placement_block(in->allocation, base);
    text = topomap_score_print(in->graph, in->allocation, "default", base, "mapping", mapping,
                               args.json ? "json" : "text", error);
    result = text ? cli_write(args.output, text, error) : -1;
    free(text);
    return result;
}

int command_eval(int argc, char **argv)
{
    struct topomap_error error = {TOPOMAP_INTERNAL, "out of memory"};
    uint64_t seed = 1;
    int code = TOPOMAP_OK;

    if (!cli_parse_options(&command, argc, argv, &code))
        return code;
    if (args.seed && cli_whole(args.seed, UINT64_MAX, &seed) < 0)
        return cli_usage(&command, "--seed needs a whole number");
    code = inputs_load(&args.inputs, &command);
    if (code == TOPOMAP_OK) {
        uint32_t ranks = topomap_allocation_ranks(args.inputs.allocation);
        uint32_t *base = calloc(ranks, sizeof *base);
        uint32_t *mapping = calloc(ranks, sizeof *mapping);

        if (!base || !mapping || score(seed, base, mapping, &error) < 0)
            code = cli_fail(&command, &error);
        free(base);
        free(mapping);
    }
    inputs_free(&args.inputs);
    return code;
}
