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

/* A lower bound of a change may be too high by this much, as prices and their sums are rounded. */
#define BOUND_ROUNDING 1e-6

/* Tangents are renewed once they are below the costs by this much, in limits of changes. Below that
 * renewing them would take longer than what more changes that bounds reject would have taken. */
#define LARGEST_GAP 5

/* The time is predicted of arrangements that cost less than the last one of which it was, by more
 * than this part. What gains less takes hardly less time, and often there is a better one a few
 * moves later. */
#define WORTH_PREDICTING 0.002

/* The limit of changes is the mean of about so many. */
#define RECENT 16

static struct exchange_loads *loads_of(struct model *model)
{
    return (struct exchange_loads *)model;
}

static void count_work(struct exchange_loads *l)
{
    l->model.work += l->trial.work;
    l->trial.work = 0;
}

/* ---- predictions ------------------------------------------------------------------------- */

static void predict_record(struct exchange_loads *l)
{
    struct topomap_error error;
    double seconds;

    l->pending = false;
    l->predicted = l->least;
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
    } else if (l->pending && l->least < (1 - WORTH_PREDICTING) * l->predicted) {
        predict_record(l);
    }
}

int exchange_loads_finish(struct exchange_loads *loads, struct topomap_error *error)
{
    if (loads->pending)
        predict_record(loads);
    return loads->failed ? error_memory(error) : 0;
}

/* ---- lower bounds ------------------------------------------------------------------------ */

static void renew_tangents(struct exchange_loads *l)
{
    for (size_t p = 0; p < l->parts; p++)
        exchange_tangent_renew(&l->tangent[p], &l->part[p]);
    l->trial.work += l->parts * l->trial.routes->used;
}

/* Renew tangents that are of little use by now. */
static void look_at_tangents(struct exchange_loads *l)
{
    double gap = 0;

    for (size_t p = 0; p < l->parts; p++)
        gap += exchange_tangent_gap(&l->tangent[p], &l->part[p]);
    if (gap / l->start > LARGEST_GAP * l->most)
        renew_tangents(l);
}

/* A lower bound of the change of the cost by a swap. */
static double least_change(struct exchange_loads *l, const uint32_t *unit)
{
    const uint32_t *place = l->model.arrangement->place;
    double seconds = 0, linear = 0;

    for (size_t p = 0; p < l->parts; p++) {
        const struct part_loads *part = &l->part[p];
        struct tangent_change change;

        if (!part_loads_concern(part, unit))
            continue;
        change = exchange_tangent_swap(&l->tangent[p], part, place, unit, place[unit[0]],
                                       place[unit[1]], &l->trial.work);
        seconds += exchange_tangent_seconds(&l->tangent[p], part, change) - part->seconds;
        linear += change.seconds;
    }
    return seconds / l->start + l->hop_byte * linear - BOUND_ROUNDING;
}

/* ---- the model --------------------------------------------------------------------------- */

/* Of so many seconds in all parts, or more than before, with what was on trial. */
static double cost_of(const struct exchange_loads *l, double seconds)
{
    return seconds / l->start + l->hop_byte * l->trial.linear;
}

static double change_of(struct exchange_loads *l, const uint32_t *unit)
{
    const uint32_t *place = l->model.arrangement->place;
    double seconds = 0;

    l->trial.linear = 0;
    for (size_t p = 0; p < l->parts; p++) {
        const struct part_loads *part = &l->part[p];

        if (!part_loads_concern(part, unit))
            continue;
        part_loads_try(part, &l->trial, place, unit, place[unit[0]], place[unit[1]]);
        seconds += part_loads_on_trial(part, &l->trial) - part->seconds;
    }
    return cost_of(l, seconds);
}

/* What was not known of a swap: its exact change, or that it is above `most`. */
static void look_at(struct exchange_loads *l, const uint32_t *unit, double most,
                    struct known_swap *swap, bool known)
{
    uint64_t before = l->trial.work;

    if (!known) {
        swap->change = most < INFINITY ? least_change(l, unit) : -INFINITY;
        swap->exact = false;
        swap->work = 0;
    }
    if (swap->change <= most) {
        swap->change = change_of(l, unit);
        swap->exact = true;
    }
    swap->work += (uint32_t)(l->trial.work - before);
}

static double change(struct model *model, const uint32_t *unit, uint32_t count, double most)
{
    struct exchange_loads *l = loads_of(model);
    bool known;
    struct known_swap *swap = swap_memo_find(&l->memo, unit[0], unit[1], &known);

    (void)count;
    if (most < INFINITY)
        l->most += (most - l->most) / RECENT;
    if (known)
        l->trial.work += swap->work;
    if (!known || (!swap->exact && swap->change <= most))
        look_at(l, unit, most, swap, known);
    count_work(l);
    return swap->change;
}

static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    struct exchange_loads *l = loads_of(model);
    const uint32_t *place = model->arrangement->place;
    double seconds = 0;

    (void)count;
    l->trial.linear = 0;
    for (size_t p = 0; p < l->parts; p++) {
        struct part_loads *part = &l->part[p];

        if (!part_loads_concern(part, unit))
            continue;
        exchange_tangent_swapped(&l->tangent[p], part, place, unit, from[0], from[1],
                                 &l->trial.work);
        seconds -= part->seconds;
        part_loads_try(part, &l->trial, place, unit, from[0], from[1]);
        part_loads_apply(part, &l->trial);
        seconds += part->seconds;
    }
    l->cost += cost_of(l, seconds);
    look_at_tangents(l);
    swap_memo_clear(&l->memo);
    count_work(l);
    note_cost(l);
}

static double cost(struct model *model)
{
    struct exchange_loads *l = loads_of(model);
    double seconds = 0;

    l->trial.linear = 0;
    for (size_t p = 0; p < l->parts; p++) {
        part_loads_fill(&l->part[p], &l->trial, model->arrangement->place,
                        model->arrangement->units);
        seconds += l->part[p].seconds;
    }
    count_work(l);
    return cost_of(l, seconds);
}

static void renew(struct model *model)
{
    if (loads_of(model)->pending)
        predict_record(loads_of(model));
    loads_of(model)->cost = cost(model);
    renew_tangents(loads_of(model));
    swap_memo_clear(&loads_of(model)->memo);
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

/* A unit's share of the seconds of a part: of the powers that the norm is the root of. That of all
 * units is twice the seconds. */
static double share_of(struct exchange_loads *l, size_t p, uint32_t unit)
{
    const struct part_loads *part = &l->part[p];
    double height = l->tangent[p].height, all = part->sum + part->latencies;
    struct tangent_change own;

    if (all <= 0)
        return 0;
    own = exchange_tangent_of(&l->tangent[p], part, l->model.arrangement->place, unit,
                              &l->trial.work);
    if (height > 0)
        own.powers += part->sum * own.height / height;
    return part->seconds * own.powers / all;
}

static bool idle(struct model *model, uint32_t unit)
{
    struct exchange_loads *l = loads_of(model);
    double own = 0, mean = 0;

    for (size_t p = 0; p < l->parts; p++) {
        own += share_of(l, p, unit);
        mean += 2 * l->part[p].seconds / model->arrangement->units;
    }
    count_work(l);
    return own < tuning(TUNING_TIMED_SHARE) * mean;
}

static const struct model_calls calls = {
    .change = change,
    .moved = moved,
    .renew = renew,
    .cost = cost,
    .partners = partners,
    .rounding = rounding,
    .idle = idle,
};

/* ---- making one -------------------------------------------------------------------------- */

static int allocate(struct exchange_loads *l)
{
    l->part = array_new(l->parts, sizeof *l->part);
    l->tangent = array_new(l->parts, sizeof *l->tangent);
    l->record = array_raw(l->job->graph->ranks, sizeof *l->record);
    l->best = array_raw(l->job->graph->ranks, sizeof *l->best);
    return l->part && l->tangent && l->record && l->best ? 0 : -1;
}

static int init_parts(struct exchange_loads *l, struct routes *routes, enum exchange_norm norm,
                      struct topomap_error *error)
{
    double seconds = 0;

    for (size_t p = 0; p < l->parts; p++) {
        if (part_loads_init(&l->part[p], &l->trial, l->job, p, l->units, l->unit_of,
                            l->model.arrangement->place, norm, error) < 0)
            return -1;
        seconds += l->part[p].seconds;
        if (exchange_tangent_init(&l->tangent[p], &l->part[p], routes, l->parts) < 0)
            return error_memory(error);
    }
    l->start = seconds > 0 ? seconds : 1;
    if (l->trial.linear > 0)
        l->hop_byte = tuning(TUNING_TIMED_GUIDE) / l->trial.linear;
    l->cost = l->least = l->predicted = cost_of(l, seconds);
    return 0;
}

int exchange_loads_init(struct exchange_loads *loads, const struct map_job *job,
                        const struct refine_units *units, const uint32_t *unit_of,
                        struct arrangement *arrangement, struct routes *routes,
                        enum exchange_norm norm, double seconds, struct topomap_error *error)
{
    *loads = (struct exchange_loads){
        .model = {.calls = &calls, .arrangement = arrangement},
        .job = job,
        .units = units,
        .unit_of = unit_of,
        .parts = topomap_graph_phases(job->graph),
        .seconds = seconds,
    };
    if (part_trial_init(&loads->trial, routes, arrangement->places) < 0 ||
        swap_memo_init(&loads->memo, arrangement->units) < 0 || allocate(loads) < 0)
        return error_memory(error);
    if (init_parts(loads, routes, norm, error) < 0)
        return -1;
    place_ranks(loads, loads->best);
    renew_tangents(loads);
    return 0;
}

void exchange_loads_free(struct exchange_loads *loads)
{
    for (size_t p = 0; loads->part && loads->tangent && p < loads->parts; p++) {
        part_loads_free(&loads->part[p]);
        exchange_tangent_free(&loads->tangent[p]);
    }
    free(loads->part);
    free(loads->tangent);
    free(loads->record);
    free(loads->best);
    swap_memo_free(&loads->memo);
    part_trial_free(&loads->trial);
}
