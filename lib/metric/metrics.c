/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"

#include <stdlib.h>
#include <string.h>

/* Bytes times hops may exceed 2^64; sums in 128 bits are exact in any order. */
__extension__ typedef unsigned __int128 exact;

/* The traffic between nodes, one sending node after another. */
struct traffic {
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation;
    const uint32_t *placement;
    uint32_t *member;     /* [ranks]: ranks by node, as allocation->first says */
    uint64_t *bytes;      /* [nodes]: what the node at hand sends to each other one */
    uint32_t *receiver;   /* [nodes]: to which nodes it sends, in order of discovery */
    uint32_t *seen;       /* [nodes]: sender + 1 for which a node was last put on that list */
    uint32_t *route;      /* [max_distance] */
    double *loads;        /* [links] */
    exact hop_bytes;
    uint64_t internode_bytes;
    uint64_t internode_messages;
    uint64_t by_hops[TOPOMAP_HOPS];
    uint32_t max_hops;
};

static void traffic_free(struct traffic *traffic)
{
    free(traffic->member);
    free(traffic->bytes);
    free(traffic->receiver);
    free(traffic->seen);
    free(traffic->route);
}

static int check_ranks(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       struct topomap_error *error)
{
    if (graph->ranks != allocation->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the graph has %u ranks, but the allocation runs %u", graph->ranks,
                         allocation->ranks);
    return topomap_placement_check(allocation, placement, error);
}

static int traffic_init(struct traffic *traffic)
{
    const struct topomap_allocation *allocation = traffic->allocation;
    uint32_t nodes = allocation->nodes;
    uint32_t *next;

    traffic->member = array_raw(allocation->ranks, sizeof *traffic->member);
    traffic->bytes = array_raw(nodes, sizeof *traffic->bytes);
    traffic->receiver = array_raw(nodes, sizeof *traffic->receiver);
    traffic->seen = next = array_raw(nodes, sizeof *traffic->seen);
    traffic->route = array_raw(allocation->network->max_distance, sizeof *traffic->route);
    if (!traffic->member || !traffic->bytes || !traffic->receiver || !traffic->seen ||
        !traffic->route)
        return -1;
    memcpy(next, allocation->first, nodes * sizeof *next);
    for (uint32_t r = 0; r < allocation->ranks; r++)
        traffic->member[next[traffic->placement[r]]++] = r;
    memset(traffic->seen, 0, nodes * sizeof *traffic->seen);
    return 0;
}

/* Gather what the ranks of `node` send to other nodes; returns the number of receivers. */
static uint32_t gather(struct traffic *traffic, uint32_t node)
{
    const struct topomap_graph *graph = traffic->graph;
    const uint32_t *first = traffic->allocation->first;
    uint32_t receivers = 0;

    for (uint32_t m = first[node]; m < first[node + 1]; m++) {
        uint32_t r = traffic->member[m];

        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
            uint32_t to = traffic->placement[graph->target[e]];

            if (to == node)
                continue;
            if (traffic->seen[to] != node + 1) {
                traffic->seen[to] = node + 1;
                traffic->bytes[to] = 0;
                traffic->receiver[receivers++] = to;
            }
            traffic->bytes[to] += graph->bytes[e];
            traffic->internode_messages += graph->messages[e];
        }
    }
    return receivers;
}

/* Send the bytes gathered from `node` to `to` over the network. */
static void deliver(struct traffic *traffic, uint32_t node, uint32_t to)
{
    const struct topomap_network *network = traffic->allocation->network;
    uint32_t hops = allocation_distance(traffic->allocation, node, to);
    uint64_t bytes = traffic->bytes[to];
    size_t length;

    traffic->hop_bytes += (exact)bytes * hops;
    traffic->internode_bytes += bytes;
    traffic->by_hops[hops < TOPOMAP_HOPS ? hops : TOPOMAP_HOPS - 1] += bytes;
    if (hops > traffic->max_hops)
        traffic->max_hops = hops;
    length = network->ops->route(network, traffic->allocation->node[node],
                                 traffic->allocation->node[to], traffic->route,
                                 network->max_distance);
    for (size_t i = 0; i < length; i++)
        traffic->loads[traffic->route[i]] += (double)bytes;
}

static int traffic_run(struct traffic *traffic, struct topomap_error *error)
{
    uint32_t links = traffic->allocation->network->links;

    if (traffic_init(traffic) < 0) {
        traffic_free(traffic);
        return error_memory(error);
    }
    memset(traffic->loads, 0, links * sizeof *traffic->loads);
    for (uint32_t node = 0; node < traffic->allocation->nodes; node++) {
        uint32_t receivers = gather(traffic, node);

        for (uint32_t i = 0; i < receivers; i++)
            deliver(traffic, node, traffic->receiver[i]);
    }
    traffic_free(traffic);
    return 0;
}

static void sum_links(const struct topomap_network *network, const double *loads,
                      struct topomap_metrics *metrics)
{
    uint32_t heaviest = 0;
    double sum = 0;

    if (!network->links)
        return;
    metrics->min_link_bytes = loads[0];
    for (uint32_t link = 0; link < network->links; link++) {
        if (loads[link] < metrics->min_link_bytes)
            metrics->min_link_bytes = loads[link];
        if (loads[link] <= 0)
            continue;
        metrics->used_links++;
        sum += loads[link];
        if (loads[link] > metrics->max_link_bytes) {
            metrics->max_link_bytes = loads[link];
            heaviest = link;
        }
    }
    if (!metrics->used_links)
        return;
    metrics->average_link_bytes = sum / metrics->used_links;
    metrics->mean_link_bytes = sum / network->links;
    topomap_network_link_name(network, heaviest, metrics->max_link, sizeof metrics->max_link);
}

static void sum_hops(const struct traffic *traffic, struct topomap_metrics *metrics)
{
    for (uint32_t hops = 1; hops < TOPOMAP_HOPS; hops++)
        metrics->bytes_by_hops[hops] = (double)traffic->by_hops[hops];
    metrics->bytes_by_hops[0] =
        (double)(traffic->graph->total_bytes - traffic->internode_bytes);
}

int topomap_metrics_get(const struct topomap_graph *graph,
                        const struct topomap_allocation *allocation, const uint32_t *placement,
                        struct topomap_metrics *metrics, struct topomap_error *error)
{
    struct traffic traffic = {.graph = graph, .allocation = allocation, .placement = placement};

    if (check_ranks(graph, allocation, placement, error) < 0)
        return -1;
    traffic.loads = array_raw(allocation->network->links, sizeof *traffic.loads);
    if (!traffic.loads)
        return error_memory(error);
    if (traffic_run(&traffic, error) < 0) {
        free(traffic.loads);
        return -1;
    }
    *metrics = (struct topomap_metrics){
        .hop_bytes = (double)traffic.hop_bytes,
        .total_bytes = (double)graph->total_bytes,
        .internode_bytes = (double)traffic.internode_bytes,
        .internode_messages = (double)traffic.internode_messages,
        .max_hops = traffic.max_hops,
    };
    if (metrics->total_bytes > 0)
        metrics->average_hops = metrics->hop_bytes / metrics->total_bytes;
    sum_hops(&traffic, metrics);
    sum_links(allocation->network, traffic.loads, metrics);
    free(traffic.loads);
    return 0;
}

int topomap_link_loads(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       double *loads, struct topomap_error *error)
{
    struct traffic traffic = {
        .graph = graph, .allocation = allocation, .placement = placement, .loads = loads};

    if (check_ranks(graph, allocation, placement, error) < 0)
        return -1;
    return traffic_run(&traffic, error);
}
