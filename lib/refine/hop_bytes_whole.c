/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/hop_bytes_whole.h"

#include "base/memory.h"

#include <stdlib.h>

#define SWEEP_MODEL struct hop_bytes_whole
#define SWEEP_COST int32_t

/* Upper limit of the cost of a unit; a few such costs can be added without overflow. */
#define LARGEST (INT32_C(1) << 28)

static uint32_t edges_of(const struct hop_bytes_whole *h, uint32_t unit)
{
    return (uint32_t)(h->offset[unit + 1] - h->offset[unit]);
}

static int32_t distance(const struct hop_bytes_whole *h, uint32_t a, uint32_t b)
{
    return (int32_t)allocation_distance(h->allocation, a, b);
}

/* ---- moves ------------------------------------------------------------------------------- */

/* Increase of the cost if a unit moves from node `a` to node `b`, by tables of `parts` parts. */
static inline int32_t tabled_cost(const struct hop_bytes_whole *h, uint32_t unit, uint32_t a,
                                  uint32_t b, const uint32_t parts)
{
    const struct distances *d = &h->allocation->distances;
    const uint32_t *place = h->place;
    const uint32_t *target = h->target + h->offset[unit];
    const int32_t *weight = h->weight + h->offset[unit];
    const uint32_t edges = edges_of(h, unit);
    const uint8_t *from[NETWORK_MAX_DIMS];
    const uint8_t *to[NETWORK_MAX_DIMS];
    int32_t sum = 0;

    for (uint32_t p = 0; p < parts; p++) {
        from[p] = d->hops[p] + (size_t)d->number[(size_t)a * parts + p] * d->size[p];
        to[p] = d->hops[p] + (size_t)d->number[(size_t)b * parts + p] * d->size[p];
    }
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t node = place[target[e]];
        const uint16_t *number = d->number + (size_t)node * parts;
        int32_t before = 0;
        int32_t after = 0;

        for (uint32_t p = 0; p < parts; p++) {
            before += from[p][number[p]];
            after += to[p][number[p]];
        }
        sum += weight[e] * ((node == b ? 0 : after) - (node == a ? 0 : before));
    }
    return sum;
}

/* The same if the table of nodes is indexed by nodes themselves. */
static inline int32_t direct_cost(const struct hop_bytes_whole *h, uint32_t unit, uint32_t a,
                                  uint32_t b)
{
    const struct distances *d = &h->allocation->distances;
    const uint8_t *from = d->hops[0] + (size_t)a * d->size[0];
    const uint8_t *to = d->hops[0] + (size_t)b * d->size[0];
    const uint32_t *place = h->place;
    const uint32_t *target = h->target + h->offset[unit];
    const int32_t *weight = h->weight + h->offset[unit];
    const uint32_t edges = edges_of(h, unit);
    int32_t sum = 0;

    for (uint32_t e = 0; e < edges; e++) {
        uint32_t node = place[target[e]];

        sum += weight[e] * (to[node] - from[node]);
    }
    return sum;
}

/* The same without tables. */
static int32_t network_cost(const struct hop_bytes_whole *h, uint32_t unit, uint32_t a, uint32_t b)
{
    int32_t sum = 0;

    for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++) {
        uint32_t node = h->place[h->target[e]];

        sum += h->weight[e] * (distance(h, b, node) - distance(h, a, node));
    }
    return sum;
}

static int32_t move_cost(const struct hop_bytes_whole *h, uint32_t unit, uint32_t a, uint32_t b)
{
    const struct distances *d = &h->allocation->distances;

    if (d->single)
        return direct_cost(h, unit, a, b);
    if (d->parts == 1)
        return tabled_cost(h, unit, a, b, 1);
    if (d->parts == 3)
        return tabled_cost(h, unit, a, b, 3);
    if (d->parts)
        return tabled_cost(h, unit, a, b, d->parts);
    return network_cost(h, unit, a, b);
}

/* ---- costs of units ---------------------------------------------------------------------- */

static void count_cost(struct hop_bytes_whole *h, uint32_t unit)
{
    const struct arrangement *a = h->model.arrangement;
    uint32_t here = a->place[unit];
    int32_t cost = 0;
    int32_t inside = 0;

    for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++) {
        uint32_t node = a->place[h->target[e]];

        if (node == here)
            inside += h->weight[e];
        else
            cost += h->weight[e] * distance(h, here, node);
    }
    h->cost[a->slot[unit]] = cost;
    h->inside[a->slot[unit]] = inside;
}

/* Update the partners of `unit`, which moved from node `from` to node `to`. */
static void tell_partners(struct hop_bytes_whole *h, uint32_t unit, uint32_t from, uint32_t to)
{
    const struct arrangement *a = h->model.arrangement;

    for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++) {
        uint32_t other = h->target[e];
        uint32_t node = a->place[other];
        uint32_t slot = a->slot[other];

        h->cost[slot] += h->weight[e] * (distance(h, to, node) - distance(h, from, node));
        if (node == from)
            h->inside[slot] -= h->weight[e];
        else if (node == to)
            h->inside[slot] += h->weight[e];
    }
}

static void update_costs(struct hop_bytes_whole *h, const uint32_t *unit, const uint32_t *from,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        h->model.work += 4 * edges_of(h, unit[i]);
        tell_partners(h, unit[i], from[i], h->place[unit[i]]);
    }
    for (uint32_t i = 0; i < count; i++)
        count_cost(h, unit[i]);
}

/* ---- the table --------------------------------------------------------------------------- */

/* Work of judging a move by the table, in edges; and so many of its numbers are changed in the time
 * in which an edge is looked at. */
#define TABLED_MOVE 6
#define NUMBERS_OF_EDGE 5

/* Note that the partners of `unit` get further from it, by table->step, or nearer to it. */
static void pull_partners(struct hop_bytes_whole *h, uint32_t unit, int32_t sign)
{
    for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++)
        h->table.pull[h->target[e]] += sign * h->weight[e];
}

static void change_partners(struct hop_bytes_whole *h, uint32_t unit)
{
    for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++)
        cost_table_change(&h->table, h->target[e]);
    h->model.work += (uint64_t)edges_of(h, unit) * h->model.arrangement->places / NUMBERS_OF_EDGE;
}

static void set_step(struct hop_bytes_whole *h, uint32_t from, uint32_t to)
{
    for (uint32_t p = 0; p < h->model.arrangement->places; p++)
        h->table.step[p] = (float)(distance(h, p, to) - distance(h, p, from));
}

/* Two units that swap places make opposite steps, so that rows of partners change once. */
static void update_table(struct hop_bytes_whole *h, const uint32_t *unit, const uint32_t *from,
                         uint32_t count)
{
    bool swapped = count == 2 && h->place[unit[0]] == from[1] && h->place[unit[1]] == from[0];

    for (uint32_t i = 0; i < count; i += swapped ? 2 : 1) {
        set_step(h, from[i], h->place[unit[i]]);
        pull_partners(h, unit[i], 1);
        if (swapped)
            pull_partners(h, unit[1], -1);
        change_partners(h, unit[i]);
        if (swapped)
            change_partners(h, unit[1]);
    }
}

static void fill_table(struct hop_bytes_whole *h)
{
    const struct arrangement *a = h->model.arrangement;

    cost_table_clear(&h->table);
    for (uint32_t unit = 0; unit < a->units; unit++) {
        for (uint32_t p = 0; p < a->places; p++)
            h->table.step[p] = (float)distance(h, p, a->place[unit]);
        pull_partners(h, unit, 1);
        change_partners(h, unit);
    }
}

/* ---- caches: the costs of units, or the table ---------------------------------------------- */

static void renew(struct model *model)
{
    struct hop_bytes_whole *h = (struct hop_bytes_whole *)model;

    if (h->tabled)
        fill_table(h);
    for (uint32_t unit = 0; !h->tabled && unit < model->arrangement->units; unit++)
        count_cost(h, unit);
}

static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    struct hop_bytes_whole *h = (struct hop_bytes_whole *)model;

    (h->tabled ? update_table : update_costs)(h, unit, from, count);
}

/* ---- sweeps ------------------------------------------------------------------------------ */

static inline int32_t sweep_most(float increase)
{
    return increase < (float)LARGEST ? (int32_t)increase : LARGEST;
}

static inline bool sweep_cannot_gain(const struct hop_bytes_whole *h, uint32_t slot)
{
    const struct arrangement *a = h->model.arrangement;

    if (h->tabled)
        return cost_table_of(&h->table, a->member[slot], a->place[a->member[slot]]) <= 0;
    return h->cost[slot] <= 0;
}

static inline int32_t sweep_move(struct hop_bytes_whole *h, uint32_t unit, uint32_t a, uint32_t b)
{
    h->moves++;
    if (h->tabled) {
        h->model.work += TABLED_MOVE;
        return (int32_t)(cost_table_of(&h->table, unit, b) - cost_table_of(&h->table, unit, a));
    }
    h->model.work += edges_of(h, unit);
    return move_cost(h, unit, a, b);
}

static inline int32_t sweep_reach(const struct hop_bytes_whole *h, uint32_t a, uint32_t b)
{
    return distance(h, a, b);
}

/* A unit saves at most its whole cost. On its new node it is away from those on its old one. Where
 * there is a table it is not worth a look. */
static inline int32_t sweep_least(const struct hop_bytes_whole *h, uint32_t slot, int32_t reach)
{
    if (h->tabled)
        return INT32_MIN / 2;
    return h->inside[slot] * reach - h->cost[slot];
}

/* The distance between the two stays the same. */
static inline int32_t sweep_together(struct hop_bytes_whole *h, uint32_t unit, uint32_t other,
                                     int32_t reach, int32_t most)
{
    int32_t sum = 0;

    (void)most;
    for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++) {
        if (h->target[e] == other)
            sum += 2 * h->weight[e] * reach;
    }
    return sum;
}

static inline void sweep_swapped(struct hop_bytes_whole *h, uint32_t unit, uint32_t other)
{
    const uint32_t *place = h->place;

    moved(&h->model, (uint32_t[]){unit, other}, (uint32_t[]){place[other], place[unit]}, 2);
}

static inline uint32_t sweep_partners(const struct hop_bytes_whole *h, uint32_t unit,
                                      const uint32_t **partner)
{
    *partner = h->target + h->offset[unit];
    return edges_of(h, unit);
}

#include "search/sweep.h"

/* Keep the table while it would have made the last sweep shorter, which judged `moves` and made
 * `swaps`. */
static void choose_table(struct hop_bytes_whole *h, uint64_t moves, uint64_t swaps)
{
    const struct arrangement *a = h->model.arrangement;
    double edges = (double)h->offset[a->units] / a->units; /* of a unit */
    double without = edges * ((double)moves + 8 * (double)swaps);
    double with = TABLED_MOVE * (double)moves +
                  2 * edges * a->places / NUMBERS_OF_EDGE * (double)swaps;

    hop_bytes_whole_tabulate(h, with < without);
}

static bool sweep_by_either(struct anneal *an, uint64_t work, float temperature)
{
    struct hop_bytes_whole *h = (struct hop_bytes_whole *)an->search->model;
    uint64_t swaps = an->swaps;
    uint64_t moves = h->moves;
    bool result = sweep(an, work, temperature);

    choose_table(h, h->moves - moves, an->swaps - swaps);
    return result;
}

/* ---- for any driver ---------------------------------------------------------------------- */

static double share(const struct model *model, uint32_t unit)
{
    const struct hop_bytes_whole *h = (const struct hop_bytes_whole *)model;

    return h->tabled ? (double)cost_table_of(&h->table, unit, h->place[unit])
                     : h->cost[model->arrangement->slot[unit]];
}

static double move(struct model *model, uint32_t unit, uint32_t place, double most)
{
    (void)most;
    return sweep_move((struct hop_bytes_whole *)model, unit, model->arrangement->place[unit],
                      place);
}

static double interplay(const struct model *model, const struct model_move *a,
                        const struct model_move *b)
{
    const struct hop_bytes_whole *h = (const struct hop_bytes_whole *)model;
    uint32_t from_a = model->arrangement->place[a->unit];
    uint32_t from_b = model->arrangement->place[b->unit];
    int32_t weight = 0;

    for (size_t e = h->offset[a->unit]; e < h->offset[a->unit + 1]; e++)
        weight += h->target[e] == b->unit ? h->weight[e] : 0;
    return (double)weight * (distance(h, a->to, b->to) + distance(h, from_a, from_b) -
                             distance(h, a->to, from_b) - distance(h, from_a, b->to));
}

static double cost(struct model *model)
{
    const struct hop_bytes_whole *h = (const struct hop_bytes_whole *)model;
    const uint32_t *place = model->arrangement->place;
    double sum = 0;

    for (uint32_t unit = 0; unit < model->arrangement->units; unit++) {
        for (size_t e = h->offset[unit]; e < h->offset[unit + 1]; e++)
            sum += (double)h->weight[e] * distance(h, place[unit], place[h->target[e]]);
    }
    return sum / 2;
}

static uint32_t partners(const struct model *model, uint32_t unit, const uint32_t **partner)
{
    return sweep_partners((const struct hop_bytes_whole *)model, unit, partner);
}

static const struct model_calls calls = {
    .change = model_pair_change,
    .moved = moved,
    .renew = renew,
    .cost = cost,
    .partners = partners,
    .share = share,
    .move = move,
    .interplay = interplay,
    .sweep = sweep_by_either,
};

/* ---- making a model ---------------------------------------------------------------------- */

/* Fill the weights, scaled so that no unit can exceed the upper limit. Returns the mean weight
 * of a unit to its partners. */
static float weigh(struct hop_bytes_whole *h, const struct partition_graph *g)
{
    double largest = h->table.cost ? COST_TABLE_LARGEST : LARGEST;
    double heaviest = 0;
    double scale;
    double sum = 0;

    for (uint32_t v = 0; v < g->vertices; v++) {
        double volume = 0;

        for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++)
            volume += g->weight[e];
        heaviest = volume > heaviest ? volume : heaviest;
    }
    scale = heaviest > 0
                ? largest / heaviest / ((double)h->allocation->network->max_distance + 1)
                : 0;
    for (size_t e = 0; e < g->offset[g->vertices]; e++) {
        h->weight[e] = (int32_t)(g->weight[e] * scale + 0.5);
        sum += h->weight[e];
    }
    return (float)(sum / g->vertices);
}

/* Whether a table is small, and its numbers have room for distances and for weights. */
static bool table_fits(const struct partition_graph *graph,
                       const struct topomap_allocation *allocation)
{
    return cost_table_fits(graph->vertices, allocation->nodes) &&
           allocation->network->max_distance <= UINT8_MAX;
}

int hop_bytes_whole_init(struct hop_bytes_whole *whole, struct arrangement *arrangement,
                         const struct partition_graph *graph,
                         const struct topomap_allocation *allocation)
{
    *whole = (struct hop_bytes_whole){
        .model = {.calls = &calls, .arrangement = arrangement},
        .allocation = allocation,
        .place = arrangement->place,
        .offset = graph->offset,
        .target = graph->target,
        .weight = array_raw(graph->offset[graph->vertices], sizeof *whole->weight),
        .cost = array_raw(graph->vertices, sizeof *whole->cost),
        .inside = array_raw(graph->vertices, sizeof *whole->inside),
    };
    if (!whole->weight || !whole->cost || !whole->inside ||
        (table_fits(graph, allocation) &&
         cost_table_init(&whole->table, graph->vertices, arrangement->places) < 0)) {
        hop_bytes_whole_free(whole);
        return -1;
    }
    whole->volume = weigh(whole, graph);
    renew(&whole->model);
    return 0;
}

bool hop_bytes_whole_tabulate(struct hop_bytes_whole *whole, bool table)
{
    table = table && whole->table.cost;
    if (table != whole->tabled) {
        whole->tabled = table;
        renew(&whole->model);
    }
    return table;
}

void hop_bytes_whole_free(struct hop_bytes_whole *whole)
{
    free(whole->weight);
    free(whole->cost);
    free(whole->inside);
    cost_table_free(&whole->table);
    *whole = (struct hop_bytes_whole){0};
}
