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
    struct channel_use *use;  /* [channels] */
    double rounds;
    double latency;           /* of the longest route so far, or the mean over its ways */
};

void exchange_add(struct exchange *exchange, uint64_t bytes, const struct network_share *shares,
                  size_t length)
{
    double latency = 0;

    for (size_t i = 0; i < length; i++) {
        uint32_t channel = shares[i].link;
        double part = (double)shares[i].part;
        struct channel_use *use = &exchange->use[channel];

        if (!use->used)
            use->latency = channel_speed(exchange->allocation->network, channel).latency;
        use->used = true;
        use->bytes += (double)bytes * part;
        latency += use->latency * part;
    }
    for (size_t i = 0; i < length; i++) {
        struct channel_use *use = &exchange->use[shares[i].link];

        if (use->furthest < latency)
            use->furthest = latency;
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

void exchange_tell(const struct exchange *exchange, struct topomap_time *time)
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

struct exchange *exchange_create(const struct topomap_graph *graph,
                                 const struct topomap_allocation *allocation)
{
    struct exchange *exchange = array_new(1, sizeof *exchange);

    if (!exchange)
        return NULL;
    exchange->allocation = allocation;
    exchange->rounds = time_rounds(graph);
    exchange->use = array_new(channel_count(allocation->network), sizeof *exchange->use);
    if (exchange->use)
        return exchange;
    free(exchange);
    return NULL;
}

void exchange_destroy(struct exchange *exchange)
{
    if (exchange)
        free(exchange->use);
    free(exchange);
}

/* A flow and the channels that it is over. */
struct prediction {
    struct exchange *exchange;
    const struct topomap_allocation *allocation;
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most + 2] */
};

static void carry(void *context, const struct traffic_flow *flow)
{
    struct prediction *p = context;
    size_t length = channel_spread(&p->spread, p->allocation->node[flow->from],
                                   p->allocation->node[flow->to], p->shares);

    exchange_add(p->exchange, flow->bytes, p->shares, length);
}

int topomap_time_predict(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct topomap_time *time, struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    struct traffic *traffic = traffic_create(graph, allocation, placement, error);
    struct prediction p = {.allocation = allocation};
    int result = 0;

    if (!traffic)
        return -1;
    p.exchange = exchange_create(graph, allocation);
    p.shares = array_raw((size_t)network_spread_most(network) + 2, sizeof *p.shares);
    if (network_spread_init(&p.spread, network) == 0 && p.shares && p.exchange) {
        traffic_each(traffic, carry, &p);
        exchange_tell(p.exchange, time);
    } else {
        result = error_memory(error);
    }
    network_spread_free(&p.spread);
    free(p.shares);
    exchange_destroy(p.exchange);
    traffic_destroy(traffic);
    return result;
}
