/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct inputs inputs;
    const char *mapping, *output;
    bool json;
} args;

static const struct cli_option options[] = {
    INPUT_OPTIONS(args.inputs),
    {"mapping", 'm', "default|cyclic|random|FILE", "block, cyclic, ..., see below [default]",
     &args.mapping, NULL},
    {"json", 'j', NULL, "print JSON", NULL, &args.json},
    {"output", 'o', "FILE", "write to FILE [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap eval",
    "--graph FILE --hosts HOSTLIST --tasks-per-node SPEC [OPTION]...",
    "Score a mapping of ranks on nodes, beside Slurm's block distribution.",
    "A mapping file has one host name per rank and line, in rank order; or rank, host and slot,\n"
    "as topomap plan -f slots writes them; or it is a Blue Gene map file, or a recipe, see\n"
    "topomap-recipe(5).\n"
    "Example:\n"
    "  topomap eval -g lulesh_64.p2p.el -N topology.conf -H 'n[01-16]' -t 4 -m hosts.txt\n",
    options,
};

/* Fill `mapping` and, if --mapping names a file with slots, `slots`, [ranks] each. In Slurm's
 * distributions slots are in the order of ranks. */
static int read_mapping(struct topomap_placed *placed, uint32_t *mapping, uint32_t *slots,
                        uint64_t seed, struct topomap_error *error)
{
    const struct topomap_allocation *a = args.inputs.allocation;
    bool with_slots;

    if (placement_read(a, args.mapping ? args.mapping : "default", seed, mapping, slots,
                       &with_slots, error) < 0)
        return -1;
    *placed = (struct topomap_placed){"mapping", mapping, with_slots ? slots : NULL};
    return 0;
}

/* Score the mapping; `work` [3 * ranks] is scratch. */
static int score(struct topomap_request *r, uint32_t *work, struct topomap_error *error)
{
    uint32_t ranks = topomap_allocation_ranks(args.inputs.allocation);
    struct topomap_placed base = {.name = "default", .placement = work}, mapping;
    char *text;
    int result;

    inputs_request(&args.inputs, r);
    topomap_placement_block(r->allocation, work);
    if (read_mapping(&mapping, work + ranks, work + 2 * (size_t)ranks, r->seed, error) < 0)
        return -1;
    text = topomap_score_print(r, &base, &mapping, args.json ? "json" : "text", error);
    result = text ? cli_write(args.output, text, error) : -1;
    free(text);
    return result;
}

int command_eval(int argc, char **argv)
{
    struct topomap_error error;
    struct topomap_request request = {0};
    int code = TOPOMAP_OK, first;

    first = cli_parse_settings(&command, SCOPE_EVAL, &args.inputs.settings, argc, argv, &code);
    if (!cli_is_whole(&command, first, argc, argv, &code))
        return code;
    inputs_ask_slurm(&args.inputs);
    code = inputs_load(&args.inputs, &command);
    if (code == TOPOMAP_OK) {
        size_t ranks = topomap_allocation_ranks(args.inputs.allocation);
        uint32_t *work = calloc(3 * ranks, sizeof *work);

        if (!work)
            code = cli_memory(&command);
        else if (score(&request, work, &error) < 0)
            code = cli_fail(&command, &error);
        free(work);
    }
    inputs_free(&args.inputs);
    return code;
}
