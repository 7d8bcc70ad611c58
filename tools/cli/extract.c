/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap graph extract: what a part of a recording holds. */
#include "cli/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *parts, *phase, *weights, *format, *output;
} args;

static const struct cli_option options[] = {
    {"part", 'p', "PART,...", "p2p, one-sided or collectives [all]", &args.parts, NULL},
    {"phase", 0, "N", "what was sent in this phase [all]", &args.phase, NULL},
    {"weights", 'w', "WHAT", "what edges weigh: bytes or messages [bytes]", &args.weights, NULL},
    {"format", 'f', "NAME", "format to write: see topomap list formats [edges]", &args.format,
     NULL},
    {"output", 'o', "FILE", "write there [standard output]", &args.output, NULL},
    {0},
};

static const struct cli_command command = {
    "topomap graph extract", "[OPTION]... PROFILE",
    "Write the graph of a part, or of a phase, of a profile.",
    "PROFILE is what 'topomap profile' or the Slurm plugin wrote. Example:\n"
    "  topomap graph extract --part p2p --phase 2 comm.graph -o solver.el\n",
    options,
};

const struct profile_part_name profile_parts[PROFILE_PART_NAMES] = {
    {"p2p", "point-to-point", TOPOMAP_PART_P2P},
    {"one-sided", "one-sided", TOPOMAP_PART_ONE_SIDED},
    {"collectives", "collectives", TOPOMAP_PART_COLLECTIVES},
};

/* The bits of --part; 0 after a usage message. */
static unsigned parse_parts(int *code)
{
    const char *at = args.parts;
    unsigned parts = 0;

    while (at) {
        size_t length = strcspn(at, ","), i = 0;

        while (i < PROFILE_PART_NAMES && (strlen(profile_parts[i].name) != length ||
                                          strncmp(profile_parts[i].name, at, length) != 0))
            i++;
        if (i == PROFILE_PART_NAMES) {
            *code = cli_usage(&command, "there is no part '%.*s': p2p, one-sided or collectives",
                              (int)length, at);
            return 0;
        }
        parts |= profile_parts[i].part;
        at = at[length] ? at + length + 1 : NULL;
    }
    return parts ? parts : TOPOMAP_PART_ALL;
}

/* --phase, which must be one of the profile's. */
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

static int extract(const struct topomap_profile *profile, unsigned parts, uint32_t phase,
                   struct topomap_error *error)
{
    struct topomap_graph *graph = topomap_profile_graph(profile, parts, phase, error);
    char *text = NULL;
    int result = -1;

    if (graph && weights_apply(&graph, args.weights, error) == 0)
        text = topomap_graph_print(graph, args.format ? args.format : "edges", error);
    if (text)
        result = cli_write(args.output, text, error);
    free(text);
    topomap_graph_destroy(graph);
    return result;
}

int command_graph_extract(int argc, char **argv)
{
    struct topomap_error error = {TOPOMAP_INTERNAL, "out of memory"};
    struct topomap_profile *profile;
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);
    uint32_t phase;
    unsigned parts;

    if (first < 0)
        return code;
    if (first + 1 != argc)
        return cli_usage(&command, "one profile is needed");
    parts = parse_parts(&code);
    if (!parts || (code = weights_check(&command, args.weights)) != TOPOMAP_OK)
        return code;
    profile = topomap_profile_read(argv[first], &error);
    if (!profile)
        return cli_fail(&command, &error);
    code = parse_phase(profile, &phase);
    if (code == TOPOMAP_OK && extract(profile, parts, phase, &error) < 0)
        code = cli_fail(&command, &error);
    topomap_profile_destroy(profile);
    return code;
}
