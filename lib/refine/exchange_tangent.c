/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/exchange_tangent.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Limits of the ways of all parts together, some ten megabytes, and of what a part has at least. */
#define MAX_WAYS (1U << 20)
#define LEAST_WAYS (1U << 10)

/* As many ways as routes, or a power of two of them within the limits. */
static uint32_t count_ways(const struct routes *routes, size_t parts)
{
    uint32_t ways = LEAST_WAYS;

    if (routes->count <= ways || routes->count <= MAX_WAYS / parts)
        return routes->count;
    while (2 * ways <= MAX_WAYS / parts)
        ways *= 2;
    return ways;
}

int exchange_tangent_init(struct exchange_tangent *tangent, struct routes *routes, size_t parts)
{
    uint32_t ways = count_ways(routes, parts);

    *tangent = (struct exchange_tangent){
        .routes = routes,
        .slope = array_new(routes->channels, sizeof *tangent->slope),
        .way = array_new(ways, sizeof *tangent->way),
        .ways = ways,
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
    double norm = part_root(part, part->sum);

    if (++tangent->version == 0) {
        memset(tangent->way, 0, tangent->ways * sizeof *tangent->way);
        tangent->version = 1;
    }
    tangent->height = norm;
    for (uint32_t c = 0; c < tangent->routes->used; c++) {
        const struct part_channel *channel = &part->channel[c];

        tangent->slope[c] = channel->power > 0 && part->sum > 0
                                ? norm / part->sum * channel->power / channel->load
                                : 0;
    }
}

/* ---- prices ------------------------------------------------------------------------------ */

/* Of what goes one way, from one node to another. Channels that no route used when the slopes were
 * set have none. */
static void set_prices(struct exchange_tangent *tangent, const struct part_loads *part, uint32_t a,
                       uint32_t b, float *prices, float *all, float *power, uint64_t *work)
{
    const struct network_share *share;
    const struct route *route = routes_find(tangent->routes, a, b, &share);
    double price = 0, seconds = 0, late = route->latency * part->late;

    for (uint32_t i = 0; i < route->length; i++) {
        price += tangent->slope[share[i].link] * (double)share[i].part;
        seconds += tangent->routes->slowness[share[i].link] * (double)share[i].part;
    }
    *work += route->length;
    prices[0] = (float)price;
    prices[1] = (float)(price * late);
    all[0] = (float)seconds;
    all[1] = (float)(seconds * late);
    *power = (float)part_power(part, part->of.rounds * route->latency * part->scale);
}

/* Inside a node nothing has a price. */
static void renew_way(struct exchange_tangent *tangent, const struct part_loads *part, uint32_t a,
                      uint32_t b, struct tangent_way *way, uint64_t *work)
{
    *way = (struct tangent_way){.pair = ((uint64_t)a << 32 | b) + 1, .version = tangent->version};
    if (a == b)
        return;
    set_prices(tangent, part, a, b, way->price, way->seconds, &way->power[0], work);
    set_prices(tangent, part, b, a, way->price + TANGENT_LANES / 2,
               way->seconds + TANGENT_LANES / 2, &way->power[1], work);
}

static inline bool has_all(const struct exchange_tangent *tangent)
{
    return tangent->routes->all && tangent->ways == tangent->routes->count;
}

static inline size_t index_of(const struct exchange_tangent *tangent, uint32_t a, uint32_t b)
{
    if (tangent->ways == tangent->routes->count)
        return routes_index(tangent->routes, a, b);
    return routes_hash(a, b) & (tangent->ways - 1);
}

static inline const struct tangent_way *way_of(struct exchange_tangent *tangent,
                                               const struct part_loads *part, uint32_t a,
                                               uint32_t b, uint64_t *work)
{
    struct tangent_way *way = &tangent->way[index_of(tangent, a, b)];

    if (way->version != tangent->version || way->pair != ((uint64_t)a << 32 | b) + 1)
        renew_way(tangent, part, a, b, way, work);
    return way;
}

/* ---- swaps ------------------------------------------------------------------------------- */

static const struct tangent_way no_way;

/* Sums by the lanes of prices, which are added up at the end, as the compiler may not reorder sums
 * of its own accord. */
struct sums {
    double height[TANGENT_LANES], seconds[TANGENT_LANES];
    double powers;
};

static double total(const double *lanes)
{
    double sum = 0;

    for (int k = 0; k < TANGENT_LANES; k++)
        sum += lanes[k];
    return sum;
}

static struct tangent_change change_of(const struct sums *sum)
{
    return (struct tangent_change){total(sum->height), sum->powers, total(sum->seconds)};
}

/* Add what changes if a pair exchanges on one way instead of another. */
static inline void add_detour(struct sums *sum, const struct exchange_pair *pair,
                              const struct tangent_way *to, const struct tangent_way *from)
{
    const double bytes[TANGENT_LANES] = {pair->sent.bytes, pair->sent.late, pair->received.bytes,
                                         pair->received.late};

    for (int k = 0; k < TANGENT_LANES; k++) {
        sum->height[k] += bytes[k] * (double)(to->price[k] - from->price[k]);
        sum->seconds[k] += bytes[k] * (double)(to->seconds[k] - from->seconds[k]);
    }
    sum->powers += pair->out * (double)(to->power[0] - from->power[0]) +
                   pair->in * (double)(to->power[1] - from->power[1]);
}

/* Add the change by a move of a unit. Returns what it exchanges with `other`; NULL: nothing. */
static const struct exchange_pair *move(struct sums *sum, struct exchange_tangent *tangent,
                                        const struct part_loads *part, const uint32_t *place,
                                        uint32_t unit, uint32_t other, uint32_t from, uint32_t to,
                                        uint64_t *work)
{
    const struct exchange_pair *between = NULL;

    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
        const struct exchange_pair *pair = &part->of.pair[i];
        uint32_t partner = part->of.partner[i], there = place[partner];
        const struct tangent_way *before;
        struct tangent_way kept;

        if (partner == other) {
            between = pair;
            continue;
        }
        before = way_of(tangent, part, from, there, work);
        if (!has_all(tangent)) {
            kept = *before;
            before = &kept;
        }
        add_detour(sum, pair, way_of(tangent, part, to, there, work), before);
        sum->powers += pair->inside * part->power_scale * ((to == there) - (from == there));
    }
    *work += part->of.offset[unit + 1] - part->of.offset[unit];
    return between;
}

struct tangent_change exchange_tangent_swap(struct exchange_tangent *tangent,
                                            const struct part_loads *part, const uint32_t *place,
                                            const uint32_t *unit, uint32_t a, uint32_t b,
                                            uint64_t *work)
{
    struct sums sum = {0};
    const struct exchange_pair *between;

    between = move(&sum, tangent, part, place, unit[0], unit[1], a, b, work);
    move(&sum, tangent, part, place, unit[1], unit[0], b, a, work);
    if (between && a != b) {
        struct exchange_pair turned = exchange_pair_turn(between);

        add_detour(&sum, &turned, way_of(tangent, part, a, b, work), &no_way);
    }
    return change_of(&sum);
}

struct tangent_change exchange_tangent_of(struct exchange_tangent *tangent,
                                          const struct part_loads *part, const uint32_t *place,
                                          uint32_t unit, uint64_t *work)
{
    struct sums sum = {0};
    uint32_t here = place[unit];

    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
        const struct exchange_pair *pair = &part->of.pair[i];
        uint32_t there = place[part->of.partner[i]];

        add_detour(&sum, pair, way_of(tangent, part, here, there, work), &no_way);
        sum.powers += pair->inside * part->power_scale * (here == there);
    }
    *work += part->of.offset[unit + 1] - part->of.offset[unit];
    return change_of(&sum);
}

double exchange_tangent_seconds(const struct exchange_tangent *tangent,
                                const struct part_loads *part, struct tangent_change change)
{
    double height = fmax(0, tangent->height + change.height);
    double latencies = fmax(0, part->latencies + change.powers);

    return (latencies > 0 ? part_root(part, part_power(part, height) + latencies) : height) /
           part->scale;
}

double exchange_tangent_gap(const struct exchange_tangent *tangent, const struct part_loads *part)
{
    return fmax(0, part_root(part, part->sum) - tangent->height) / part->scale;
}
