/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/channel_loads.h"

#include "base/error.h"
#include "base/memory.h"
#include "network/channel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits of the cache of routes and their channels: some megabytes. */
#define MAX_ROUTES (1U << 16)
#define MAX_CHANNELS (1U << 20)

/* Bits of a price. Sums of prices are exact, and so the same on every machine. */
__extension__ typedef unsigned __int128 exact;

/* The price of a load is its 10th power, the highest one that is exact. */
static exact power_of(exact step)
{
    exact fifth = step * step * step * step * step;

    return fifth * fifth;
}

void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most,
                             double longest_latency)
{
    exact least = power_of(LOADS_TOP) / LOADS_TOP / (part ? part : 1);

    loads->most = most;
    loads->longest_latency = longest_latency;
    for (uint32_t step = 0; step < LOADS_STEPS; step++)
        loads->price[step] = (double)((part ? power_of(step) : 0) + step * least);
}

static uint32_t step_of(const struct refine_loads *loads, double load)
{
    double steps = load * loads->scale;

    return steps < LOADS_STEPS - 1 ? (uint32_t)steps : LOADS_STEPS - 1;
}

/* Where the route of a pair of nodes stands, if it is there. */
static size_t index_of_route(const struct refine_loads *loads, uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | b;

    if (loads->all_routes)
        return (size_t)a * loads->allocation->nodes + b;
    return ((pair + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (loads->routes - 1);
}

const struct loads_route *refine_loads_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                                             const struct network_share **shares)
{
    uint64_t pair = ((uint64_t)a << 32 | b) + 1;
    size_t at = index_of_route(loads, a, b);
    struct loads_route *route = &loads->route[at];
    struct network_share *share = loads->shares + at * loads->longest;

    *shares = share;
    if (route->pair == pair)
        return route;
    a = loads->allocation->node[a];
    b = loads->allocation->node[b];
    *route = (struct loads_route){.pair = pair};
    route->length = (uint32_t)(loads->timed ? channel_spread(&loads->spread, a, b, share)
                                            : network_spread(&loads->spread, a, b, share));
    for (uint32_t i = 0; i < route->length; i++)
        route->latency += loads->latency[share[i].link] * (double)share[i].part;
    loads->work += route->length;
    return route;
}

double refine_loads_most(const struct refine_loads *loads)
{
    double most = 0;

    for (uint32_t c = 0; c < loads->channels; c++) {
        if (refine_loads_of(loads, c) > most)
            most = refine_loads_of(loads, c);
    }
    return most;
}

void refine_loads_rescale(struct refine_loads *loads, double top)
{
    loads->scale = top > 0 ? LOADS_TOP / top : 1;
}

void refine_loads_try(struct refine_loads *loads)
{
    if (++loads->trials == 0) {
        memset(loads->trial, 0, loads->channels * sizeof *loads->trial);
        loads->trials = 1;
    }
    loads->touches = 0;
    loads->latencies = 0;
    loads->forbidden = false;
}

void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes)
{
    const struct network_share *share;
    const struct loads_route *route = refine_loads_route(loads, a, b, &share);
    uint32_t *trial = loads->trial, *touched = loads->touched;
    uint32_t number = loads->trials, touches = loads->touches, length = route->length;
    double *change = loads->change;

    for (uint32_t i = 0; i < length; i++) {
        uint32_t c = share[i].link;
        double part = bytes * (double)share[i].part;

        if (trial[c] == number) {
            change[c] += part;
        } else {
            trial[c] = number;
            touched[touches++] = c;
            change[c] = part;
        }
    }
    loads->touches = touches;
    loads->work += route->length + 1;
    if (!loads->timed)
        return;
    if (bytes < 0) {
        loads->latencies -= loads->price[step_of(loads, route->latency)];
    } else {
        loads->latencies += loads->price[step_of(loads, route->latency)];
        loads->forbidden = loads->forbidden || route->latency > loads->longest_latency;
    }
}

double refine_loads_gain(struct refine_loads *loads)
{
    double sum = -loads->latencies;

    if (loads->forbidden)
        return -INFINITY;
    for (uint32_t i = 0; i < loads->touches; i++) {
        uint32_t c = loads->touched[i];
        double after;

        if (loads->change[c] == 0)
            continue;
        after = (loads->load[c] + loads->change[c]) * loads->slowness[c];
        if (after > loads->most && loads->change[c] > 0)
            return -INFINITY;
        sum += loads->price[step_of(loads, refine_loads_of(loads, c))];
        sum -= loads->price[step_of(loads, after)];
    }
    loads->work += loads->touches;
    return sum / loads->price[LOADS_TOP];
}

double refine_loads_price(const struct refine_loads *loads)
{
    double sum = loads->latencies;

    for (uint32_t i = 0; i < loads->touches; i++) {
        uint32_t c = loads->touched[i];

        sum += loads->price[step_of(loads, loads->change[c] * loads->slowness[c])];
    }
    return sum / loads->price[LOADS_TOP];
}

void refine_loads_apply(struct refine_loads *loads)
{
    for (uint32_t i = 0; i < loads->touches; i++)
        loads->load[loads->touched[i]] += loads->change[loads->touched[i]];
}

/* ---- making them ------------------------------------------------------------------------- */

/* Without time, loads are bytes; a trunk carries as many in a second as it has links. */
static void set_speeds(struct refine_loads *loads)
{
    const struct topomap_network *network = loads->allocation->network;

    for (uint32_t c = 0; c < loads->channels; c++) {
        struct topomap_link_speed speed = {0};

        if (loads->timed)
            speed = channel_speed(network, c);
        else
            speed.bandwidth = network_link_capacity(network, c);
        loads->slowness[c] = 1 / speed.bandwidth;
        loads->latency[c] = loads->delayed ? speed.latency : 0;
    }
}

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
        .channels = channels,
        .scale = 1,
        .longest = network_spread_most(network) + 2,
        .load = array_new(channels, sizeof *loads->load),
        .slowness = array_raw(channels, sizeof *loads->slowness),
        .latency = array_raw(channels, sizeof *loads->latency),
        .price = array_raw(LOADS_STEPS, sizeof *loads->price),
        .change = array_raw(channels, sizeof *loads->change),
        .trial = array_new(channels, sizeof *loads->trial),
        .touched = array_raw(channels, sizeof *loads->touched),
    };
    count_routes(loads);
    loads->route = array_new(loads->routes, sizeof *loads->route);
    loads->shares = array_raw((size_t)loads->routes * loads->longest, sizeof *loads->shares);
    if (!loads->load || !loads->slowness || !loads->latency || !loads->price || !loads->change ||
        !loads->trial || !loads->touched || !loads->route || !loads->shares ||
        network_spread_init(&loads->spread, network) < 0) {
        refine_loads_free(loads);
        return error_memory(error);
    }
    set_speeds(loads);
    return 0;
}

void refine_loads_free(struct refine_loads *loads)
{
    free(loads->load);
    free(loads->slowness);
    free(loads->latency);
    free(loads->price);
    free(loads->change);
    free(loads->trial);
    free(loads->touched);
    free(loads->route);
    free(loads->shares);
    network_spread_free(&loads->spread);
    *loads = (struct refine_loads){0};
}
