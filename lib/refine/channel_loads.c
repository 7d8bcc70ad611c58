/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/channel_loads.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void refine_loads_set_prices(struct refine_loads *loads, uint32_t part, double most)
{
    if (most != loads->most)
        loads->version++;
    loads->part = part;
    loads->most = most;
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

const struct route *refine_loads_route(struct refine_loads *loads, uint32_t a, uint32_t b,
                                       const struct network_share **shares)
{
    struct routes *routes = &loads->routes;
    uint64_t found = routes->work;
    const struct route *route = routes_find(routes, a, b, shares);

    loads->work += routes->work - found;
    for (; loads->used < routes->used; loads->used++)
        loads->channel[loads->used] =
            (struct loads_channel){.slowness = routes->slowness[loads->used]};
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
}

void refine_loads_send(struct refine_loads *loads, uint32_t a, uint32_t b, double bytes)
{
    const struct network_share *share;
    const struct route *route = refine_loads_route(loads, a, b, &share);
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
}

struct loads_price refine_loads_gain(struct refine_loads *loads)
{
    struct loads_price sum = {0};
    const struct loads_price never = {0, -INFINITY};

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
    struct loads_price sum = {0};

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

int refine_loads_init(struct refine_loads *loads, const struct topomap_allocation *allocation,
                      enum routes_kind kind, struct topomap_error *error)
{
    *loads = (struct refine_loads){.scale = 1, .most = INFINITY};
    if (routes_init(&loads->routes, allocation, kind, error) < 0)
        return -1;
    loads->channel = array_raw(loads->routes.channels, sizeof *loads->channel);
    loads->touched = array_raw(loads->routes.channels, sizeof *loads->touched);
    if (loads->channel && loads->touched)
        return 0;
    refine_loads_free(loads);
    return error_memory(error);
}

void refine_loads_free(struct refine_loads *loads)
{
    routes_free(&loads->routes);
    free(loads->channel);
    free(loads->touched);
    *loads = (struct refine_loads){0};
}
