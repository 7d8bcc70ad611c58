/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "metric/traffic.h"

#include <stdio.h>
#include <stdlib.h>

/* What the parts of the network carry in one exchange. */
struct clock {
    const struct topomap_allocation *allocation;
    const struct topomap_network *network;
    uint32_t *route;      /* [max_distance] */
    double *loads;        /* [links] bytes, then what each node sends and receives [nodes each] */
    double latency;       /* of the longest route so far */
};

static double *sent_by(const struct clock *clock, uint32_t node)
{
    return &clock->loads[clock->network->links + node];
}

static double *received_by(const struct clock *clock, uint32_t node)
{
    return sent_by(clock, clock->allocation->nodes + node);
}

static void carry(void *context, const struct traffic_flow *flow)
{
    struct clock *clock = context;
    const struct topomap_network *network = clock->network;
    size_t length = network->ops->route(network, clock->allocation->node[flow->from],
                                        clock->allocation->node[flow->to], clock->route,
                                        network->max_distance);
    double latency = 0;

    for (size_t i = 0; i < length; i++) {
        clock->loads[clock->route[i]] += (double)flow->bytes;
        latency += topomap_network_link_speed(network, clock->route[i]).latency;
    }
    *sent_by(clock, flow->from) += (double)flow->bytes;
    *received_by(clock, flow->to) += (double)flow->bytes;
    if (latency > clock->latency)
        clock->latency = latency;
}

/* The busiest loads; `index` is where they stand among all. */
struct ranking {
    uint32_t count;
    struct {
        uint32_t index;
        double bytes;
        double seconds;
    } entry[TOPOMAP_BUSIEST];
    bool assumed;
};

static void rank(struct ranking *ranking, uint32_t index, double bytes,
                 struct topomap_link_speed speed)
{
    double seconds = bytes / speed.bandwidth;
    uint32_t at = ranking->count;

    if (bytes <= 0)
        return;
    ranking->assumed = ranking->assumed || speed.assumed;
    if (at < TOPOMAP_BUSIEST)
        ranking->count++;
    else if (ranking->entry[--at].seconds >= seconds)
        return;
    for (; at > 0 && ranking->entry[at - 1].seconds < seconds; at--)
        ranking->entry[at] = ranking->entry[at - 1];
    ranking->entry[at].index = index;
    ranking->entry[at].bytes = bytes;
    ranking->entry[at].seconds = seconds;
}

static void rank_all(const struct clock *clock, struct ranking *ranking)
{
    const struct topomap_network *network = clock->network;
    struct topomap_link_speed port = network_port_speed(network);
    uint32_t nodes = clock->allocation->nodes;

    for (uint32_t link = 0; link < network->links; link++)
        rank(ranking, link, clock->loads[link], topomap_network_link_speed(network, link));
    for (uint32_t node = 0; node < nodes && network->send_ports; node++)
        rank(ranking, network->links + node, *sent_by(clock, node), port);
    for (uint32_t node = 0; node < nodes && network->receive_ports; node++)
        rank(ranking, network->links + nodes + node, *received_by(clock, node), port);
}

static void name_load(const struct clock *clock, uint32_t index, char *text, size_t size)
{
    uint32_t links = clock->network->links, nodes = clock->allocation->nodes;

    if (index < links)
        topomap_network_link_name(clock->network, index, text, size);
    else if (index < links + nodes)
        snprintf(text, size, "%s->network",
                 topomap_allocation_host(clock->allocation, index - links));
    else
        snprintf(text, size, "network->%s",
                 topomap_allocation_host(clock->allocation, index - links - nodes));
}

static void tell(const struct clock *clock, struct topomap_time *time)
{
    struct ranking ranking = {0};

    rank_all(clock, &ranking);
    *time = (struct topomap_time){
        .latency = clock->latency, .assumed = ranking.assumed, .busy = ranking.count};
    for (uint32_t i = 0; i < ranking.count; i++) {
        name_load(clock, ranking.entry[i].index, time->busiest[i].name,
                  sizeof time->busiest[i].name);
        time->busiest[i].bytes = ranking.entry[i].bytes;
        time->busiest[i].seconds = ranking.entry[i].seconds;
    }
    if (ranking.count)
        time->transfer = ranking.entry[0].seconds;
    time->seconds = time->transfer + time->latency;
}

int topomap_time_get(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct topomap_time *time, struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    struct clock clock = {.allocation = allocation, .network = network};
    struct traffic *traffic = traffic_create(graph, allocation, placement, error);
    int result = 0;

    if (!traffic)
        return -1;
    clock.route = array_raw(network->max_distance, sizeof *clock.route);
    clock.loads = array_new((size_t)network->links + 2 * (size_t)allocation->nodes,
                            sizeof *clock.loads);
    if (clock.route && clock.loads) {
        traffic_each(traffic, carry, &clock);
        tell(&clock, time);
    } else {
        result = error_memory(error);
    }
    free(clock.route);
    free(clock.loads);
    traffic_destroy(traffic);
    return result;
}
