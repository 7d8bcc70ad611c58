/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/exchange_loads.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "refine/seconds.h"

#include <stdlib.h>
#include <string.h>

/* A change may be rounding if it is below this part of the cost. */
#define ROUNDING 1e-9

struct exchange_loads_part {
    struct exchange_part of;
    double *load;        /* [channels]: bytes, by number */
    double *power;       /* [channels]: of the seconds of that, in parts of the scale */
    double scale;        /* 1 / seconds at the top of the scale */
    double power_scale;  /* the power of that */
    double sum;          /* of all powers */
    double seconds;
};

static struct exchange_loads *loads_of(struct model *model)
{
    return (struct exchange_loads *)model;
}

static double slowness_of(const struct exchange_loads *l, uint32_t channel)
{
    return l->routes.slowness[channel];
}

/* ---- trials ------------------------------------------------------------------------------ */

static void begin_trial(struct exchange_loads *l)
{
    if (++l->trials == 0) {
        memset(l->trial, 0, l->routes.channels * sizeof *l->trial);
        l->trials = 1;
    }
    l->touches = 0;
    l->powers = 0;
}

/* Put traffic from one node to another on trial. */
static void send(struct exchange_loads *l, const struct exchange_loads_part *part, uint32_t a,
                 uint32_t b, double bytes, double latencies)
{
    const struct network_share *share;
    const struct route *route = routes_find(&l->routes, a, b, &share);
    uint32_t number = l->trials, touches = l->touches;

    for (uint32_t i = 0; i < route->length; i++) {
        uint32_t channel = share[i].link;
        double change = bytes * (double)share[i].part;

        if (l->trial[channel] == number) {
            l->change[channel] += change;
        } else {
            l->trial[channel] = number;
            l->touched[touches++] = channel;
            l->change[channel] = change;
        }
    }
    l->touches = touches;
    l->model.work += route->length + 1;
    if (latencies != 0)
        l->powers += latencies * exchange_power(part->of.rounds * route->latency * part->scale);
}

/* Put what a unit on one node and others on another exchange on trial; -1 takes it away. */
static void send_both(struct exchange_loads *l, const struct exchange_loads_part *part,
                      const struct exchange_pair *pair, uint32_t here, uint32_t there, double sign)
{
    double back = l->job->allocation->network->protocol.acknowledgement;

    if (here == there) {
        l->powers += sign * pair->inside * part->power_scale;
        return;
    }
    send(l, part, here, there, sign * (pair->sent + back * pair->received), sign * pair->out);
    send(l, part, there, here, sign * (pair->received + back * pair->sent), sign * pair->in);
}

/* List what a unit exchanges with others, by their places. Returns what it exchanges with `other`
 * instead; NULL: nothing. */
static const struct exchange_pair *gather(struct exchange_loads *l,
                                          const struct exchange_loads_part *part, uint32_t unit,
                                          uint32_t other, double sign)
{
    const uint32_t *place = l->model.arrangement->place;
    const struct exchange_pair *between = NULL;

    for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
        const struct exchange_pair *pair = &part->of.pair[i];
        uint32_t partner = part->of.partner[i];
        struct exchange_loads_at *at = &l->at[place[partner]];

        if (partner == other) {
            between = pair;
            continue;
        }
        if (!at->listed) {
            l->place[l->places++] = place[partner];
            *at = (struct exchange_loads_at){.listed = true};
        }
        at->net.sent += sign * pair->sent;
        at->net.received += sign * pair->received;
        at->net.out += sign * pair->out;
        at->net.in += sign * pair->in;
        at->net.inside += sign * pair->inside;
    }
    l->model.work += part->of.offset[unit + 1] - part->of.offset[unit];
    return between;
}

/* The traffic of both units with others: on `a` that of the second replaces that of the first, on
 * `b` the other way round. */
static void send_gathered(struct exchange_loads *l, const struct exchange_loads_part *part,
                          uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < l->places; i++) {
        struct exchange_loads_at *at = &l->at[l->place[i]];

        send_both(l, part, &at->net, a, l->place[i], 1);
        send_both(l, part, &at->net, b, l->place[i], -1);
        at->listed = false;
    }
    l->places = 0;
}

/* Put a swap of two units, which stand on places a and b before it, on trial. */
static void try_swap(struct exchange_loads *l, const struct exchange_loads_part *part,
                     const uint32_t *unit, uint32_t a, uint32_t b)
{
    const struct exchange_pair *between;

    begin_trial(l);
    between = gather(l, part, unit[0], unit[1], -1);
    gather(l, part, unit[1], unit[0], 1);
    send_gathered(l, part, a, b);
    if (!between || (between->sent == between->received && between->out == between->in))
        return;
    send_both(l, part, between, a, b, -1);
    send_both(l, part, between, b, a, 1);
}

static bool takes_part(const struct exchange_loads_part *part, const uint32_t *unit)
{
    const size_t *offset = part->of.offset;

    return offset[unit[0] + 1] > offset[unit[0]] || offset[unit[1] + 1] > offset[unit[1]];
}

/* The seconds of the part with what is on trial. */
static double seconds_on_trial(struct exchange_loads *l, const struct exchange_loads_part *part)
{
    double sum = part->sum + l->powers;

    for (uint32_t i = 0; i < l->touches; i++) {
        uint32_t c = l->touched[i];
        double slowness = slowness_of(l, c);

        l->linear += l->change[c] * slowness;
        sum += exchange_power((part->load[c] + l->change[c]) * slowness * part->scale) -
               part->power[c];
    }
    l->model.work += l->touches;
    return exchange_norm(sum) / part->scale;
}

/* Make the changes on trial. */
static void apply(struct exchange_loads *l, struct exchange_loads_part *part)
{
    part->sum += l->powers;
    for (uint32_t i = 0; i < l->touches; i++) {
        uint32_t c = l->touched[i];
        double power;

        l->linear += l->change[c] * slowness_of(l, c);
        part->load[c] = fmax(0, part->load[c] + l->change[c]);
        power = exchange_power(part->load[c] * slowness_of(l, c) * part->scale);
        part->sum += power - part->power[c];
        part->power[c] = power;
    }
    part->seconds = exchange_norm(part->sum) / part->scale;
}

/* ---- predictions ------------------------------------------------------------------------- */

static void predict_record(struct exchange_loads *l)
{
    struct topomap_error error;
    double seconds;

    l->pending = false;
    if (l->failed)
        return;
    l->failed = refine_seconds(l->job, l->record, l->seconds, &seconds, &l->model.work, &error) < 0;
    if (l->failed || seconds >= l->seconds)
        return;
    l->seconds = seconds;
    memcpy(l->best, l->record, l->job->graph->ranks * sizeof *l->best);
}

static void place_ranks(const struct exchange_loads *l, uint32_t *placement)
{
    for (uint32_t rank = 0; rank < l->job->graph->ranks; rank++)
        placement[rank] = l->model.arrangement->place[l->unit_of[rank]];
}

/* The arrangement has become another one. */
static void note_cost(struct exchange_loads *l)
{
    if (l->cost < l->least - ROUNDING) {
        l->least = l->cost;
        l->pending = true;
        place_ranks(l, l->record);
    } else if (l->pending) {
        predict_record(l);
    }
}

int exchange_loads_finish(struct exchange_loads *loads, struct topomap_error *error)
{
    if (loads->pending)
        predict_record(loads);
    return loads->failed ? error_memory(error) : 0;
}

/* ---- the model --------------------------------------------------------------------------- */

static double change(struct model *model, const uint32_t *unit, uint32_t count, double most)
{
    struct exchange_loads *l = loads_of(model);
    const uint32_t *place = model->arrangement->place;
    double seconds = 0;

    (void)count, (void)most;
    l->linear = 0;
    for (size_t p = 0; p < l->parts; p++) {
        const struct exchange_loads_part *part = &l->part[p];

        if (!takes_part(part, unit))
            continue;
        try_swap(l, part, unit, place[unit[0]], place[unit[1]]);
        seconds += seconds_on_trial(l, part) - part->seconds;
    }
    return seconds / l->start + l->hop_byte * l->linear;
}

static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    struct exchange_loads *l = loads_of(model);
    double seconds = 0;

    (void)count;
    l->linear = 0;
    for (size_t p = 0; p < l->parts; p++) {
        struct exchange_loads_part *part = &l->part[p];

        if (!takes_part(part, unit))
            continue;
        seconds -= part->seconds;
        try_swap(l, part, unit, from[0], from[1]);
        apply(l, part);
        seconds += part->seconds;
    }
    l->cost += seconds / l->start + l->hop_byte * l->linear;
    note_cost(l);
}

/* All traffic of a part anew. */
static void fill(struct exchange_loads *l, struct exchange_loads_part *part)
{
    const uint32_t *place = l->model.arrangement->place;

    memset(part->load, 0, l->routes.channels * sizeof *part->load);
    memset(part->power, 0, l->routes.channels * sizeof *part->power);
    part->sum = 0;
    begin_trial(l);
    for (uint32_t unit = 0; unit < l->model.arrangement->units; unit++) {
        for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
            if (part->of.partner[i] > unit)
                send_both(l, part, &part->of.pair[i], place[unit], place[part->of.partner[i]], 1);
        }
    }
    apply(l, part);
}

static double cost(struct model *model)
{
    struct exchange_loads *l = loads_of(model);
    double seconds = 0;

    l->linear = 0;
    for (size_t p = 0; p < l->parts; p++) {
        fill(l, &l->part[p]);
        seconds += l->part[p].seconds;
    }
    return seconds / l->start + l->hop_byte * l->linear;
}

static void renew(struct model *model)
{
    if (loads_of(model)->pending)
        predict_record(loads_of(model));
    loads_of(model)->cost = cost(model);
}

static uint32_t partners(const struct model *model, uint32_t unit, const uint32_t **partner)
{
    const struct partition_graph *g = &((const struct exchange_loads *)model)->units->graph;

    *partner = g->target + g->offset[unit];
    return (uint32_t)(g->offset[unit + 1] - g->offset[unit]);
}

static double rounding(const struct model *model, const uint32_t *unit, uint32_t count)
{
    (void)model, (void)unit, (void)count;
    return ROUNDING;
}

static const struct model_calls calls = {
    .change = change,
    .moved = moved,
    .renew = renew,
    .cost = cost,
    .partners = partners,
    .rounding = rounding,
};

/* ---- making one -------------------------------------------------------------------------- */

static void set_scale(struct exchange_loads_part *part, double scale)
{
    part->scale = scale;
    part->power_scale = exchange_power(scale);
}

/* The longest seconds of the arrangement are at the top of the scale. */
static void find_scale(struct exchange_loads *l, struct exchange_loads_part *part)
{
    const uint32_t *place = l->model.arrangement->place;
    double top = 0;

    set_scale(part, 1);
    fill(l, part);
    for (uint32_t c = 0; c < l->routes.used; c++)
        top = fmax(top, part->load[c] * slowness_of(l, c));
    for (uint32_t unit = 0; unit < l->model.arrangement->units; unit++) {
        for (size_t i = part->of.offset[unit]; i < part->of.offset[unit + 1]; i++) {
            const struct exchange_pair *pair = &part->of.pair[i];
            const struct network_share *share;
            uint32_t there = place[part->of.partner[i]];

            top = fmax(top, place[unit] == there
                                ? exchange_norm(pair->inside)
                                : part->of.rounds * exchange_norm(pair->out) *
                                      routes_find(&l->routes, place[unit], there, &share)
                                          ->latency);
        }
    }
    set_scale(part, top > 0 ? 1 / top : 1);
    fill(l, part);
}

static int init_part(struct exchange_loads *l, size_t index, struct topomap_error *error)
{
    struct exchange_loads_part *part = &l->part[index];

    if (exchange_part_init(&part->of, l->job, index, l->units, l->unit_of, error) < 0)
        return -1;
    part->load = array_raw(l->routes.channels, sizeof *part->load);
    part->power = array_raw(l->routes.channels, sizeof *part->power);
    if (!part->load || !part->power)
        return error_memory(error);
    find_scale(l, part);
    l->start += part->seconds;
    return 0;
}

static int allocate(struct exchange_loads *l)
{
    uint32_t channels = l->routes.channels, places = l->model.arrangement->places;

    l->part = array_new(l->parts, sizeof *l->part);
    l->at = array_new(places, sizeof *l->at);
    l->place = array_raw(places, sizeof *l->place);
    l->change = array_raw(channels, sizeof *l->change);
    l->trial = array_new(channels, sizeof *l->trial);
    l->touched = array_raw(channels, sizeof *l->touched);
    l->record = array_raw(l->job->graph->ranks, sizeof *l->record);
    l->best = array_raw(l->job->graph->ranks, sizeof *l->best);
    return l->part && l->at && l->place && l->change && l->trial && l->touched && l->record &&
                   l->best
               ? 0
               : -1;
}

int exchange_loads_init(struct exchange_loads *loads, const struct map_job *job,
                        const struct refine_units *units, const uint32_t *unit_of,
                        struct arrangement *arrangement, double seconds,
                        struct topomap_error *error)
{
    *loads = (struct exchange_loads){
        .model = {.calls = &calls, .arrangement = arrangement},
        .job = job,
        .units = units,
        .unit_of = unit_of,
        .parts = topomap_graph_phases(job->graph),
        .seconds = seconds,
    };
    if (routes_init(&loads->routes, job->allocation, true, job->delayed, error) < 0)
        return -1;
    if (allocate(loads) < 0)
        return error_memory(error);
    for (size_t p = 0; p < loads->parts; p++) {
        if (init_part(loads, p, error) < 0)
            return -1;
    }
    if (loads->start <= 0)
        loads->start = 1;
    place_ranks(loads, loads->best);
    cost(&loads->model);
    loads->hop_byte = loads->linear > 0 ? tuning(TUNING_TIMED_GUIDE) / loads->linear : 0;
    loads->cost = loads->least = cost(&loads->model);
    return 0;
}

void exchange_loads_free(struct exchange_loads *loads)
{
    for (size_t p = 0; loads->part && p < loads->parts; p++) {
        exchange_part_free(&loads->part[p].of);
        free(loads->part[p].load);
        free(loads->part[p].power);
    }
    free(loads->part);
    free(loads->at);
    free(loads->place);
    free(loads->change);
    free(loads->trial);
    free(loads->touched);
    free(loads->record);
    free(loads->best);
    routes_free(&loads->routes);
}
