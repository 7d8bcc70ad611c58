/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/link_loads.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A change may be rounding if it is below this part of the price of the highest load. */
#define ROUNDING 1e-9

#define NONE UINT32_MAX

/* Units that move together. */
struct moves {
    const uint32_t *unit;
    uint32_t count;
    uint32_t from[LINK_LOADS_CYCLE];
    uint32_t to[LINK_LOADS_CYCLE];
};

static struct link_loads *links_of(struct model *model)
{
    return (struct link_loads *)model;
}

static void count_work(struct link_loads *l)
{
    l->model.work += l->loads->work - l->counted;
    l->counted = l->loads->work;
}

/* ---- trials ------------------------------------------------------------------------------ */

static uint32_t index_of(const struct moves *moves, uint32_t unit)
{
    for (uint32_t i = 0; i < moves->count; i++) {
        if (moves->unit[i] == unit)
            return i;
    }
    return NONE;
}

/* Add the traffic of a unit with units that do not move, or take it away: `sign` 1 or -1. */
static void gather(struct link_loads *l, const struct moves *moves, uint32_t unit, double sign)
{
    const struct topomap_graph *g = l->graph;
    const uint32_t *place = l->model.arrangement->place;

    for (size_t i = g->pair_offset[unit]; i < g->pair_offset[unit + 1]; i++) {
        struct link_loads_traffic *at = &l->at[place[g->partner[i]]];
        double received = g->weight[i] - l->sent[i];

        if (index_of(moves, g->partner[i]) != NONE)
            continue;
        if (!at->listed)
            l->place[l->places++] = place[g->partner[i]];
        at->listed = true;
        at->sent += sign * l->sent[i];
        at->received += sign * received;
    }
    l->loads->work += g->pair_offset[unit + 1] - g->pair_offset[unit];
}

static void send(struct link_loads *l, uint32_t from, uint32_t to, double bytes)
{
    if (bytes != 0)
        refine_loads_send(l->loads, from, to, bytes);
}

/* Put what was gathered on trial, for units on `here`. */
static void send_gathered(struct link_loads *l, uint32_t here, double sign)
{
    for (uint32_t i = 0; i < l->places; i++) {
        const struct link_loads_traffic *at = &l->at[l->place[i]];

        if (l->place[i] == here)
            continue;
        send(l, here, l->place[i], sign * at->sent);
        send(l, l->place[i], here, sign * at->received);
    }
}

static void forget_gathered(struct link_loads *l)
{
    for (uint32_t i = 0; i < l->places; i++)
        l->at[l->place[i]] = (struct link_loads_traffic){0};
    l->places = 0;
}

/* Put the traffic of a moving unit with moving units after it on trial. */
static void try_between(struct link_loads *l, const struct moves *moves, uint32_t number)
{
    const struct topomap_graph *g = l->graph;
    uint32_t unit = moves->unit[number];
    uint32_t from = moves->from[number], to = moves->to[number];

    for (size_t i = g->pair_offset[unit]; i < g->pair_offset[unit + 1]; i++) {
        uint32_t other = index_of(moves, g->partner[i]);
        double sent = l->sent[i], received = g->weight[i] - sent;

        if (other == NONE || other <= number)
            continue;
        if (from != moves->from[other]) {
            send(l, from, moves->from[other], -sent);
            send(l, moves->from[other], from, -received);
        }
        if (to != moves->to[other]) {
            send(l, to, moves->to[other], sent);
            send(l, moves->to[other], to, received);
        }
    }
}

/* On each place the traffic of the unit that comes takes that of the unit that leaves. Of a swap
 * both places change by the same, one the other way round. */
static void try_moves(struct link_loads *l, const struct moves *moves)
{
    refine_loads_try(l->loads);
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t before = i ? i - 1 : moves->count - 1;

        try_between(l, moves, i);
        if (moves->count == 2 && i == 1)
            break;
        gather(l, moves, moves->unit[i], -1);
        gather(l, moves, moves->unit[before], 1);
        send_gathered(l, moves->from[i], 1);
        if (moves->count == 2)
            send_gathered(l, moves->from[1], -1);
        forget_gathered(l);
    }
    memcpy(l->tried, moves->unit, moves->count * sizeof *l->tried);
    l->trying = moves->count;
}

/* The increase of hop-bytes by the moves. */
static double hop_bytes_change(struct link_loads *l, const struct moves *moves)
{
    const struct topomap_allocation *allocation = l->loads->routes.allocation;
    const struct topomap_graph *g = l->graph;
    double sum = 0;

    for (uint32_t m = 0; m < moves->count; m++) {
        uint32_t unit = moves->unit[m];

        for (size_t i = g->pair_offset[unit]; i < g->pair_offset[unit + 1]; i++) {
            uint32_t other = index_of(moves, g->partner[i]);
            uint32_t before = other == NONE ? l->model.arrangement->place[g->partner[i]]
                                            : moves->from[other];
            uint32_t after = other == NONE ? before : moves->to[other];

            if (other == NONE || other > m)
                sum += g->weight[i] *
                       ((double)allocation_distance(allocation, moves->to[m], after) -
                        (double)allocation_distance(allocation, moves->from[m], before));
        }
        l->loads->work += g->pair_offset[unit + 1] - g->pair_offset[unit];
    }
    return sum;
}

/* ---- the model --------------------------------------------------------------------------- */

static struct loads_price gain_of(struct link_loads *l, const struct moves *moves)
{
    if (!l->loads->part && hop_bytes_change(l, moves) >= 0)
        return (struct loads_price){0, -INFINITY};
    try_moves(l, moves);
    return refine_loads_gain(l->loads);
}

static double change(struct model *model, const uint32_t *unit, uint32_t count, double most)
{
    const uint32_t *place = model->arrangement->place;
    struct link_loads *l = links_of(model);
    struct moves moves = {.unit = unit, .count = count};
    const struct loads_price *known = NULL;
    struct loads_price gain;

    (void)most;
    if (count == 2)
        known = known_gains_find(l->known, unit, l->loads->version);
    if (known)
        return -refine_loads_price(l->loads, *known);
    for (uint32_t i = 0; i < count; i++) {
        moves.from[i] = place[unit[i]];
        moves.to[i] = place[unit[(i + 1) % count]];
    }
    gain = gain_of(l, &moves);
    if (count == 2)
        known_gains_note(l->known, unit, l->loads->version, gain);
    count_work(l);
    return -refine_loads_price(l->loads, gain);
}

static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    struct link_loads *l = links_of(model);
    struct moves moves = {.unit = unit, .count = count};

    for (uint32_t i = 0; i < count; i++) {
        moves.from[i] = from[i];
        moves.to[i] = model->arrangement->place[unit[i]];
    }
    /* As a rule the swap on trial is the one that is made. */
    if (l->trying != count || memcmp(l->tried, unit, count * sizeof *unit) != 0)
        try_moves(l, &moves);
    refine_loads_apply(l->loads);
    l->trying = 0;
    count_work(l);
}

/* Put all traffic on trial, on top of the loads. */
static void try_all(struct link_loads *l)
{
    const struct topomap_graph *g = l->graph;
    const uint32_t *place = l->model.arrangement->place;

    l->trying = 0;
    refine_loads_try(l->loads);
    for (uint32_t t = 0; t < g->ranks; t++) {
        for (size_t i = g->pair_offset[t]; i < g->pair_offset[t + 1]; i++)
            if (place[t] != place[g->partner[i]])
                send(l, place[t], place[g->partner[i]], l->sent[i]);
    }
}

static void renew(struct model *model)
{
    struct link_loads *l = links_of(model);

    refine_loads_clear(l->loads);
    try_all(l);
    refine_loads_apply(l->loads);
    count_work(l);
}

static double cost(struct model *model)
{
    struct refine_loads *loads = links_of(model)->loads;

    try_all(links_of(model));
    return refine_loads_price(loads, refine_loads_sum(loads));
}

static uint32_t partners(const struct model *model, uint32_t unit, const uint32_t **partner)
{
    const struct topomap_graph *g = ((const struct link_loads *)model)->graph;

    *partner = g->partner + g->pair_offset[unit];
    return (uint32_t)(g->pair_offset[unit + 1] - g->pair_offset[unit]);
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

/* ---- what is busy ------------------------------------------------------------------------ */

struct link_standing link_loads_measure(struct link_loads *links)
{
    const struct topomap_graph *g = links->graph;
    const uint32_t *place = links->model.arrangement->place;
    struct link_standing standing = {.load = refine_loads_most(links->loads)};

    for (uint32_t t = 0; t < g->ranks; t++) {
        for (size_t i = g->pair_offset[t]; i < g->pair_offset[t + 1]; i++) {
            uint32_t a = place[t];
            uint32_t b = place[g->partner[i]];

            if (a != b && links->sent[i] > 0)
                standing.hop_bytes +=
                    links->sent[i] * allocation_distance(links->loads->routes.allocation, a, b);
        }
    }
    links->loads->work += links->loads->routes.channels + g->pair_offset[g->ranks];
    count_work(links);
    return standing;
}

/* Whether traffic between two nodes is over busy links. */
static bool is_over(struct link_loads *l, uint32_t a, uint32_t b, double load)
{
    const struct network_share *shares;
    const struct route *route = refine_loads_route(l->loads, a, b, &shares);
    bool busy = false;

    l->loads->work += route->length;
    for (uint32_t c = 0; !busy && c < route->length; c++)
        busy = refine_loads_of(l->loads, shares[c].link) >= load;
    return busy;
}

uint32_t link_loads_busy(struct link_loads *links, double load, uint32_t *busy, bool *is_busy)
{
    const struct topomap_graph *g = links->graph;
    const uint32_t *place = links->model.arrangement->place;
    uint32_t count = 0;

    memset(is_busy, 0, g->ranks * sizeof *is_busy);
    for (uint32_t t = 0; t < g->ranks; t++) {
        for (size_t i = g->pair_offset[t]; i < g->pair_offset[t + 1]; i++) {
            uint32_t pair[] = {t, g->partner[i]};

            if (place[t] == place[pair[1]] || links->sent[i] == 0 ||
                !is_over(links, place[t], place[pair[1]], load))
                continue;
            for (int side = 0; side < 2; side++) {
                if (!is_busy[pair[side]])
                    busy[count++] = pair[side];
                is_busy[pair[side]] = true;
            }
        }
    }
    count_work(links);
    return count;
}

/* ---- making a model ---------------------------------------------------------------------- */

/* Split the symmetrised view into directions: the rows of both are ascending. */
static void fill_sent(struct link_loads *l)
{
    const struct topomap_graph *g = l->graph;

    for (uint32_t t = 0; t < g->ranks; t++) {
        size_t e = g->offset[t];

        for (size_t i = g->pair_offset[t]; i < g->pair_offset[t + 1]; i++) {
            while (e < g->offset[t + 1] && g->target[e] < g->partner[i])
                e++;
            l->sent[i] = e < g->offset[t + 1] && g->target[e] == g->partner[i] ? (double)g->bytes[e]
                                                                            : 0;
        }
    }
}

int link_loads_init(struct link_loads *links, struct arrangement *arrangement,
                    const struct topomap_graph *graph, struct refine_loads *loads,
                    struct known_gains *known, struct topomap_error *error)
{
    *links = (struct link_loads){
        .model = {.calls = &calls, .arrangement = arrangement, .work = loads->work},
        .graph = graph,
        .loads = loads,
        .counted = loads->work,
        .known = known,
        .sent = array_raw(graph->pair_offset[graph->ranks], sizeof *links->sent),
        .at = array_new(arrangement->places, sizeof *links->at),
        .place = array_raw(arrangement->places, sizeof *links->place),
    };
    if (!links->sent || !links->at || !links->place) {
        link_loads_free(links);
        return error_memory(error);
    }
    fill_sent(links);
    if (!loads->used)
        renew(&links->model);
    return 0;
}

void link_loads_free(struct link_loads *links)
{
    free(links->sent);
    free(links->at);
    free(links->place);
    *links = (struct link_loads){0};
}
