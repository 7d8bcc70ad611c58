/* SPDX-License-Identifier: BSD-3-Clause */
/* Fabrics in topomap's own YAML. */
#include "base/error.h"
#include "base/memory.h"
#include "input/item.h"
#include "network/fabric.h"

#include <stdlib.h>
#include <string.h>

/* A fabric that is being read. */
struct fabric_file {
    const struct source *source;
    struct topomap_error *error;
    struct fabric fabric;
    struct names nodes;
    size_t room;            /* of fabric.leaf */
};

static int add_nodes(struct fabric_file *file, const struct item *item, uint32_t s)
{
    struct topomap_error why;
    char **names;
    uint32_t count;
    int result = 0;

    if (item_check_kind(file->source, item, ITEM_SCALAR, file->error) < 0)
        return -1;
    if (topomap_hostlist_expand(item->text, &names, &count, &why) < 0)
        return item_relay(file->source, item, file->error, &why);
    for (uint32_t i = 0; i < count && result == 0; i++) {
        uint32_t node = file->nodes.count;
        int64_t index = names_add(&file->nodes, names[i]);

        if (index < 0 || array_grow(&file->fabric.leaf, &file->room, (size_t)node + 1,
                                    sizeof *file->fabric.leaf) < 0)
            result = error_memory(file->error);
        else if ((uint32_t)index < node)
            result = item_fail(file->source, item, file->error, "node '%.100s' is given twice",
                               names[i]);
        else
            file->fabric.leaf[node] = s;
    }
    topomap_hostlist_free(names, count);
    return result;
}

/* Names of the switches, how many ports they have, and their nodes. */
static int read_switches(struct fabric_file *file, const struct item *list)
{
    struct fabric *f = &file->fabric;
    uint64_t ports = 0;

    if (list->count < 1 || list->count > FABRIC_MAX_SWITCHES)
        return item_fail(file->source, list, file->error, "a fabric has 1 to %u switches",
                         FABRIC_MAX_SWITCHES);
    f->first = array_raw((size_t)list->count + 1, sizeof *f->first);
    if (!f->first)
        return error_memory(file->error);
    for (const struct item *item = list->child; item; item = item->next) {
        const struct item *name, *nodes, *list_of_ports;
        int64_t index;

        if (item_check_keys(file->source, item, "name nodes ports routes", file->error) < 0)
            return -1;
        name = item_need(file->source, item, "name", ITEM_SCALAR, file->error);
        nodes = item_find(item, "nodes");
        list_of_ports = item_find(item, "ports");
        if (!name || (list_of_ports && item_check_kind(file->source, list_of_ports, ITEM_LIST,
                                                       file->error) < 0))
            return -1;
        index = names_add(&f->names, name->text);
        if (index < 0)
            return error_memory(file->error);
        if ((uint32_t)index < f->switches)
            return item_fail(file->source, name, file->error, "switch '%.100s' is given twice",
                             name->text);
        if (list_of_ports && list_of_ports->count > FABRIC_MAX_PORTS)
            return item_fail(file->source, list_of_ports, file->error,
                             "a switch has at most %u ports", FABRIC_MAX_PORTS);
        f->first[f->switches] = (uint32_t)ports;
        ports += list_of_ports ? list_of_ports->count : 0;
        if (ports > NETWORK_MAX_LINKS)
            return item_fail(file->source, item, file->error, "a network has at most %u links",
                             NETWORK_MAX_LINKS);
        f->first[++f->switches] = (uint32_t)ports;
        if (nodes && add_nodes(file, nodes, f->switches - 1) < 0)
            return -1;
    }
    return 0;
}

static int read_ports(struct fabric_file *file, const struct item *list)
{
    struct fabric *f = &file->fabric;
    uint32_t at = 0, s = 0;

    f->peer = array_raw(f->first[f->switches], sizeof *f->peer);
    if (!f->peer)
        return error_memory(file->error);
    for (const struct item *item = list->child; item; item = item->next, s++) {
        const struct item *ports = item_find(item, "ports");

        for (const struct item *port = ports ? ports->child : NULL; port; port = port->next) {
            int64_t peer;

            if (item_check_kind(file->source, port, ITEM_SCALAR, file->error) < 0)
                return -1;
            peer = names_find(&f->names, port->text);
            if (peer < 0 || peer == s)
                return item_fail(file->source, port, file->error, peer < 0 ?
                                 "switch '%.100s' is not defined" :
                                 "switch '%.100s' has a cable to itself", port->text);
            f->peer[at++] = (uint32_t)peer;
        }
    }
    return 0;
}

/* The ports that lead to each switch, in the order of the switches they leave. */
struct arrivals {
    uint32_t *first;  /* [switches+1] */
    uint32_t *from;   /* [ports]: the switches that they leave */
    int64_t *balance; /* [switches]: ports to a switch less those from it; 0 between uses */
};

static int find_arrivals(const struct fabric *f, struct arrivals *arrivals)
{
    arrivals->first = array_new((size_t)f->switches + 2, sizeof *arrivals->first);
    arrivals->from = array_raw(f->first[f->switches], sizeof *arrivals->from);
    arrivals->balance = array_new(f->switches, sizeof *arrivals->balance);
    if (!arrivals->first || !arrivals->from || !arrivals->balance)
        return -1;
    for (uint32_t p = 0; p < f->first[f->switches]; p++)
        arrivals->first[f->peer[p] + 2]++;
    for (uint32_t s = 0; s < f->switches; s++)
        arrivals->first[s + 2] += arrivals->first[s + 1];
    for (uint32_t s = 0; s < f->switches; s++) {
        for (uint32_t p = f->first[s]; p < f->first[s + 1]; p++)
            arrivals->from[arrivals->first[f->peer[p] + 1]++] = s;
    }
    return 0;
}

/* Every cable has two ends. */
static int check_ends(struct fabric_file *file, const struct item *list,
                      const struct arrivals *arrivals)
{
    const struct fabric *f = &file->fabric;
    const struct item *item = list->child;

    for (uint32_t s = 0; s < f->switches; s++, item = item->next) {
        uint32_t wrong = NETWORK_NONE;

        for (uint32_t p = f->first[s]; p < f->first[s + 1]; p++)
            arrivals->balance[f->peer[p]]++;
        for (uint32_t a = arrivals->first[s]; a < arrivals->first[s + 1]; a++) {
            if (--arrivals->balance[arrivals->from[a]] < 0)
                wrong = arrivals->from[a];
        }
        for (uint32_t p = f->first[s]; p < f->first[s + 1]; p++) {
            if (arrivals->balance[f->peer[p]] != 0)
                wrong = f->peer[p];
            arrivals->balance[f->peer[p]] = 0;
        }
        if (wrong != NETWORK_NONE)
            return item_fail(file->source, item, file->error, "switches '%.100s' and '%.100s' "
                             "list different numbers of ports to each other", f->names.name[s],
                             f->names.name[wrong]);
    }
    return 0;
}

static int read_cables(struct fabric_file *file, const struct item *list)
{
    struct arrivals arrivals = {0};
    int result = read_ports(file, list);

    if (result == 0 && find_arrivals(&file->fabric, &arrivals) < 0)
        result = error_memory(file->error);
    if (result == 0)
        result = check_ends(file, list, &arrivals);
    free(arrivals.first);
    free(arrivals.from);
    free(arrivals.balance);
    return result;
}

/* "1x4 2 0x3": for each node in order the port, counted from 1, or 0 on the switch itself. */
static int read_row(struct fabric_file *file, const struct item *item, uint32_t s)
{
    const struct fabric *f = &file->fabric;
    uint16_t *row = f->table + (size_t)s * file->nodes.count;
    uint64_t ports = f->first[s + 1] - f->first[s];
    const char *at = item->text, *end = at + strlen(at);
    uint32_t node = 0;

    while (at < end) {
        uint64_t port, count = 1;

        if (text_parse_number(&at, end, ports, &port) < 0 ||
            (*at == 'x' && (at++, text_parse_number(&at, end, file->nodes.count, &count)) < 0) ||
            (at < end && *at != ' ') || count > file->nodes.count - node)
            return item_fail(file->source, item, file->error, "'routes' of '%.100s' has, for %u "
                             "nodes, numbers of ports up to %u, or port and count as 3x16",
                             f->names.name[s], file->nodes.count, (uint32_t)ports);
        for (; count > 0; count--, node++) {
            if ((port == 0) != (f->leaf[node] == s))
                return item_fail(file->source, item, file->error, "'routes' of '%.100s': node "
                                 "'%.100s' is %s this switch", f->names.name[s],
                                 file->nodes.name[node], port ? "on" : "not on");
            row[node] = port ? (uint16_t)(port - 1) : FABRIC_HERE;
        }
        at += at < end;
    }
    return node == file->nodes.count ? 0 :
           item_fail(file->source, item, file->error, "'routes' of '%.100s' has %u nodes, not %u",
                     f->names.name[s], node, file->nodes.count);
}

static int read_routes(struct fabric_file *file, const struct item *list)
{
    struct fabric *f = &file->fabric;
    uint64_t cells = (uint64_t)f->switches * file->nodes.count;
    uint32_t given = 0, s = 0;

    for (const struct item *item = list->child; item; item = item->next)
        given += item_find(item, "routes") != NULL;
    if (given == 0)
        return 0;
    if (cells > FABRIC_MAX_CELLS)
        return item_fail(file->source, list, file->error, "routes of %u switches to %u nodes are "
                         "too many", f->switches, file->nodes.count);
    f->table = array_raw((size_t)cells, sizeof *f->table);
    if (!f->table)
        return error_memory(file->error);
    for (const struct item *item = list->child; item; item = item->next, s++) {
        const struct item *routes = item_need(file->source, item, "routes", ITEM_SCALAR,
                                              file->error);

        if (!routes || read_row(file, routes, s) < 0)
            return -1;
    }
    return 0;
}

struct topomap_network *fabric_parse(const struct source *source, const struct item *map,
                                     struct topomap_error *error)
{
    struct fabric_file file = {.source = source, .error = error};
    struct topomap_network *network = NULL;
    struct topomap_error why;
    const struct item *list;

    if (item_check_keys(source, map, NETWORK_KEYS " switches", error) < 0)
        return NULL;
    list = item_need(source, map, "switches", ITEM_LIST, error);
    if (!list)
        return NULL;
    if (read_switches(&file, list) < 0 || read_cables(&file, list) < 0 ||
        read_routes(&file, list) < 0) {
        fabric_free(&file.fabric);
    } else if (file.nodes.count == 0) {
        item_fail(source, list, error, "there are no nodes");
        fabric_free(&file.fabric);
    } else {
        network = fabric_create(&file.fabric, file.nodes.count, file.nodes.name, &why);
        if (!network)
            item_relay(source, list, error, &why);
    }
    names_free(&file.nodes);
    return network;
}
