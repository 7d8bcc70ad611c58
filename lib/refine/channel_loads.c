/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/channel_loads.h"

#include "base/error.h"
#include "base/memory.h"
#include "network/channel.h"

#include <math.h>
#include <stdlib.h>

/* Limits of the cache of routes and their channels: some megabytes. */
#define MAX_ROUTES (1U << 16)
#define MAX_CHANNELS (1U << 20)

void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most,
                             double longest_latency)
{
    if (most != loads->most || longest_latency != loads->longest_latency)
        loads->version++;
    loads->part = part;
    loads->most = most;
    loads->longest_latency = longest_latency;
}

static inline double power_of(double height)
{
    double square = height * height;
    double fourth = square * square;

    return fourth * fourth * square;
}

static void set_power(struct refine_loads *loads, struct loads_channel *channel)
{
    channel->power = power_of(channel->load * channel->slowness * loads->scale);
}

/* Where the route of a pair of nodes stands, if it is there. */
static size_t index_of_route(const struct refine_loads *loads, uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | b;

    if (loads->all_routes)
        return (size_t)a * loads->allocation->nodes + b;
    return ((pair + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (loads->routes - 1);
}

/* Without time, loads are bytes; a trunk carries as many in a second as it has links. */
static struct topomap_link_speed speed_of(const struct refine_loads *loads, uint32_t channel)
{
    const struct topomap_network *network = loads->allocation->network;
    struct topomap_link_speed speed = {0};

    if (loads->timed)
        speed = channel_speed(network, channel);
    else
        speed.bandwidth = network_link_capacity(network, channel);
    return speed;
}

/* Find the ways from a to b, and number their channels. */
static void make_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                       struct loads_route *route, struct network_share *share)
{
    route->length = (uint32_t)(loads->timed ? channel_spread(&loads->spread, a, b, share)
                                            : network_spread(&loads->spread, a, b, share));
    route->latency = 0;
    for (uint32_t i = 0; i < route->length; i++) {
        uint32_t *number = &loads->number[share[i].link];
        struct topomap_link_speed speed = speed_of(loads, share[i].link);

        if (!*number) {
            loads->channel[loads->used] = (struct loads_channel){.slowness = 1 / speed.bandwidth};
            *number = ++loads->used;
        }
        route->latency += loads->delayed ? speed.latency * (double)share[i].part : 0;
        share[i].link = *number - 1;
    }
    loads->work += route->length;
}

const struct loads_route *refine_loads_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                                             const struct network_share **shares)
{
    uint64_t pair = ((uint64_t)a << 32 | b) + 1;
    size_t at = index_of_route(loads, a, b);
    struct loads_route *route = &loads->route[at];
    struct network_share *share = loads->shares + at * loads->longest;

    *shares = share;
    if (route->pair != pair) {
        route->pair = pair;
        make_route(loads, loads->allocation->node[a], loads->allocation->node[b], route, share);
    }
    return route;
}

double refine_loads_most(const struct refine_loads *loads)
{
    double most = 0;

    for (uint32_t i = 0; i < loads->used; i++) {
        if (refine_loads_of(loads, i) > most)
            most = refine_loads_of(loads, i);
    }
    return most;
}

void refine_loads_rescale(struct refine_loads *loads, double top)
{
    double scale = top > 0 ? 1 / top : 1;

    if (scale == loads->scale)
        return;
    loads->scale = scale;
    loads->version++;
    for (uint32_t i = 0; i < loads->used; i++)
        set_power(loads, &loads->channel[i]);
}

void refine_loads_try(struct refine_loads *loads)
{
    if (++loads->trials == 0) {
        for (uint32_t i = 0; i < loads->used; i++)
            loads->channel[i].trial = 0;
        loads->trials = 1;
    }
    loads->touches = 0;
    loads->latencies = (struct loads_price){0};
    loads->forbidden = false;
}

void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes,
                       double messages)
{
    const struct network_share *share;
    const struct loads_route *route = refine_loads_route(loads, a, b, &share);
    uint32_t number = loads->trials, touches = loads->touches, length = route->length;

    for (uint32_t i = 0; i < length; i++) {
        struct loads_channel *channel = &loads->channel[share[i].link];
        double part = bytes * (double)share[i].part;

        if (channel->trial == number) {
            channel->change += part;
        } else {
            channel->trial = number;
            loads->touched[touches++] = share[i].link;
            channel->change = part;
        }
    }
    loads->touches = touches;
    loads->work += length + 1;
    if (route->latency > 0) {
        double height = route->latency * loads->scale;

        loads->latencies.power += messages * power_of(height);
        loads->latencies.linear += messages * height;
        loads->forbidden |= messages > 0 && route->latency > loads->longest_latency;
    }
}

struct loads_price refine_loads_gain(struct refine_loads *loads)
{
    struct loads_price sum = {-loads->latencies.power, -loads->latencies.linear};
    const struct loads_price never = {0, -INFINITY};

    if (loads->forbidden)
        return never;
    loads->work += loads->touches;
    for (uint32_t i = 0; i < loads->touches; i++) {
        const struct loads_channel *channel = &loads->channel[loads->touched[i]];
        double after = (channel->load + channel->change) * channel->slowness;

        if (channel->change == 0)
            continue;
        if (after > loads->most && channel->change > 0)
            return never;
        sum.power += channel->power - power_of(after * loads->scale);
        sum.linear -= channel->change * channel->slowness * loads->scale;
    }
    return sum;
}

struct loads_price refine_loads_sum(const struct refine_loads *loads)
{
    struct loads_price sum = loads->latencies;

    for (uint32_t i = 0; i < loads->touches; i++) {
        const struct loads_channel *channel = &loads->channel[loads->touched[i]];
        double height = channel->change * channel->slowness * loads->scale;

        sum.power += power_of(height);
        sum.linear += height;
    }
    return sum;
}

double refine_loads_price(const struct refine_loads *loads, struct loads_price price)
{
    return (loads->part * price.power + price.linear) / (loads->part + 1.0);
}

void refine_loads_apply(struct refine_loads *loads)
{
    for (uint32_t i = 0; i < loads->touches; i++) {
        struct loads_channel *channel = &loads->channel[loads->touched[i]];

        channel->load += channel->change;
        set_power(loads, channel);
    }
    loads->version++;
}

void refine_loads_clear(struct refine_loads *loads)
{
    for (uint32_t i = 0; i < loads->used; i++)
        loads->channel[i].load = loads->channel[i].power = 0;
    loads->version++;
}

/* ---- making them ------------------------------------------------------------------------- */

/* Room for the routes of all pairs of nodes, or for a power of two of them within the limits. */
static void count_routes(struct refine_loads *loads)
{
    uint64_t pairs = (uint64_t)loads->allocation->nodes * loads->allocation->nodes;

    loads->all_routes = pairs <= MAX_ROUTES && pairs * loads->longest <= MAX_CHANNELS;
    loads->routes = loads->all_routes ? (uint32_t)pairs : 1;
    while (!loads->all_routes && loads->routes < MAX_ROUTES &&
           (uint64_t)2 * loads->routes * loads->longest <= MAX_CHANNELS)
        loads->routes *= 2;
}

int refine_loads_init(struct refine_loads *loads, const struct topomap_allocation *allocation,
                      bool timed, bool delayed, struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    uint32_t channels = timed ? channel_count(network) : network->links;

    *loads = (struct refine_loads){
        .allocation = allocation,
        .timed = timed,
        .delayed = delayed,
        .scale = 1,
        .most = INFINITY,
        .longest_latency = INFINITY,
        .channels = channels,
        .channel = array_raw(channels, sizeof *loads->channel),
        .number = array_new(channels, sizeof *loads->number),
        .touched = array_raw(channels, sizeof *loads->touched),
        .longest = network_spread_most(network) + 2,
    };
    count_routes(loads);
    loads->route = array_new(loads->routes, sizeof *loads->route);
    loads->shares = array_raw((size_t)loads->routes * loads->longest, sizeof *loads->shares);
    if (!loads->channel || !loads->number || !loads->touched || !loads->route || !loads->shares ||
        network_spread_init(&loads->spread, network) < 0) {
        refine_loads_free(loads);
        return error_memory(error);
    }
    return 0;
}

void refine_loads_free(struct refine_loads *loads)
{
    free(loads->channel);
    free(loads->number);
    free(loads->touched);
    free(loads->route);
    free(loads->shares);
    network_spread_free(&loads->spread);
    *loads = (struct refine_loads){0};
}
