/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/traffic.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "network/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct traffic {
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation;
    const uint32_t *placement;
    uint32_t *member;     /* [ranks]: ranks by node, as allocation->first says */
    uint64_t *bytes;      /* [nodes]: bytes from the current node to each other one */
    uint64_t *messages;   /* [nodes] */
    double *slowed;       /* [nodes]: see struct traffic_flow */
    double *latency;      /* [nodes]: likewise */
    double *squares;      /* [nodes]: sums over edges of the square of slowed bytes / messages */
    const struct network_protocol *protocol; /* NULL: bytes take as long as they are many */
    uint32_t *receiver;   /* [nodes]: receivers, in order of discovery */
    uint32_t *seen;       /* [nodes]: last sender that listed the node, plus 1 */
};

void traffic_destroy(struct traffic *traffic)
{
    if (!traffic)
        return;
    free(traffic->member);
    free(traffic->bytes);
    free(traffic->messages);
    free(traffic->slowed);
    free(traffic->latency);
    free(traffic->squares);
    free(traffic->receiver);
    free(traffic->seen);
    free(traffic);
}

static int check_ranks(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       struct topomap_error *error)
{
    if (graph->ranks != allocation->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the graph has %u ranks, but the allocation runs %u%s", graph->ranks,
                         allocation->ranks, graph_rank_hint(graph, allocation->ranks));
    return topomap_placement_check(allocation, placement, error);
}

static int traffic_init(struct traffic *traffic)
{
    const struct topomap_allocation *allocation = traffic->allocation;
    uint32_t nodes = allocation->nodes;
    uint32_t *next;

    traffic->member = array_raw(allocation->ranks, sizeof *traffic->member);
    traffic->bytes = array_raw(nodes, sizeof *traffic->bytes);
    traffic->messages = array_raw(nodes, sizeof *traffic->messages);
    traffic->slowed = array_raw(nodes, sizeof *traffic->slowed);
    traffic->latency = array_raw(nodes, sizeof *traffic->latency);
    traffic->squares = array_raw(nodes, sizeof *traffic->squares);
    traffic->receiver = array_raw(nodes, sizeof *traffic->receiver);
    traffic->seen = next = array_raw(nodes, sizeof *traffic->seen);
    if (!traffic->member || !traffic->bytes || !traffic->messages || !traffic->slowed ||
        !traffic->latency || !traffic->squares || !traffic->receiver || !traffic->seen)
        return -1;
    memcpy(next, allocation->first, nodes * sizeof *next);
    for (uint32_t r = 0; r < allocation->ranks; r++)
        traffic->member[next[traffic->placement[r]]++] = r;
    return 0;
}

struct network_size traffic_size(const struct network_protocol *protocol,
                                 const struct topomap_graph *graph, size_t edge)
{
    uint64_t messages = graph->messages[edge];

    if (graph->weights || messages == 0)
        return (struct network_size){0, 1, 1};
    return network_size_of(protocol, (double)graph->bytes[edge] / (double)messages);
}

double traffic_headers(const struct network_protocol *protocol, const struct topomap_graph *graph,
                       uint64_t messages)
{
    return graph->weights ? 0 : protocol->header * (double)messages;
}

double traffic_bytes(const struct network_protocol *protocol, const struct topomap_graph *graph,
                     size_t edge)
{
    return (double)graph->bytes[edge] + traffic_headers(protocol, graph, graph->messages[edge]);
}

/* The seconds of `messages` one after the other that have some `bytes` of an edge. */
static double inside(const struct network_protocol *protocol, const struct topomap_graph *graph,
                     size_t edge, double messages, double bytes)
{
    const struct network_link_speed *speed = &protocol->inside;
    struct network_size size;

    if (speed->bandwidth <= 0)
        return 0;
    size = traffic_size(protocol, graph, edge);
    return messages * speed->latency * size.latency + bytes / (speed->bandwidth * size.bandwidth);
}

double traffic_inside(const struct network_protocol *protocol, const struct topomap_graph *graph,
                      size_t edge)
{
    return inside(protocol, graph, edge, topomap_graph_rounds(graph, edge),
                  traffic_bytes(protocol, graph, edge));
}

double traffic_inside_latency(const struct network_protocol *protocol,
                              const struct topomap_graph *graph, size_t edge)
{
    return inside(protocol, graph, edge, topomap_graph_rounds(graph, edge), 0);
}

double traffic_inside_message(const struct network_protocol *protocol,
                              const struct topomap_graph *graph, size_t edge)
{
    return inside(protocol, graph, edge, 1,
                  traffic_bytes(protocol, graph, edge) / fmax(1, (double)graph->messages[edge]));
}

static void add_edge(struct traffic *traffic, uint32_t to, size_t edge)
{
    const struct topomap_graph *graph = traffic->graph;
    uint64_t messages = graph->messages[edge];
    double slowed = (double)graph->bytes[edge];
    struct network_size size = {0, 1, 1};
    double latency;

    traffic->bytes[to] += graph->bytes[edge];
    traffic->messages[to] += messages;
    if (traffic->protocol) {
        size = traffic_size(traffic->protocol, graph, edge);
        slowed = traffic_bytes(traffic->protocol, graph, edge) / size.bandwidth;
    }
    traffic->slowed[to] += slowed;
    traffic->squares[to] += slowed * slowed / (messages > 1 ? (double)messages : 1);
    latency = topomap_graph_rounds(graph, edge) * size.latency;
    if (traffic->latency[to] < latency)
        traffic->latency[to] = latency;
}

/* Add up the traffic from `node` to other nodes; returns the number of receivers. */
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
                traffic->bytes[to] = traffic->messages[to] = 0;
                traffic->slowed[to] = traffic->latency[to] = traffic->squares[to] = 0;
                traffic->receiver[receivers++] = to;
            }
            add_edge(traffic, to, e);
        }
    }
    return receivers;
}

/* See struct traffic_flow. */
static double count_alike(const struct traffic *traffic, uint32_t to)
{
    double slowed = traffic->slowed[to], squares = traffic->squares[to];

    return squares > 0 ? slowed * slowed / squares : (double)traffic->messages[to];
}

void traffic_each(struct traffic *traffic, traffic_visit *visit, void *context)
{
    memset(traffic->seen, 0, traffic->allocation->nodes * sizeof *traffic->seen);
    for (uint32_t node = 0; node < traffic->allocation->nodes; node++) {
        uint32_t receivers = gather(traffic, node);

        for (uint32_t i = 0; i < receivers; i++) {
            uint32_t to = traffic->receiver[i];

            visit(context, &(struct traffic_flow){
                               .from = node, .to = to, .bytes = traffic->bytes[to],
                               .messages = traffic->messages[to],
                               .alike = count_alike(traffic, to), .slowed = traffic->slowed[to],
                               .latency = traffic->latency[to]});
        }
    }
}

struct traffic *traffic_create(const struct topomap_graph *graph,
                               const struct topomap_allocation *allocation,
                               const uint32_t *placement, struct topomap_error *error)
{
    const struct network_protocol *protocol = &allocation->network->protocol;
    struct traffic *traffic;

    if (check_ranks(graph, allocation, placement, error) < 0)
        return NULL;
    traffic = array_new(1, sizeof *traffic);
    if (traffic) {
        *traffic = (struct traffic){
            .graph = graph, .allocation = allocation, .placement = placement,
            .protocol = protocol->sizes || protocol->header > 0 ? protocol : NULL};
        if (traffic_init(traffic) == 0)
            return traffic;
    }
    error_memory(error);
    traffic_destroy(traffic);
    return NULL;
}
