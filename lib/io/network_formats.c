/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "io/network_format.h"
#include "input/scan.h"

#include <stdlib.h>
#include <string.h>

/* Slurm's lines begin with a word and '='; a YAML file does not start with such a line. */
static int begins_with_assignment(const struct source *source, struct topomap_error *error)
{
    struct scan scan;
    int more;

    scan_init(&scan, source);
    more = scan_next_filled(&scan, '#', error);
    if (more < 0)
        return -1;
    if (more == 0)
        return error_set(error, TOPOMAP_INPUT, "%s: holds nothing but comments and blanks",
                         source->name);
    while (!scan_done(&scan) && ((*scan.at >= 'a' && *scan.at <= 'z') ||
                                 (*scan.at >= 'A' && *scan.at <= 'Z')))
        scan.at++;
    return !scan_done(&scan) && *scan.at == '=';
}

static struct topomap_network *parse(const struct source *source, struct topomap_error *error)
{
    int assignment;

    if (source_check(source, error) < 0)
        return NULL;
    assignment = begins_with_assignment(source, error);
    if (assignment < 0)
        return NULL;
    return assignment ? network_slurm_parse(source, error) : network_yaml_parse(source, error);
}

struct topomap_network *topomap_network_read(const char *path, struct topomap_error *error)
{
    struct topomap_network *network;
    struct source source;

    if (source_read(&source, path, SOURCE_MAX_NETWORK, error) < 0)
        return NULL;
    network = parse(&source, error);
    free((char *)source.text);
    return network;
}

struct topomap_network *topomap_network_parse(const char *name, const char *text, size_t length,
                                              struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};

    return parse(&source, error);
}
