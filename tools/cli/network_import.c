/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/network_import.h"

#include "topomap_internal.h"

#include <stdlib.h>

#define MAX_BYTES ((size_t)1 << 28)

static const char *routes, *output;

static const struct cli_option options[] = {
    {"routes", 'r', "FILE", "routes of all switches, as ibroute or dump_lfts print them", &routes,
     NULL},
    {"output", 'o', "FILE", "write to FILE [standard output]", &output, NULL},
    {0},
};

const struct cli_command network_import_command = {
    "topomap network import", "[OPTION]... FILE",
    "Describe an InfiniBand or Omni-Path fabric by what its tools print.",
    "FILE is what ibnetdiscover or opaextractsellinks prints, or Slurm's topology.conf. Example:\n"
    "  ibnetdiscover >fabric.txt && dump_lfts.sh >routes.txt\n"
    "  topomap network import fabric.txt --routes routes.txt -o fabric.yaml\n",
    options,
};

static char *import(const char *file, struct topomap_error *error)
{
    size_t length = 0, routes_length = 0;
    char *text = cli_read(file, MAX_BYTES, &length, error), *tables = NULL, *result = NULL;

    if (text && routes)
        tables = cli_read(routes, MAX_BYTES, &routes_length, error);
    if (text && (tables || !routes))
        result = topomap_fabric_import(file, text, length, routes, tables, routes_length, error);
    free(text);
    free(tables);
    return result;
}

int network_import(int argc, char **argv)
{
    const struct cli_command *command = &network_import_command;
    int code = TOPOMAP_OK, first = cli_parse(command, argc, argv, &code);
    struct topomap_error error;
    char *text;

    if (first < 0)
        return code;
    if (argc - first != 1)
        return argc == first ? cli_usage(command, "a file is needed")
                             : cli_usage(command, "unexpected argument '%s'", argv[first + 1]);
    text = import(argv[first], &error);
    if (!text || cli_write(output, text, &error) < 0)
        code = cli_fail(command, &error);
    free(text);
    return code;
}
