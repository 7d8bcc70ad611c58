/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/pairwise.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* A change may be rounding if it is below this part of the costs it results from. */
#define ROUNDING 1e-12

/* Entries of a row between two checks of the cost. */
#define STRIDE 16

static struct pairwise *pairwise_of(struct model *model)
{
    return (struct pairwise *)model;
}

static const struct pairwise *const_pairwise_of(const struct model *model)
{
    return (const struct pairwise *)model;
}

static double distance(const struct pairwise *p, uint32_t a, uint32_t b)
{
    return p->metric->between(p->context, a, b);
}

/* The cost of `unit` on `place`. Sums only grow, so excess can be told early; but a check at
 * every entry takes longer than it saves. */
static double cost_on(struct pairwise *p, uint32_t unit, uint32_t place, double most)
{
    size_t begin = p->graph.offset[unit];
    uint32_t length = p->length[unit];
    double sum = 0;

    p->model.work += length;
    for (uint32_t i = 0; i < length && sum <= most; i += STRIDE)
        sum += p->metric->sum(p->context, place, p->at + begin + i, p->weight + begin + i,
                              length - i < STRIDE ? length - i : STRIDE);
    return sum;
}

/* ---- changes ----------------------------------------------------------------------------- */

static double share(const struct model *model, uint32_t unit)
{
    return const_pairwise_of(model)->share[unit];
}

static double move(struct model *model, uint32_t unit, uint32_t place, double most)
{
    struct pairwise *p = pairwise_of(model);

    return cost_on(p, unit, place, most + p->share[unit]) - p->share[unit];
}

/* The weight between two units, 0 without an edge. O(log edges of one). */
static double weight_between(const struct pairwise *p, uint32_t a, uint32_t b)
{
    size_t low = p->graph.offset[a];
    size_t high = p->graph.offset[a + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (p->graph.target[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->graph.offset[a + 1] && p->graph.target[low] == b ? p->graph.weight[low] : 0;
}

static double interplay(const struct model *model, const struct model_move *a,
                        const struct model_move *b)
{
    const struct pairwise *p = const_pairwise_of(model);
    double weight = weight_between(p, a->unit, b->unit);
    uint32_t from_a = model->arrangement->place[a->unit];
    uint32_t from_b = model->arrangement->place[b->unit];

    if (weight <= 0)
        return 0;
    return weight * (distance(p, a->to, b->to) + distance(p, from_a, from_b) -
                     distance(p, a->to, from_b) - distance(p, from_a, b->to));
}

static double rounding(const struct model *model, const uint32_t *unit, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += const_pairwise_of(model)->share[unit[i]];
    return ROUNDING * sum;
}

static uint32_t partners(const struct model *model, uint32_t unit, const uint32_t **partner)
{
    const struct pairwise_graph *g = &const_pairwise_of(model)->graph;

    *partner = g->target + g->offset[unit];
    return (uint32_t)(g->offset[unit + 1] - g->offset[unit]);
}

static uint32_t pull(const struct model *model, uint32_t unit, const uint32_t **place,
                     const double **weight)
{
    const struct pairwise *p = const_pairwise_of(model);

    *place = p->at + p->graph.offset[unit];
    *weight = p->weight + p->graph.offset[unit];
    return p->length[unit];
}

static double cost(struct model *model)
{
    const struct pairwise *p = const_pairwise_of(model);
    const uint32_t *place = model->arrangement->place;
    double sum = 0;

    for (uint32_t unit = 0; unit < model->arrangement->units; unit++) {
        for (size_t e = p->graph.offset[unit]; e < p->graph.offset[unit + 1]; e++)
            sum += p->graph.weight[e] * distance(p, place[unit], place[p->graph.target[e]]);
    }
    return sum / 2;
}

/* ---- keeping the rows -------------------------------------------------------------------- */

static void row_add(struct pairwise *p, uint32_t unit, uint32_t place, double weight)
{
    size_t begin = p->graph.offset[unit];
    uint32_t *at = p->at + begin;
    uint32_t i = 0;

    while (i < p->length[unit] && at[i] != place)
        i++;
    if (i == p->length[unit]) {
        p->length[unit]++;
        at[i] = place;
        p->weight[begin + i] = 0;
    }
    p->weight[begin + i] += weight;
}

static void row_remove(struct pairwise *p, uint32_t unit, uint32_t place, double weight)
{
    size_t begin = p->graph.offset[unit];
    uint32_t *at = p->at + begin;
    uint32_t last = p->length[unit] - 1;
    uint32_t i = 0;

    while (i < last && at[i] != place)
        i++;
    p->weight[begin + i] -= weight;
    if (p->weight[begin + i] > 0)
        return;
    at[i] = at[last];
    p->weight[begin + i] = p->weight[begin + last];
    p->length[unit] = last;
}

/* Update the partners of `unit`, which has moved. */
static void tell_partners(struct pairwise *p, uint32_t unit, uint32_t from, uint32_t to)
{
    const struct pairwise_graph *g = &p->graph;
    const uint32_t *place = p->model.arrangement->place;

    p->model.work += 2 * (g->offset[unit + 1] - g->offset[unit]);
    for (size_t e = g->offset[unit]; e < g->offset[unit + 1]; e++) {
        uint32_t other = g->target[e];

        row_remove(p, other, from, g->weight[e]);
        row_add(p, other, to, g->weight[e]);
        p->share[other] += g->weight[e] * (distance(p, place[other], to) -
                                           distance(p, place[other], from));
    }
}

static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    struct pairwise *p = pairwise_of(model);
    const uint32_t *place = model->arrangement->place;

    for (uint32_t i = 0; i < count; i++)
        tell_partners(p, unit[i], from[i], place[unit[i]]);
    for (uint32_t i = 0; i < count; i++)
        p->share[unit[i]] = cost_on(p, unit[i], place[unit[i]], INFINITY);
}

/* Adds up the rows. where[place] is the index of a place's entry; it is valid if it lies in the
 * row and its entry is for that place. */
static void renew(struct model *model)
{
    struct pairwise *p = pairwise_of(model);
    const uint32_t *place = model->arrangement->place;
    const struct pairwise_graph *g = &p->graph;

    for (uint32_t unit = 0; unit < model->arrangement->units; unit++) {
        size_t begin = g->offset[unit];
        size_t end = begin;

        for (size_t e = begin; e < g->offset[unit + 1]; e++) {
            uint32_t to = place[g->target[e]];
            size_t index = p->where[to];

            if (index < begin || index >= end || p->at[index] != to) {
                index = p->where[to] = end++;
                p->at[index] = to;
                p->weight[index] = 0;
            }
            p->weight[index] += g->weight[e];
        }
        p->length[unit] = (uint32_t)(end - begin);
        p->share[unit] = cost_on(p, unit, place[unit], INFINITY);
    }
}

/* ---- making a model ---------------------------------------------------------------------- */

static const struct model_calls calls = {
    .change = model_pair_change,
    .moved = moved,
    .renew = renew,
    .cost = cost,
    .partners = partners,
    .rounding = rounding,
    .share = share,
    .move = move,
    .interplay = interplay,
    .pull = pull,
};

int pairwise_init(struct pairwise *pairwise, struct arrangement *arrangement,
                  const struct pairwise_graph *graph, const struct pairwise_metric *metric,
                  const void *context)
{
    uint32_t units = arrangement->units;
    size_t entries = graph->offset[units];

    *pairwise = (struct pairwise){
        .model = {.calls = &calls, .arrangement = arrangement},
        .graph = *graph,
        .metric = metric,
        .context = context,
        .share = array_raw(units, sizeof *pairwise->share),
        .length = array_raw(units, sizeof *pairwise->length),
        .at = array_raw(entries, sizeof *pairwise->at),
        .weight = array_raw(entries, sizeof *pairwise->weight),
        .where = array_new(arrangement->places, sizeof *pairwise->where),
    };
    if (!pairwise->share || !pairwise->length || !pairwise->at || !pairwise->weight ||
        !pairwise->where) {
        pairwise_free(pairwise);
        return -1;
    }
    renew(&pairwise->model);
    return 0;
}

void pairwise_free(struct pairwise *pairwise)
{
    free(pairwise->share);
    free(pairwise->length);
    free(pairwise->at);
    free(pairwise->weight);
    free(pairwise->where);
    *pairwise = (struct pairwise){0};
}
