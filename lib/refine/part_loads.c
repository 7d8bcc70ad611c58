/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/part_loads.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A sum of powers that has become so small beside the largest one is mostly rounding of that. */
#define CANCELLED 1e-6

/* ---- trials ------------------------------------------------------------------------------ */

static void begin_trial(struct part_trial *t)
{
    if (++t->trials == 0) {
        memset(t->trial, 0, t->routes->channels * sizeof *t->trial);
        t->trials = 1;
    }
    t->touches = 0;
    t->powers = 0;
}

/* Put bytes over channels on trial. Whether a channel was touched before is hard to foresee, so
 * nothing branches on it. */
static inline void put(struct part_trial *t, const struct network_share *share, uint32_t length,
                       double bytes)
{
    uint32_t number = t->trials, touches = t->touches;

    for (uint32_t i = 0; i < length; i++) {
        uint32_t channel = share[i].link;
        bool known = t->trial[channel] == number;

        t->change[channel] = (known ? t->change[channel] : 0) + bytes * (double)share[i].part;
        t->trial[channel] = number;
        t->touched[touches] = channel;
        touches += !known;
    }
    t->touches = touches;
    t->work += length + 1;
}

static inline double latency_power(const struct part_loads *part, const struct route *route)
{
    return part_power(part, part->of.rounds * route->latency * part->scale);
}

/* What bytes count as on a route. */
static inline double weigh(const struct part_loads *part, struct exchange_bytes bytes,
                           const struct route *route)
{
    return bytes.bytes + bytes.late * route->latency * part->late;
}

/* Put `times` the traffic from one node to another on trial. */
static void send(struct part_trial *t, const struct part_loads *part, uint32_t a, uint32_t b,
                 double times, struct exchange_bytes bytes, double latencies)
{
    const struct network_share *share;
    const struct route *route = routes_find(t->routes, a, b, &share);

    put(t, share, route->length, times * weigh(part, bytes, route));
    t->powers += times * latencies * latency_power(part, route);
}

/* Put what a unit on one node and others on another exchange on trial; -1 takes it away. */
static void send_both(struct part_trial *t, const struct part_loads *part,
                      const struct exchange_pair *pair, uint32_t here, uint32_t there,
                      double times)
{
    if (here == there) {
        t->powers += times * pair->inside * part->power_scale;
        return;
    }
    send(t, part, here, there, times, pair->sent, pair->out);
    send(t, part, there, here, times, pair->received, pair->in);
}

/* Traffic that takes one way instead of another. */
struct detour {
    const struct route *to, *from;
    const struct network_share *to_share, *from_share;
    double to_bytes, from_bytes;
};

static inline struct detour detour_of(struct part_trial *t, const struct part_loads *part,
                                      const uint32_t *to, const uint32_t *from,
                                      struct exchange_bytes bytes, double latencies)
{
    struct detour d;

    d.to = routes_find(t->routes, to[0], to[1], &d.to_share);
    d.from = routes_find(t->routes, from[0], from[1], &d.from_share);
    d.to_bytes = weigh(part, bytes, d.to);
    d.from_bytes = weigh(part, bytes, d.from);
    t->powers += latencies * (latency_power(part, d.to) - latency_power(part, d.from));
    return d;
}

static inline bool is_same(const struct network_share *a, const struct network_share *b)
{
    return a->link == b->link && a->part == b->part;
}

/* Put traffic to a place that comes from `a` instead of `b` on trial. On channels that both ways
 * end with, little changes. */
static void send_from(struct part_trial *t, const struct part_loads *part, uint32_t a, uint32_t b,
                      uint32_t place, struct exchange_bytes bytes, double latencies)
{
    struct detour d = detour_of(t, part, (uint32_t[]){a, place}, (uint32_t[]){b, place}, bytes,
                                latencies);
    uint32_t to = d.to->length, from = d.from->length;

    while (to > 0 && from > 0 && is_same(&d.to_share[to - 1], &d.from_share[from - 1]))
        to--, from--;
    put(t, d.to_share, to, d.to_bytes);
    put(t, d.from_share, from, -d.from_bytes);
    if (d.to_bytes != d.from_bytes)
        put(t, d.to_share + to, d.to->length - to, d.to_bytes - d.from_bytes);
}

/* The same of traffic from the place, that goes to `a` instead of `b`: both ways may begin with the
 * same channels. */
static void send_to(struct part_trial *t, const struct part_loads *part, uint32_t a, uint32_t b,
                    uint32_t place, struct exchange_bytes bytes, double latencies)
{
    struct detour d = detour_of(t, part, (uint32_t[]){place, a}, (uint32_t[]){place, b}, bytes,
                                latencies);
    uint32_t same = 0;

    while (same < d.to->length && same < d.from->length &&
           is_same(&d.to_share[same], &d.from_share[same]))
        same++;
    put(t, d.to_share + same, d.to->length - same, d.to_bytes);
    put(t, d.from_share + same, d.from->length - same, -d.from_bytes);
    if (d.to_bytes != d.from_bytes)
        put(t, d.to_share, same, d.to_bytes - d.from_bytes);
}

/* List what a unit exchanges with others, by their places. Returns what it exchanges with `other`
 * instead; NULL: nothing. */
static const struct exchange_pair *gather(const struct part_loads *part, struct part_trial *t,
                                          const uint32_t *place, uint32_t unit, uint32_t other,
                                          double times)
{
    const struct exchange_pair *between = NULL;

    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
        uint32_t partner = part->of.partner[i];
        struct part_at *at = &t->at[place[partner]];

        if (partner == other) {
            between = &part->of.pair[i];
            continue;
        }
        if (!at->listed) {
            t->place[t->listed++] = place[partner];
            *at = (struct part_at){.listed = true};
        }
        exchange_pair_add(&at->net, &part->of.pair[i], times);
    }
    t->work += part->of.offset[unit + 1] - part->of.offset[unit];
    return between;
}

/* The traffic of both units with others: on `a` that of the second replaces that of the first, on
 * `b` the other way round. */
static void send_gathered(const struct part_loads *part, struct part_trial *t, uint32_t a,
                          uint32_t b)
{
    for (uint32_t i = 0; i < t->listed; i++) {
        uint32_t place = t->place[i];
        const struct exchange_pair *net = &t->at[place].net;

        t->at[place].listed = false;
        if (place == a || place == b || !routes_both(t->routes, a, b, place)) {
            send_both(t, part, net, a, place, 1);
            send_both(t, part, net, b, place, -1);
            continue;
        }
        send_from(t, part, a, b, place, net->sent, net->out);
        send_to(t, part, a, b, place, net->received, net->in);
    }
    t->listed = 0;
}

static bool is_on_trial(const struct part_trial *t, const struct part_loads *part,
                        const uint32_t *unit, uint32_t a, uint32_t b)
{
    return t->part == part && t->unit[0] == unit[0] && t->unit[1] == unit[1] && t->from[0] == a &&
           t->from[1] == b;
}

static void put_swap(const struct part_loads *part, struct part_trial *trial,
                     const uint32_t *place, const uint32_t *unit, uint32_t a, uint32_t b)
{
    const struct exchange_pair *between;

    begin_trial(trial);
    between = gather(part, trial, place, unit[0], unit[1], -1);
    gather(part, trial, place, unit[1], unit[0], 1);
    send_gathered(part, trial, a, b);
    if (between && a != b) {
        struct exchange_pair turned = exchange_pair_turn(between);

        send_both(trial, part, &turned, a, b, 1);
    }
}

void part_loads_try(const struct part_loads *part, struct part_trial *trial, const uint32_t *place,
                    const uint32_t *unit, uint32_t a, uint32_t b)
{
    uint64_t before = trial->work;

    if (is_on_trial(trial, part, unit, a, b)) {
        trial->work += trial->took;
        return;
    }
    put_swap(part, trial, place, unit, a, b);
    trial->part = part;
    memcpy(trial->unit, unit, sizeof trial->unit);
    memcpy(trial->from, (uint32_t[]){a, b}, sizeof trial->from);
    trial->took = trial->work - before;
}

double part_loads_on_trial(const struct part_loads *part, struct part_trial *trial)
{
    double sum = part->sum + part->latencies + trial->powers;

    for (uint32_t i = 0; i < trial->touches; i++) {
        uint32_t c = trial->touched[i];
        const struct part_channel *channel = &part->channel[c];
        double slowness = trial->routes->slowness[c];

        trial->linear += trial->change[c] * slowness;
        sum += part_power(part, (channel->load + trial->change[c]) * slowness * part->scale) -
               channel->power;
    }
    trial->work += trial->touches;
    return part_root(part, sum) / part->scale;
}

/* Add up the powers of the channels. */
static void sum_powers(struct part_loads *part, const struct routes *routes)
{
    part->sum = 0;
    for (uint32_t c = 0; c < routes->used; c++)
        part->sum += part->channel[c].power;
    part->most = part->sum;
}

void part_loads_apply(struct part_loads *part, struct part_trial *trial)
{
    trial->part = NULL;
    part->latencies = fmax(0, part->latencies + trial->powers);
    for (uint32_t i = 0; i < trial->touches; i++) {
        uint32_t c = trial->touched[i];
        struct part_channel *channel = &part->channel[c];
        double slowness = trial->routes->slowness[c], power;

        trial->linear += trial->change[c] * slowness;
        channel->load = fmax(0, channel->load + trial->change[c]);
        power = part_power(part, channel->load * slowness * part->scale);
        part->sum += power - channel->power;
        channel->power = power;
    }
    part->most = fmax(part->most, part->sum);
    if (part->sum < CANCELLED * part->most)
        sum_powers(part, trial->routes);
    part->seconds = part_root(part, part->sum + part->latencies) / part->scale;
}

/* Put the traffic from one node to another on its channels. */
static void load(struct part_loads *part, struct part_trial *trial, uint32_t a, uint32_t b,
                 struct exchange_bytes bytes, double latencies)
{
    const struct network_share *share;
    const struct route *route = routes_find(trial->routes, a, b, &share);
    double weighed = weigh(part, bytes, route);

    for (uint32_t i = 0; i < route->length; i++)
        part->channel[share[i].link].load += weighed * (double)share[i].part;
    part->latencies += latencies * latency_power(part, route);
    trial->work += route->length + 1;
}

static void load_all(struct part_loads *part, struct part_trial *trial, const uint32_t *place,
                     uint32_t units)
{
    memset(part->channel, 0, trial->routes->used * sizeof *part->channel);
    part->latencies = 0;
    for (uint32_t unit = 0; unit < units; unit++) {
        uint32_t here = place[unit];

        for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
            const struct exchange_pair *pair = &part->of.pair[i];
            uint32_t there = place[part->of.partner[i]];

            if (part->of.partner[i] < unit)
                continue;
            if (here == there) {
                part->latencies += pair->inside * part->power_scale;
                continue;
            }
            load(part, trial, here, there, pair->sent, pair->out);
            load(part, trial, there, here, pair->received, pair->in);
        }
    }
}

static void sum_up(struct part_loads *part, struct part_trial *trial)
{
    for (uint32_t c = 0; c < trial->routes->used; c++) {
        struct part_channel *channel = &part->channel[c];
        double seconds = channel->load * trial->routes->slowness[c];

        trial->linear += seconds;
        channel->power = part_power(part, seconds * part->scale);
    }
    sum_powers(part, trial->routes);
    part->seconds = part_root(part, part->sum + part->latencies) / part->scale;
}

void part_loads_fill(struct part_loads *part, struct part_trial *trial, const uint32_t *place,
                     uint32_t units)
{
    trial->part = NULL;
    load_all(part, trial, place, units);
    sum_up(part, trial);
}

/* ---- making them ------------------------------------------------------------------------- */

int part_trial_init(struct part_trial *trial, struct routes *routes, uint32_t places)
{
    uint32_t channels = routes->channels;

    *trial = (struct part_trial){
        .routes = routes,
        .at = array_new(places, sizeof *trial->at),
        .place = array_raw(places, sizeof *trial->place),
        .change = array_raw(channels, sizeof *trial->change),
        .trial = array_new(channels, sizeof *trial->trial),
        .touched = array_raw((size_t)channels + 1, sizeof *trial->touched),
    };
    return trial->at && trial->place && trial->change && trial->trial && trial->touched ? 0 : -1;
}

void part_trial_free(struct part_trial *trial)
{
    free(trial->at);
    free(trial->place);
    free(trial->change);
    free(trial->trial);
    free(trial->touched);
}

static void set_scale(struct part_loads *part, double scale)
{
    part->scale = scale;
    part->power_scale = part_power(part, scale);
}

/* The longest seconds of a channel. */
static double busiest(const struct part_loads *part, const struct routes *routes)
{
    double seconds = 0;

    for (uint32_t c = 0; c < routes->used; c++)
        seconds = fmax(seconds, part->channel[c].load * routes->slowness[c]);
    return seconds;
}

/* The longest latency, and the longest time of a message inside a node. */
static double longest(const struct part_loads *part, struct routes *routes, const uint32_t *place,
                      uint32_t units)
{
    double seconds = 0;

    for (uint32_t unit = 0; unit < units; unit++) {
        for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
            const struct exchange_pair *pair = &part->of.pair[i];
            const struct network_share *share;
            uint32_t here = place[unit], there = place[part->of.partner[i]];

            seconds = fmax(seconds, here == there
                                        ? part_root(part, pair->inside)
                                        : part->of.rounds * part_root(part, pair->out) *
                                              routes_find(routes, here, there, &share)->latency);
        }
    }
    return seconds;
}

/* The longest seconds are at the top of the scale. */
static void find_scale(struct part_loads *part, struct part_trial *trial, const uint32_t *place,
                       uint32_t units)
{
    double busy, top;

    set_scale(part, 1);
    load_all(part, trial, place, units);
    busy = busiest(part, trial->routes);
    top = fmax(busy, longest(part, trial->routes, place, units));
    set_scale(part, top > 0 ? 1 / top : 1);
    part->late = busy > 0 ? part->of.rounds / busy : 0;
    part_loads_fill(part, trial, place, units);
}

int part_loads_init(struct part_loads *part, struct part_trial *trial, const struct map_job *job,
                    size_t index, const struct refine_units *units, const uint32_t *unit_of,
                    const uint32_t *place, enum exchange_norm norm, struct topomap_error *error)
{
    *part = (struct part_loads){0};
    if (exchange_part_init(&part->of, job, index, units, unit_of, norm, error) < 0)
        return -1;
    part->channel = array_new(trial->routes->channels, sizeof *part->channel);
    if (!part->channel)
        return error_memory(error);
    find_scale(part, trial, place, units->graph.vertices);
    return 0;
}

void part_loads_free(struct part_loads *part)
{
    exchange_part_free(&part->of);
    free(part->channel);
}
