/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/exchange_tangent.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

int exchange_tangent_init(struct exchange_tangent *tangent, struct routes *routes)
{
    *tangent = (struct exchange_tangent){
        .routes = routes,
        .slope = array_new(routes->channels, sizeof *tangent->slope),
        .way = array_new(routes->count, sizeof *tangent->way),
    };
    return tangent->slope && tangent->way ? 0 : -1;
}

void exchange_tangent_free(struct exchange_tangent *tangent)
{
    free(tangent->slope);
    free(tangent->way);
}

void exchange_tangent_renew(struct exchange_tangent *tangent, const struct part_loads *part)
{
    double norm = exchange_norm(part->sum);

    if (++tangent->version == 0) {
        memset(tangent->way, 0, tangent->routes->count * sizeof *tangent->way);
        tangent->version = 1;
    }
    tangent->height = norm;
    for (uint32_t c = 0; c < tangent->routes->used; c++) {
        const struct part_channel *channel = &part->channel[c];

        tangent->slope[c] = channel->power > 0
                                ? norm / part->sum * channel->power / channel->load
                                : 0;
    }
}

/* ---- prices ------------------------------------------------------------------------------ */

/* Channels that no route used when the slopes were set have none. */
static struct tangent_fare fare_of(struct exchange_tangent *tangent,
                                   const struct part_loads *part, uint32_t a, uint32_t b,
                                   uint64_t *work)
{
    const struct network_share *share;
    const struct route *route = routes_find(tangent->routes, a, b, &share);
    double price = 0, seconds = 0;

    for (uint32_t i = 0; i < route->length; i++) {
        price += tangent->slope[share[i].link] * (double)share[i].part;
        seconds += tangent->routes->slowness[share[i].link] * (double)share[i].part;
    }
    *work += route->length;
    return (struct tangent_fare){
        (float)price, (float)seconds, (float)(route->latency * part->late),
        (float)exchange_power(part->of.rounds * route->latency * part->scale)};
}

static inline const struct tangent_way *way_of(struct exchange_tangent *tangent,
                                               const struct part_loads *part, uint32_t a,
                                               uint32_t b, uint64_t *work)
{
    struct tangent_way *way = &tangent->way[routes_index(tangent->routes, a, b)];
    uint64_t pair = ((uint64_t)a << 32 | b) + 1;

    if (way->version != tangent->version || way->pair != pair)
        *way = (struct tangent_way){pair, tangent->version, fare_of(tangent, part, a, b, work),
                                    fare_of(tangent, part, b, a, work)};
    return way;
}

/* ---- swaps ------------------------------------------------------------------------------- */

static inline void add_one(struct tangent_change *sum, double times, struct exchange_bytes bytes,
                           double latencies, const struct tangent_fare *fare)
{
    double counts = times * (bytes.bytes + bytes.late * (double)fare->late);

    sum->height += counts * (double)fare->price;
    sum->seconds += counts * (double)fare->seconds;
    sum->powers += times * latencies * (double)fare->power;
}

/* Add `times` what a unit on one node and one on another exchange. */
static inline void add_pair(struct tangent_change *sum, struct exchange_tangent *tangent,
                            const struct part_loads *part, const struct exchange_pair *pair,
                            uint32_t here, uint32_t there, double times, uint64_t *work)
{
    const struct tangent_way *way;

    if (here == there) {
        sum->powers += times * pair->inside * part->power_scale;
        return;
    }
    way = way_of(tangent, part, here, there, work);
    add_one(sum, times, pair->sent, pair->out, &way->there);
    add_one(sum, times, pair->received, pair->in, &way->back);
}

/* Add the change by a move of a unit. Returns what it exchanges with `other`; NULL: nothing. */
static const struct exchange_pair *move(struct tangent_change *sum,
                                        struct exchange_tangent *tangent,
                                        const struct part_loads *part, const uint32_t *place,
                                        uint32_t unit, uint32_t other, const uint32_t *way,
                                        uint64_t *work)
{
    const struct exchange_pair *between = NULL;

    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
        const struct exchange_pair *pair = &part->of.pair[i];
        uint32_t partner = part->of.partner[i];

        if (partner == other) {
            between = pair;
            continue;
        }
        add_pair(sum, tangent, part, pair, way[1], place[partner], 1, work);
        add_pair(sum, tangent, part, pair, way[0], place[partner], -1, work);
    }
    *work += part->of.offset[unit + 1] - part->of.offset[unit];
    return between;
}

struct tangent_change exchange_tangent_swap(struct exchange_tangent *tangent,
                                            const struct part_loads *part, const uint32_t *place,
                                            const uint32_t *unit, uint32_t a, uint32_t b,
                                            uint64_t *work)
{
    struct tangent_change sum = {0};
    const struct exchange_pair *between;

    between = move(&sum, tangent, part, place, unit[0], unit[1], (uint32_t[]){a, b}, work);
    move(&sum, tangent, part, place, unit[1], unit[0], (uint32_t[]){b, a}, work);
    if (between && a != b) {
        struct exchange_pair turned = exchange_pair_turn(between);

        add_pair(&sum, tangent, part, &turned, a, b, 1, work);
    }
    return sum;
}

double exchange_tangent_seconds(const struct exchange_tangent *tangent,
                                const struct part_loads *part, struct tangent_change change)
{
    double height = fmax(0, tangent->height + change.height);
    double latencies = fmax(0, part->latencies + change.powers);

    return (latencies > 0 ? exchange_norm(exchange_power(height) + latencies) : height) /
           part->scale;
}

double exchange_tangent_gap(const struct exchange_tangent *tangent, const struct part_loads *part)
{
    return fmax(0, exchange_norm(part->sum) - tangent->height) / part->scale;
}
