/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/exchange_tangent.h"

#include "base/memory.h"

#include <stdint.h>
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

static struct tangent_pair pair_of(const struct part_loads *part, size_t index)
{
    const struct exchange_pair *pair = &part->of.pair[index];

    return (struct tangent_pair){
        .bytes = {(float)pair->sent.bytes, (float)pair->sent.late, (float)pair->received.bytes,
                  (float)pair->received.late},
        .out = pair->out,
        .in = pair->in,
        .inside = pair->inside * part->power_scale,
        .partner = part->of.partner[index],
    };
}

int exchange_tangent_init(struct exchange_tangent *tangent, const struct part_loads *part,
                          struct routes *routes, size_t parts)
{
    uint32_t ways = count_ways(routes, parts);

    *tangent = (struct exchange_tangent){
        .routes = routes,
        .slope = array_new(routes->channels, sizeof *tangent->slope),
        .pair = array_raw(part->of.pairs, sizeof *tangent->pair),
        .way = array_new(ways, sizeof *tangent->way),
        .ways = ways,
        .own = array_new(part->of.units, sizeof *tangent->own),
    };
    if (!tangent->slope || !tangent->pair || !tangent->way || !tangent->own)
        return -1;
    for (size_t i = 0; i < part->of.pairs; i++)
        tangent->pair[i] = pair_of(part, i);
    return 0;
}

void exchange_tangent_free(struct exchange_tangent *tangent)
{
    free(tangent->slope);
    free(tangent->pair);
    free(tangent->way);
    free(tangent->own);
}

void exchange_tangent_renew(struct exchange_tangent *tangent, const struct part_loads *part)
{
    double norm = part_root(part, part->sum);

    if (++tangent->version == 0) {
        memset(tangent->way, 0, tangent->ways * sizeof *tangent->way);
        tangent->version = 1;
    }
    tangent->height = norm;
    tangent->last.valid = false;
    for (uint32_t unit = 0; unit < part->of.units; unit++)
        tangent->own[unit].valid = false;
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
static inline void set_prices(struct exchange_tangent *tangent, const struct part_loads *part,
                              uint32_t a, uint32_t b, float *prices, uint64_t *work)
{
    const struct network_share *share;
    const struct route *route = routes_find(tangent->routes, a, b, &share);
    double price = 0;

    for (uint32_t i = 0; i < route->length; i++)
        price += tangent->slope[share[i].link] * (double)share[i].part;
    *work += route->length;
    prices[0] = (float)price;
    prices[1] = (float)(price * (route->latency * part->late));
}

/* What does not depend on slopes. */
static void set_costs(struct exchange_tangent *tangent, const struct part_loads *part, uint32_t a,
                      uint32_t b, float *all, double *power)
{
    const struct network_share *share;
    const struct route *route = routes_find(tangent->routes, a, b, &share);
    double seconds = 0;

    for (uint32_t i = 0; i < route->length; i++)
        seconds += tangent->routes->slowness[share[i].link] * (double)share[i].part;
    all[0] = (float)seconds;
    all[1] = (float)(seconds * (route->latency * part->late));
    *power = part_power(part, part->of.rounds * route->latency * part->scale);
}

/* Inside a node nothing has a price. */
static void renew_way(struct exchange_tangent *tangent, const struct part_loads *part, uint32_t a,
                      uint32_t b, struct tangent_way *way, uint64_t *work)
{
    uint64_t pair = ((uint64_t)a << 32 | b) + 1;

    if (way->pair != pair) {
        *way = (struct tangent_way){.pair = pair};
        if (a != b) {
            set_costs(tangent, part, a, b, way->seconds, &way->power[0]);
            set_costs(tangent, part, b, a, way->seconds + TANGENT_LANES / 2, &way->power[1]);
        }
    }
    way->version = tangent->version;
    if (a == b)
        return;
    set_prices(tangent, part, a, b, way->price, work);
    set_prices(tangent, part, b, a, way->price + TANGENT_LANES / 2, work);
}

static inline size_t index_of(const struct exchange_tangent *tangent, uint32_t a, uint32_t b)
{
    if (tangent->ways == tangent->routes->count)
        return routes_index(tangent->routes, a, b);
    return routes_hash(a, b) & (tangent->ways - 1);
}

/* Where the ways from a node begin, by the other one; NO_ROW: there is no room for all. */
#define NO_ROW SIZE_MAX

static inline size_t row_of(const struct exchange_tangent *tangent, uint32_t a)
{
    if (!tangent->routes->all || tangent->ways != tangent->routes->count)
        return NO_ROW;
    return routes_index(tangent->routes, a, 0);
}

static inline const struct tangent_way *way_of(struct exchange_tangent *tangent,
                                               const struct part_loads *part,
                                               size_t row, uint32_t a, uint32_t b,
                                               uint64_t *work)
{
    bool all = row != NO_ROW;
    struct tangent_way *way = &tangent->way[all ? row + b : index_of(tangent, a, b)];

    if (way->version != tangent->version || (!all && way->pair != ((uint64_t)a << 32 | b) + 1))
        renew_way(tangent, part, a, b, way, work);
    return way;
}

/* ---- swaps ------------------------------------------------------------------------------- */

static const struct tangent_way no_way;

/* Sums by the lanes of prices, which are added up at the end, as the compiler may not reorder sums
 * of its own accord. Powers are too far apart for floats. */
struct sums {
    float height[TANGENT_LANES], seconds[TANGENT_LANES];
    double powers;
};

static double total(const float *lanes)
{
    double sum = 0;

    for (int k = 0; k < TANGENT_LANES; k++)
        sum += (double)lanes[k];
    return sum;
}

static struct tangent_change change_of(const struct sums *sum)
{
    return (struct tangent_change){total(sum->height), sum->powers, total(sum->seconds)};
}

/* Add what changes if a pair exchanges on one way instead of another. */
static inline void add_detour(struct sums *sum, const struct tangent_pair *pair,
                              const struct tangent_way *to, const struct tangent_way *from)
{
    for (int k = 0; k < TANGENT_LANES; k++)
        sum->height[k] += pair->bytes[k] * (to->price[k] - from->price[k]);
    for (int k = 0; k < TANGENT_LANES; k++)
        sum->seconds[k] += pair->bytes[k] * (to->seconds[k] - from->seconds[k]);
    sum->powers += pair->out * (to->power[0] - from->power[0]) +
                   pair->in * (to->power[1] - from->power[1]);
}

/* The change by a move of a unit, while `other` stands on `its`. What both exchange inside a node
 * is left out: they are on one only between two moves, and its power may be so large that nothing
 * would be left of others. Sets *partners if they exchange something. */
static struct tangent_change move(struct exchange_tangent *tangent, const struct part_loads *part,
                                  const uint32_t *place, uint32_t unit, uint32_t other,
                                  uint32_t its, uint32_t from, uint32_t to, bool *partners,
                                  uint64_t *work)
{
    const struct tangent_pair *pair = tangent->pair + part->of.offset[unit];
    const struct tangent_pair *end = tangent->pair + part->of.offset[unit + 1];
    size_t from_row = row_of(tangent, from), to_row = row_of(tangent, to);
    struct sums sum = {0};

    *work += (uint64_t)(end - pair);
    for (; pair < end; pair++) {
        bool is_other = pair->partner == other;
        uint32_t there = is_other ? its : place[pair->partner];
        const struct tangent_way *before = way_of(tangent, part, from_row, from, there, work);
        struct tangent_way kept;

        if (from_row == NO_ROW) {
            kept = *before;
            before = &kept;
        }
        add_detour(&sum, pair, way_of(tangent, part, to_row, to, there, work), before);
        if (is_other)
            *partners = true;
        else if ((to == there) != (from == there))
            sum.powers += to == there ? pair->inside : -pair->inside;
    }
    return change_of(&sum);
}

/* The change by the move of the unit that moves first. It is often asked for with several others,
 * one after the other, and is the same for all that are no partners of it. */
static struct tangent_change first_move(struct exchange_tangent *tangent,
                                        const struct part_loads *part, const uint32_t *place,
                                        const uint32_t *unit, uint32_t a, uint32_t b,
                                        bool *partners, uint64_t *work)
{
    struct tangent_move *last = &tangent->last;
    struct tangent_change change;

    if (!*partners && last->valid && last->unit == unit[0] && last->from == a && last->to == b) {
        *work += part->of.offset[unit[0] + 1] - part->of.offset[unit[0]];
        return last->change;
    }
    change = move(tangent, part, place, unit[0], unit[1], b, a, b, partners, work);
    if (!*partners)
        *last = (struct tangent_move){unit[0], a, b, true, change};
    return change;
}

/* One unit moves, and then the other. */
struct tangent_change exchange_tangent_swap(struct exchange_tangent *tangent,
                                            const struct part_loads *part, const uint32_t *place,
                                            const uint32_t *unit, uint32_t a, uint32_t b,
                                            uint64_t *work)
{
    bool partners = false;
    struct tangent_change sum = move(tangent, part, place, unit[1], unit[0], b, b, a, &partners,
                                     work);
    struct tangent_change first = first_move(tangent, part, place, unit, a, b, &partners, work);

    sum.height += first.height;
    sum.powers += first.powers;
    sum.seconds += first.seconds;
    return sum;
}

/* A unit has moved: it has something else now, and so have its partners. */
static void forget_shares(struct exchange_tangent *tangent, const struct part_loads *part,
                          uint32_t unit)
{
    tangent->own[unit].valid = false;
    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++)
        tangent->own[part->of.partner[i]].valid = false;
}

void exchange_tangent_swapped(struct exchange_tangent *tangent, const struct part_loads *part,
                              const uint32_t *place, const uint32_t *unit, uint32_t a, uint32_t b,
                              uint64_t *work)
{
    tangent->height += exchange_tangent_swap(tangent, part, place, unit, a, b, work).height;
    tangent->last.valid = false;
    forget_shares(tangent, part, unit[0]);
    forget_shares(tangent, part, unit[1]);
}

static struct tangent_change find_share(struct exchange_tangent *tangent,
                                        const struct part_loads *part, const uint32_t *place,
                                        uint32_t unit, uint64_t *work)
{
    struct sums sum = {0};
    uint32_t here = place[unit];
    size_t row = row_of(tangent, here);

    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
        const struct tangent_pair *pair = &tangent->pair[i];
        uint32_t there = place[pair->partner];

        add_detour(&sum, pair, way_of(tangent, part, row, here, there, work), &no_way);
        if (here == there)
            sum.powers += pair->inside;
    }
    return change_of(&sum);
}

struct tangent_change exchange_tangent_of(struct exchange_tangent *tangent,
                                          const struct part_loads *part, const uint32_t *place,
                                          uint32_t unit, uint64_t *work)
{
    struct tangent_share *own = &tangent->own[unit];

    if (!own->valid)
        *own = (struct tangent_share){true, find_share(tangent, part, place, unit, work)};
    *work += part->of.offset[unit + 1] - part->of.offset[unit];
    return own->share;
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
