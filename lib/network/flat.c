/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "input/item.h"
#include "network/kinds.h"

#include <stdio.h>

static uint32_t flat_distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    (void)network;
    return a != b;
}

/* One part, whose number is the same for all nodes. */
static uint32_t flat_parts(const struct topomap_network *network)
{
    (void)network;
    return 1;
}

static uint32_t flat_part_of(const struct topomap_network *network, uint32_t part, uint32_t node)
{
    (void)network;
    (void)part;
    (void)node;
    return 0;
}

static uint32_t flat_part_hops(const struct topomap_network *network, uint32_t part, uint32_t x,
                               uint32_t y)
{
    (void)network;
    (void)part;
    (void)x;
    (void)y;
    return 1;
}

static size_t flat_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                         uint32_t *links, size_t size)
{
    (void)network;
    if (a == b)
        return 0;
    if (size > 0)
        links[0] = a;
    return 1;
}

static void flat_link_name(const struct topomap_network *network, uint32_t link, char *text,
                           size_t size)
{
    snprintf(text, size, "%s->network", network->names.name[link]);
}

static uint32_t flat_link_class(const struct topomap_network *network, uint32_t link)
{
    (void)network;
    (void)link;
    return 0;
}

static void flat_class_name(const struct topomap_network *network, uint32_t class, char *text,
                            size_t size)
{
    (void)network;
    (void)class;
    snprintf(text, size, "node");
}

static struct topomap_network *flat_parse(const struct source *source, const struct item *map,
                                          struct topomap_error *error)
{
    struct topomap_network *network;
    struct topomap_error why;
    const struct item *nodes;

    if (item_check_keys(source, map, NETWORK_KEYS " nodes", error) < 0)
        return NULL;
    nodes = item_need(source, map, "nodes", ITEM_SCALAR, error);
    if (!nodes)
        return NULL;
    network = topomap_network_flat(nodes->text, &why);
    if (!network)
        item_relay(source, nodes, error, &why);
    return network;
}

const struct network_ops network_flat_ops = {
    .kind = "flat",
    .summary = "any two nodes are one hop apart",
    .example = "network: {kind: flat, nodes: \"n[0-63]\"}",
    .parse = flat_parse,
    .distance = flat_distance,
    .parts = flat_parts,
    .part_of = flat_part_of,
    .part_hops = flat_part_hops,
    .route = flat_route,
    .link_name = flat_link_name,
    .link_class = flat_link_class,
    .class_name = flat_class_name,
};

struct topomap_network *network_flat_create(uint32_t nodes, char *const *node_names,
                                            struct topomap_error *error)
{
    struct text summary = {0};
    struct topomap_network *network = network_new(&network_flat_ops, nodes, node_names, error);

    if (!network)
        return NULL;
    network->links = nodes;
    network->traits = NETWORK_ALIKE;
    network->receive_ports = true;
    network->classes = network->longest_route = network->max_distance = 1;
    if (nodes)
        text_printf(&summary, "flat network, %u node%s (any two 1 hop apart)", nodes,
                    nodes == 1 ? "" : "s");
    else
        text_puts(&summary, "flat network, any nodes (any two 1 hop apart)");
    return network_finish(network, &summary, error);
}

struct topomap_network *topomap_network_flat(const char *hostlist, struct topomap_error *error)
{
    struct topomap_network *network;
    char **names;
    uint32_t count;

    if (topomap_hostlist_expand(hostlist, &names, &count, error) < 0)
        return NULL;
    network = network_flat_create(count, names, error);
    topomap_hostlist_free(names, count);
    return network;
}
