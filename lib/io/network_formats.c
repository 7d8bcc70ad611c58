/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "io/network_format.h"
#include "input/scan.h"
#include "topomap_internal.h"

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

/* The network of a text that was made of `source`. */
static struct topomap_network *parse_made(const struct source *source,
                                          struct network_wanted *wanted,
                                          struct topomap_error *error)
{
    struct source made = {
        .name = source->name, .text = wanted->yaml, .length = strlen(wanted->yaml)};
    struct network_wanted none = {0};
    struct topomap_network *network = network_yaml_parse(&made, &none, error);

    if (!network) {
        free(wanted->yaml);
        wanted->yaml = NULL;
    }
    return network;
}

static struct topomap_network *parse(const struct source *source, struct network_wanted *wanted,
                                     struct topomap_error *error)
{
    struct topomap_network *network;
    int assignment;

    if (source_check(source, error) < 0)
        return NULL;
    assignment = begins_with_assignment(source, error);
    if (assignment < 0)
        return NULL;
    network = assignment ? network_slurm_parse(source, wanted, error)
                         : network_yaml_parse(source, wanted, error);
    return wanted->yaml ? parse_made(source, wanted, error) : network;
}

struct topomap_network *topomap_network_read(const char *path, struct topomap_error *error)
{
    struct network_wanted wanted = {0};
    struct topomap_network *network;
    struct source source;

    if (source_read(&source, path, SOURCE_MAX_NETWORK, error) < 0)
        return NULL;
    network = parse(&source, &wanted, error);
    free(wanted.yaml);
    free((char *)source.text);
    return network;
}

struct topomap_network *topomap_network_parse(const char *name, const char *text, size_t length,
                                              struct topomap_error *error)
{
    return topomap_network_parse_topology(name, text, length, NULL, error);
}

struct topomap_network *topomap_network_parse_topology(const char *name, const char *text,
                                                       size_t length, const char *topology,
                                                       struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};
    struct network_wanted wanted = {.topology = topology};
    struct topomap_network *network = parse(&source, &wanted, error);

    free(wanted.yaml);
    return network;
}

char *topomap_network_describe(const char *name, const char *text, size_t length,
                               const char *topology, struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};
    struct network_wanted wanted = {.topology = topology};
    struct topomap_network *network = parse(&source, &wanted, error);

    if (network && !network->tree && !wanted.yaml && network->nodes == 0) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "%s: a flat topology names no nodes", name);
    } else if (network && !wanted.yaml) {
        wanted.yaml = wanted.own ? strndup(text, length) : network_tree_print(network, name);
        if (!wanted.yaml)
            error_memory(error);
    }
    topomap_network_destroy(network);
    return wanted.yaml;
}
