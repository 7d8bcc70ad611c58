/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/simgrid.h"

#include "base/memory.h"
#include "metric/time.h"
#include "network/channel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The speed of hosts is unknown; users who run programs set it. */
#define HOST_SPEED "1Gf"

/* The loopback that SimGrid itself uses in zones of explicit routes. In a cluster a host has no
 * route to itself unless it is given one. */
#define LOOPBACK "loopback_bw=\"10GBps\" loopback_lat=\"0s\""

#define HEAD                                                                                       \
    "<?xml version='1.0'?>\n"                                                                      \
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                             \
    "<platform version=\"4.1\">\n"

int platform_init(struct simgrid *file, const struct topomap_network *network)
{
    *file = (struct simgrid){.network = network};
    if (network_is_to_draw(network)) {
        file->drawn = network_routed(network, network->routing, 1 + TIME_SEARCHED_DRAWS,
                                     NULL);
        if (!file->drawn)
            return -1;
        file->network = network = file->drawn;
    }
    file->route = array_raw((size_t)network->longest_route + 2, sizeof *file->route);
    file->declared = array_new(channel_count(network) + network->max_distance + 1,
                               sizeof *file->declared);
    return file->route && file->declared ? 0 : -1;
}

void platform_free(struct simgrid *file)
{
    text_free(&file->text);
    text_free(&file->routes);
    free(file->route);
    free(file->declared);
    network_routed_free(file->drawn);
}

/* Append a name, escaped for an attribute. */
static void add_name(struct text *text, const char *name)
{
    for (; *name; name++) {
        switch (*name) {
        case '&': text_puts(text, "&amp;"); break;
        case '<': text_puts(text, "&lt;"); break;
        case '>': text_puts(text, "&gt;"); break;
        case '"': text_puts(text, "&quot;"); break;
        default: text_add(text, name, 1);
        }
    }
}

static void add_channel_name(const struct simgrid *file, struct text *text, uint32_t channel)
{
    char name[2 * 255 + 8]; /* names of nodes and switches have at most 255 characters */

    channel_name(file->network, channel, name, sizeof name);
    add_name(text, name);
}

void platform_host(struct simgrid *file, uint32_t node)
{
    text_puts(&file->text, "    <host id=\"");
    add_name(&file->text, file->network->names.name[node]);
    text_puts(&file->text, "\" speed=\"" HOST_SPEED "\"/>\n");
}

static void declare(struct simgrid *file, uint32_t channel)
{
    struct topomap_link_speed speed = channel_speed(file->network, channel);

    if (file->declared[channel])
        return;
    file->declared[channel] = true;
    text_puts(&file->text, "    <link id=\"");
    add_channel_name(file, &file->text, channel);
    text_printf(&file->text, "\" bandwidth=\"%.15gBps\" latency=\"%.15gs\"/>\n", speed.bandwidth,
                speed.latency);
}

static void open_route(struct simgrid *file, const char *from, const char *to)
{
    text_puts(&file->routes, "    <route src=\"");
    add_name(&file->routes, from);
    text_puts(&file->routes, "\" dst=\"");
    add_name(&file->routes, to);
    text_puts(&file->routes, "\" symmetrical=\"NO\">");
}

static void add_hop(struct simgrid *file, uint32_t channel)
{
    declare(file, channel);
    text_puts(&file->routes, "<link_ctn id=\"");
    add_channel_name(file, &file->routes, channel);
    text_puts(&file->routes, "\"/>");
}

/* The latency of `hops` hops in one link, which carries all that comes at the same time. */
static void add_hops(struct simgrid *file, uint32_t hops)
{
    struct topomap_link_speed speed = channel_speed(file->network, 0);
    bool *declared = &file->declared[channel_count(file->network) + hops];

    if (!*declared)
        text_printf(&file->text, "    <link id=\"hops:%u\" bandwidth=\"%.15gBps\" "
                    "latency=\"%.15gs\" sharing_policy=\"FATPIPE\"/>\n", hops, speed.bandwidth,
                    hops * speed.latency);
    *declared = true;
    text_printf(&file->routes, "<link_ctn id=\"hops:%u\"/>", hops);
}

void platform_route(struct simgrid *file, uint32_t a, uint32_t b)
{
    size_t length = channel_route(file->network, a, b, file->route);
    double hops = network_latencies(file->network, a, b);

    open_route(file, file->network->names.name[a], file->network->names.name[b]);
    for (size_t i = 0; i < length; i++)
        add_hop(file, file->route[i]);
    if (hops > 1)
        add_hops(file, (uint32_t)hops - 1);
    text_puts(&file->routes, "</route>\n");
}

/* Add both directions of the link between a node or switch and the switch above it. */
static void add_edge(struct simgrid *file, const char *below, const char *above, uint32_t up)
{
    open_route(file, below, above);
    add_hop(file, up);
    text_puts(&file->routes, "</route>\n");
    open_route(file, above, below);
    add_hop(file, up + 1);
    text_puts(&file->routes, "</route>\n");
}

void platform_tree(struct simgrid *file, uint32_t count, const uint32_t *nodes)
{
    const struct network_tree *tree = file->network->tree;

    for (uint32_t s = 0; s < tree->switches; s++) {
        text_puts(&file->text, "    <router id=\"");
        add_name(&file->text, tree->name[s]);
        text_puts(&file->text, "\"/>\n");
    }
    for (uint32_t i = 0; i < count; i++)
        add_edge(file, file->network->names.name[nodes[i]], tree->name[tree->leaf[nodes[i]]],
                 2 * nodes[i]);
    for (uint32_t s = 0; s < tree->switches; s++) {
        if (s != tree->root)
            add_edge(file, tree->name[s], tree->name[tree->parent[s]],
                     network_tree_up(file->network, s));
    }
}

char *platform_take(struct simgrid *file, const char *routing)
{
    struct text whole = {0};

    whole.failed = file->text.failed || file->routes.failed;
    text_printf(&whole, HEAD "  <zone id=\"topomap\" routing=\"%s\">\n", routing);
    if (file->text.data)
        text_add(&whole, file->text.data, file->text.length);
    if (file->routes.data)
        text_add(&whole, file->routes.data, file->routes.length);
    text_puts(&whole, "  </zone>\n</platform>\n");
    return text_take(&whole);
}

/* Whether the names of the nodes are a prefix and consecutive numbers; if so its length and the
 * first number. */
static bool numbered(const struct topomap_network *network, size_t *prefix, uint64_t *first)
{
    const char *name = network->names.name[0];
    const char *at;

    *prefix = strlen(name);
    while (*prefix && name[*prefix - 1] >= '0' && name[*prefix - 1] <= '9')
        --*prefix;
    at = name + *prefix;
    if (text_parse_number(&at, at + strlen(at), UINT32_MAX, first) < 0)
        return false;
    for (uint32_t i = 0; i < network->nodes; i++) {
        unsigned long long expected = *first + i;
        char number[24];

        snprintf(number, sizeof number, "%llu", expected);
        if (strncmp(name, network->names.name[i], *prefix) != 0 ||
            strcmp(number, network->names.name[i] + *prefix) != 0)
            return false;
    }
    return true;
}

/* The links of a cluster are all alike. */
static bool has_one_speed(const struct topomap_network *network)
{
    struct topomap_link_speed first = topomap_network_link_speed(network, 0);

    for (uint32_t link = 1; link < network->links; link++) {
        struct topomap_link_speed speed = topomap_network_link_speed(network, link);

        if (speed.bandwidth != first.bandwidth || speed.latency != first.latency)
            return false;
    }
    return true;
}

bool platform_cluster(struct text *text, const struct topomap_network *network)
{
    struct topomap_link_speed speed;
    struct text topology = {0};
    size_t prefix;
    uint64_t first;

    if (!network->links || !network->ops->simgrid || !has_one_speed(network) ||
        !network->ops->simgrid(network, &topology) || !numbered(network, &prefix, &first)) {
        text_free(&topology);
        return false;
    }
    speed = topomap_network_link_speed(network, 0);
    /* SimGrid 4 crashes if a cluster is the root zone. */
    text_printf(text, HEAD "  <zone id=\"world\" routing=\"Full\">\n"
                "  <cluster id=\"topomap\" prefix=\"%.*s\" suffix=\"\" "
                "radical=\"%llu-%llu\" speed=\"" HOST_SPEED "\"\n           bw=\"%.15gBps\" "
                "lat=\"%.15gs\" " LOOPBACK "\n           ", (int)prefix, network->names.name[0],
                (unsigned long long)first, (unsigned long long)(first + network->nodes - 1),
                speed.bandwidth, speed.latency);
    if (topology.failed)
        text->failed = true;
    else
        text_add(text, topology.data, topology.length);
    text_free(&topology);
    text_puts(text, "/>\n  </zone>\n</platform>\n");
    return true;
}
