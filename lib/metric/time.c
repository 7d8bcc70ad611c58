/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/time.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "metric/traffic.h"
#include "network/channel.h"

#include <math.h>
#include <stdlib.h>

double time_rounds(const struct topomap_graph *graph)
{
    return graph->total_messages > graph->edges
               ? (double)graph->total_messages / (double)graph->edges
               : 1;
}

/* A channel in one exchange. */
struct channel_use {
    double bytes;
    double latency;  /* of the channel, once it is used */
    double furthest; /* latency of the longest route over it */
    bool used;
};

/* Loads of the channels in one exchange. */
struct exchange {
    const struct topomap_allocation *allocation;
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most + 2]: of channels */
    struct channel_use *use;  /* [channels] */
    double rounds;
    double latency;           /* of the longest route so far, or the mean over its ways */
};

static void carry(void *context, const struct traffic_flow *flow)
{
    struct exchange *exchange = context;
    const struct topomap_allocation *allocation = exchange->allocation;
    size_t length = channel_spread(&exchange->spread, allocation->node[flow->from],
                                   allocation->node[flow->to], exchange->shares);
    double latency = 0;

    for (size_t i = 0; i < length; i++) {
        uint32_t channel = exchange->shares[i].link;
        double part = (double)exchange->shares[i].part;
        struct channel_use *use = &exchange->use[channel];

        if (!use->used)
            use->latency = channel_speed(allocation->network, channel).latency;
        use->used = true;
        use->bytes += (double)flow->bytes * part;
        latency += use->latency * part;
    }
    for (size_t i = 0; i < length; i++) {
        struct channel_use *use = &exchange->use[exchange->shares[i].link];

        use->furthest = fmax(use->furthest, latency);
    }
    exchange->latency = fmax(exchange->latency, latency);
}

/* The busiest channels. */
struct ranking {
    uint32_t count;
    struct {
        uint32_t channel;
        double seconds;
    } entry[TOPOMAP_BUSIEST];
};

static void rank(struct ranking *ranking, uint32_t channel, double seconds)
{
    uint32_t at = ranking->count;

    if (at < TOPOMAP_BUSIEST)
        ranking->count++;
    else if (ranking->entry[--at].seconds >= seconds)
        return;
    for (; at > 0 && ranking->entry[at - 1].seconds < seconds; at--)
        ranking->entry[at] = ranking->entry[at - 1];
    ranking->entry[at].channel = channel;
    ranking->entry[at].seconds = seconds;
}

static void tell(const struct exchange *exchange, struct topomap_time *time)
{
    const struct topomap_network *network = exchange->allocation->network;
    struct ranking ranking = {0};

    *time = (struct topomap_time){.latency = exchange->rounds * exchange->latency};
    for (uint32_t c = 0; c < channel_count(network); c++) {
        const struct channel_use *use = &exchange->use[c];
        struct topomap_link_speed speed;
        double load;

        if (!use->used)
            continue;
        speed = channel_speed(network, c);
        load = use->bytes / speed.bandwidth;
        time->seconds = fmax(time->seconds, load + exchange->rounds * use->furthest);
        time->assumed = time->assumed || speed.assumed;
        if (load > 0)
            rank(&ranking, c, load);
    }
    for (uint32_t i = 0; i < ranking.count; i++) {
        struct topomap_busy_link *busy = &time->busiest[time->busy++];

        channel_name(network, ranking.entry[i].channel, busy->name, sizeof busy->name);
        busy->bytes = exchange->use[ranking.entry[i].channel].bytes;
        busy->seconds = ranking.entry[i].seconds;
    }
    time->transfer = time->busiest[0].seconds;
}

int topomap_time_predict(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct topomap_time *time, struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    struct exchange exchange = {.allocation = allocation, .rounds = time_rounds(graph)};
    struct traffic *traffic = traffic_create(graph, allocation, placement, error);
    int result = 0;

    if (!traffic)
        return -1;
    exchange.shares = array_raw((size_t)network_spread_most(network) + 2,
                                sizeof *exchange.shares);
    exchange.use = array_new(channel_count(network), sizeof *exchange.use);
    if (network_spread_init(&exchange.spread, network) == 0 && exchange.shares && exchange.use) {
        traffic_each(traffic, carry, &exchange);
        tell(&exchange, time);
    } else {
        result = error_memory(error);
    }
    network_spread_free(&exchange.spread);
    free(exchange.shares);
    free(exchange.use);
    traffic_destroy(traffic);
    return result;
}
