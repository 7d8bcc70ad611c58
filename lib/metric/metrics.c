/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "metric/exchange.h"
#include "metric/time.h"
#include "metric/traffic.h"
#include "network/channel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes times hops may exceed 2^64; sums in 128 bits are exact in any order. */
__extension__ typedef unsigned __int128 exact;

/* Sums over the traffic between nodes. */
struct sums {
    const struct topomap_allocation *allocation;
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most + 2] */
    double *loads;             /* [links] */
    struct exchange *exchange; /* NULL: time is not asked for */
    exact hop_bytes;
    uint64_t internode_bytes;
    uint64_t internode_messages;
    uint64_t by_hops[TOPOMAP_HOPS];
    uint32_t max_hops;
};

/* Add a flow to the links that it is over. */
static void deliver(void *context, const struct traffic_flow *flow)
{
    struct sums *sums = context;
    uint32_t hops = allocation_distance(sums->allocation, flow->from, flow->to);
    uint32_t from = sums->allocation->node[flow->from], to = sums->allocation->node[flow->to];
    size_t length;

    sums->hop_bytes += (exact)flow->bytes * hops;
    sums->internode_bytes += flow->bytes;
    sums->internode_messages += flow->messages;
    sums->by_hops[hops < TOPOMAP_HOPS ? hops : TOPOMAP_HOPS - 1] += flow->bytes;
    if (hops > sums->max_hops)
        sums->max_hops = hops;
    length = network_spread(&sums->spread, from, to, sums->shares);
    for (size_t i = 0; i < length; i++)
        sums->loads[sums->shares[i].link] += (double)flow->bytes * (double)sums->shares[i].part;
    if (!sums->exchange)
        return;
    length = channel_spread_ports(sums->allocation->network, from, to, sums->shares, length);
    exchange_add(sums->exchange, flow, sums->shares, length);
}

static int sum_up(struct sums *sums, const struct topomap_graph *graph, const uint32_t *placement,
                  struct topomap_error *error)
{
    const struct topomap_network *network = sums->allocation->network;
    struct traffic *traffic = traffic_create(graph, sums->allocation, placement, error);
    int result = 0;

    if (!traffic)
        return -1;
    sums->shares = array_raw((size_t)network_spread_most(network) + 2, sizeof *sums->shares);
    if (network_spread_init(&sums->spread, network) < 0 || !sums->shares) {
        result = error_memory(error);
    } else {
        memset(sums->loads, 0, network->links * sizeof *sums->loads);
        traffic_each(traffic, deliver, sums);
    }
    free(sums->shares);
    network_spread_free(&sums->spread);
    traffic_destroy(traffic);
    return result;
}

/* The links of a trunk share its load. */
static void sum_links(const struct topomap_network *network, const double *loads,
                      struct topomap_metrics *metrics)
{
    uint32_t heaviest = 0;
    double sum = 0, links = 0;

    for (uint32_t link = 0; link < network->links; link++) {
        uint32_t width = topomap_network_link_width(network, link);
        double load = loads[link] / network_link_capacity(network, link);

        if (link == 0 || load < metrics->min_link_bytes)
            metrics->min_link_bytes = load;
        links += width;
        if (load <= 0)
            continue;
        metrics->used_links += width;
        sum += loads[link];
        if (load > metrics->max_link_bytes) {
            metrics->max_link_bytes = load;
            heaviest = link;
        }
    }
    if (!metrics->used_links)
        return;
    metrics->average_link_bytes = sum / (double)metrics->used_links;
    metrics->mean_link_bytes = sum / links;
    topomap_network_link_name(network, heaviest, metrics->max_link, sizeof metrics->max_link);
}

static void sum_hops(const struct sums *sums, struct topomap_metrics *metrics)
{
    for (uint32_t hops = 0; hops < TOPOMAP_HOPS; hops++)
        metrics->bytes_by_hops[hops] = (double)sums->by_hops[hops];
    metrics->bytes_by_hops[0] += metrics->total_bytes - metrics->internode_bytes;
}

static int compute(struct sums *sums, const struct topomap_graph *graph, const uint32_t *placement,
                   struct topomap_metrics *metrics, struct topomap_error *error)
{
    const struct topomap_allocation *allocation = sums->allocation;

    sums->loads = array_raw(allocation->network->links, sizeof *sums->loads);
    if (!sums->loads)
        return error_memory(error);
    if (sum_up(sums, graph, placement, error) < 0) {
        free(sums->loads);
        return -1;
    }
    *metrics = (struct topomap_metrics){
        .hop_bytes = (double)sums->hop_bytes / allocation->network->scale,
        .total_bytes = (double)graph->total_bytes,
        .internode_bytes = (double)sums->internode_bytes,
        .internode_messages = (double)sums->internode_messages,
        .max_hops = sums->max_hops,
    };
    if (metrics->total_bytes > 0)
        metrics->average_hops = metrics->hop_bytes / metrics->total_bytes;
    sum_hops(sums, metrics);
    sum_links(allocation->network, sums->loads, metrics);
    free(sums->loads);
    return 0;
}

int topomap_metrics_compute(const struct topomap_graph *graph,
                        const struct topomap_allocation *allocation, const uint32_t *placement,
                        struct topomap_metrics *metrics, struct topomap_error *error)
{
    struct sums sums = {.allocation = allocation};

    return compute(&sums, graph, placement, metrics, error);
}

int metrics_with_time(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct topomap_time *time,
                      struct topomap_error *error)
{
    struct sums sums = {.allocation = allocation};
    int result;

    if (graph->phases > 0 || network_has_courses(allocation->network))
        return topomap_metrics_compute(graph, allocation, placement, metrics, error) < 0
                   ? -1
                   : time_judge(graph, allocation, placement, time, error);
    sums.exchange = exchange_create(allocation,
                                    network_whole(allocation->network, &(uint32_t){0}),
                                    EXCHANGE_MOST_USES, 1);
    if (!sums.exchange)
        return error_memory(error);
    exchange_begin(sums.exchange, graph);
    result = compute(&sums, graph, placement, metrics, error);
    if (result == 0) {
        exchange_add_inside(sums.exchange, graph, placement);
        if (exchange_end(sums.exchange, INFINITY) < 0)
            result = error_memory(error);
    }
    if (result == 0)
        exchange_tell(sums.exchange, time);
    exchange_destroy(sums.exchange);
    return result;
}

int topomap_link_loads(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       double *loads, struct topomap_error *error)
{
    struct sums sums = {.allocation = allocation, .loads = loads};

    return sum_up(&sums, graph, placement, error);
}
