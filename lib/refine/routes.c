/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/routes.h"

#include "base/error.h"
#include "base/memory.h"
#include "network/channel.h"

#include <stdlib.h>
#include <string.h>

/* Limits of what is kept: some megabytes. */
#define MAX_ROUTES (1U << 16)
#define MAX_CHANNELS (1U << 20)

static bool are_over_links(enum routes_kind kind)
{
    return kind == ROUTES_LINK_BYTES || kind == ROUTES_LINK_SECONDS;
}

static struct topomap_link_speed speed_of(const struct routes *routes, uint32_t channel)
{
    const struct topomap_network *network = routes->allocation->network;

    if (routes->kind == ROUTES_LINK_BYTES)
        return (struct topomap_link_speed){.bandwidth = network_link_capacity(network, channel)};
    return channel_speed(network, channel);
}

/* The number of a channel, counted from 0: the next one, if no way used it before. */
static uint32_t number_of(struct routes *routes, uint32_t channel)
{
    uint32_t *number = &routes->number[channel];

    if (!*number) {
        struct topomap_link_speed speed = speed_of(routes, channel);

        routes->slowness[routes->used] = 1 / speed.bandwidth;
        routes->latency[routes->used] = speed.latency;
        *number = ++routes->used;
    }
    return *number - 1;
}

/* Ports come after links, but traffic is over the sender's port first. */
static void put_sender_first(const struct topomap_network *network, struct network_share *share,
                             size_t length)
{
    size_t port = length - (network->receive_ports ? 2 : 1);
    struct network_share sender;

    if (!network->send_ports || length == 0)
        return;
    sender = share[port];
    memmove(share + 1, share, port * sizeof *share);
    share[0] = sender;
}

static size_t find_shares(const struct routes *routes, uint32_t a, uint32_t b,
                          struct network_share *share)
{
    const struct topomap_network *network = routes->allocation->network;
    size_t length;

    a = routes->allocation->node[a];
    b = routes->allocation->node[b];
    if (are_over_links(routes->kind))
        return network_spread(&routes->spread, a, b, share);
    length = channel_spread(&routes->spread, a, b, share);
    put_sender_first(network_whole(network, &(uint32_t){0}), share, length);
    return length;
}

void routes_make(struct routes *routes, uint32_t a, uint32_t b, size_t index)
{
    struct route *route = &routes->route[index];
    struct network_share *share = routes->shares + index * routes->longest;

    *route = (struct route){
        .pair = ((uint64_t)a << 32 | b) + 1,
        .length = (uint32_t)find_shares(routes, a, b, share),
    };
    for (uint32_t i = 0; i < route->length; i++) {
        share[i].link = number_of(routes, share[i].link);
        if (routes->kind == ROUTES_DELAYED_CHANNELS)
            route->latency += routes->latency[share[i].link] * (double)share[i].part;
    }
    route->latency *= network_latencies(routes->allocation->network, routes->allocation->node[a],
                                        routes->allocation->node[b]);
    routes->work += route->length;
}

/* Room for the routes of all pairs of nodes, or for a power of two of them within the limits. */
static void count_routes(struct routes *routes)
{
    uint64_t pairs = (uint64_t)routes->allocation->nodes * routes->allocation->nodes;

    routes->all = pairs <= MAX_ROUTES && pairs * routes->longest <= MAX_CHANNELS;
    routes->count = routes->all ? (uint32_t)pairs : 1;
    while (!routes->all && routes->count < MAX_ROUTES &&
           (uint64_t)2 * routes->count * routes->longest <= MAX_CHANNELS)
        routes->count *= 2;
}

int routes_init(struct routes *routes, const struct topomap_allocation *allocation,
                enum routes_kind kind, struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    uint32_t channels = are_over_links(kind) ? network->links : channel_count(network);

    *routes = (struct routes){
        .allocation = allocation,
        .kind = kind,
        .longest = network_spread_most(network) + 2,
        .number = array_new(channels, sizeof *routes->number),
        .slowness = array_raw(channels, sizeof *routes->slowness),
        .latency = array_raw(channels, sizeof *routes->latency),
        .channels = channels,
    };
    count_routes(routes);
    routes->route = array_new(routes->count, sizeof *routes->route);
    routes->shares = array_raw((size_t)routes->count * routes->longest, sizeof *routes->shares);
    if (routes->number && routes->slowness && routes->latency && routes->route &&
        routes->shares && network_spread_init(&routes->spread, network) == 0)
        return 0;
    routes_free(routes);
    return error_memory(error);
}

void routes_free(struct routes *routes)
{
    network_spread_free(&routes->spread);
    free(routes->number);
    free(routes->slowness);
    free(routes->latency);
    free(routes->route);
    free(routes->shares);
    *routes = (struct routes){0};
}
