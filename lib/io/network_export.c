/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes networks as files for other programs. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "io/simgrid.h"
#include "machine/allocation.h"
#include "metric/time.h"
#include "metric/traffic.h"
#include "network/position.h"
#include "network/tree_text.h"

#include <stdlib.h>
#include <string.h>

/* Write `count` nodes, given by their indices in the network. */
static char *write_simgrid(const struct topomap_network *network, uint32_t count,
                           const uint32_t *nodes, struct topomap_error *error)
{
    /* If all routes through a switch are the same, SimGrid can find them itself. */
    bool tree = network->tree && tree_joins_lanes(network) && !network_is_to_draw(network);
    struct simgrid file;
    char *text = NULL;

    if (!tree && count > TOPOMAP_MAX_ROUTED) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "there are too many routes between %u nodes "
                  "to write them down: the limit is %u nodes", count, TOPOMAP_MAX_ROUTED);
        return NULL;
    }
    if (platform_init(&file, network) == 0) {
        for (uint32_t i = 0; i < count; i++)
            platform_host(&file, nodes[i]);
        if (tree)
            platform_tree(&file, count, nodes);
        for (uint32_t i = 0; i < count && !tree; i++) {
            for (uint32_t j = 0; j < count; j++) {
                if (i != j)
                    platform_route(&file, nodes[i], nodes[j]);
            }
        }
        text = platform_take(&file, tree ? "DijkstraCache" : "Full");
    }
    platform_free(&file);
    if (!text)
        error_memory(error);
    return text;
}

static char *export_hosts(const struct topomap_network *network, const char *hosts,
                          struct topomap_error *error)
{
    struct topomap_allocation *allocation =
        topomap_allocation_create(network, hosts, "1", error);
    char *text = NULL;

    if (allocation)
        text = write_simgrid(allocation->network, allocation->nodes, allocation->node, error);
    topomap_allocation_destroy(allocation);
    return text;
}

static char *export_all(const struct topomap_network *network, struct topomap_error *error)
{
    struct text cluster = {0};
    uint32_t *all;
    char *text;

    if (network->nodes == 0) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "this network lists no nodes: name the hosts");
        return NULL;
    }
    if (platform_cluster(&cluster, network)) {
        text = text_take(&cluster);
        if (!text)
            error_memory(error);
        return text;
    }
    all = array_raw(network->nodes, sizeof *all);
    if (!all) {
        error_memory(error);
        return NULL;
    }
    for (uint32_t i = 0; i < network->nodes; i++)
        all[i] = i;
    text = write_simgrid(network, network->nodes, all, error);
    free(all);
    return text;
}

static char *export_simgrid(const struct topomap_network *network, const char *hosts,
                            struct topomap_error *error)
{
    return hosts ? export_hosts(network, hosts, error) : export_all(network, error);
}

/* Write a line with name, x, y and z of each node. */
static char *write_positions(const struct topomap_network *network, uint32_t count,
                             const uint32_t *nodes, struct topomap_error *error)
{
    double(*at)[3] = array_raw(network->nodes, sizeof *at);
    struct text text = {0};
    char *taken = NULL;

    if (at && network_positions(network, at) == 0) {
        text_puts(&text, "node,x,y,z\n");
        for (uint32_t i = 0; i < count; i++) {
            const double *place = at[nodes ? nodes[i] : i];

            text_printf(&text, "%s,%.10g,%.10g,%.10g\n",
                        network->names.name[nodes ? nodes[i] : i], place[0], place[1], place[2]);
        }
        taken = text_take(&text);
    }
    free(at);
    if (!taken)
        error_memory(error);
    return taken;
}

static char *export_positions(const struct topomap_network *network, const char *hosts,
                              struct topomap_error *error)
{
    struct topomap_allocation *allocation;
    char *text = NULL;

    if (!hosts && network->nodes)
        return write_positions(network, network->nodes, NULL, error);
    if (!hosts) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "this network lists no nodes: name the hosts");
        return NULL;
    }
    allocation = topomap_allocation_create(network, hosts, "1", error);
    if (allocation)
        text = write_positions(allocation->network, allocation->nodes, allocation->node, error);
    topomap_allocation_destroy(allocation);
    return text;
}

static const struct {
    const char *name;
    const char *summary;
    char *(*export)(const struct topomap_network *network, const char *hosts,
                    struct topomap_error *error);
} formats[] = {
    {"simgrid", "platform file of SimGrid, for SMPI", export_simgrid},
    {"positions", "where to draw each node: name, x, y, z as CSV", export_positions},
};

#define FORMATS (sizeof formats / sizeof *formats)

char *topomap_network_export(const struct topomap_network *network, const char *format,
                             const char *hosts, struct topomap_error *error)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i].name, format) == 0)
            return formats[i].export(network, hosts, error);
    }
    error_set(error, TOPOMAP_USAGE, "unknown network format '%.60s'", format);
    return NULL;
}

bool topomap_network_format_get(size_t index, const char **name, const char **summary)
{
    if (index >= FORMATS)
        return false;
    *name = formats[index].name;
    *summary = formats[index].summary;
    return true;
}

struct platform {
    const struct topomap_allocation *allocation;
    struct simgrid file;
};

static void add_route(void *context, const struct traffic_flow *flow)
{
    struct platform *platform = context;

    platform_route(&platform->file, platform->allocation->node[flow->from],
                  platform->allocation->node[flow->to]);
}

char *topomap_time_platform(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error)
{
    struct traffic *traffic = traffic_create(graph, allocation, placement, error);
    struct platform platform = {.allocation = allocation};
    char *text = NULL;

    if (!traffic)
        return NULL;
    if (platform_init(&platform.file, allocation->network) == 0) {
        for (uint32_t i = 0; i < allocation->nodes; i++)
            platform_host(&platform.file, allocation->node[i]);
        traffic_each(traffic, add_route, &platform);
        text = platform_take(&platform.file, "Full");
    }
    platform_free(&platform.file);
    traffic_destroy(traffic);
    if (!text)
        error_memory(error);
    return text;
}
