/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Regular placements: descents among linear maps of the digits of ranks to those of nodes, from
 * digits in their order and then from random permutations. A map moves all ranks at once, so that
 * few steps lead to placements that are far away for swaps. Each descent is by the seconds of links
 * in each part of the exchange or, if the objective is not a time, by hop-bytes.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/score.h"
#include "base/tuning.h"
#include "refine/digit_map.h"
#include "refine/exchange_loads.h"
#include "refine/refine.h"
#include "refine/seconds.h"
#include "refine/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All pairs of two digits, swapped and added both ways, and all sides. */
#define MOVES (2 * DIGIT_MAP_MOST * DIGIT_MAP_MOST + 2 * DIGIT_MAP_SIDES)

/* A change of the cost may be rounding if it is below this part of it. */
#define ROUNDING 1e-9

/* So many find all that there is in jobs of few ranks; in others the work ends first. */
#define MOST_DESCENTS 40

struct descents {
    const struct map_job *job;
    struct digit_map map;
    struct digit_move move[MOVES];
    uint32_t order[MOVES];
    uint32_t moves;
    struct random random;
    uint32_t *placement; /* [ranks]: of the map; that of `units`, if there are any */
    uint32_t *best;      /* [ranks]: the caller's */
    double seconds;      /* of `best`, as predicted; 0: the objective is not a time */
    double hop_bytes;    /* of `best` */
    uint64_t work;       /* looks at ranks, pairs of them and channels */

    /* Where the objective is a time: */
    struct routes routes;
    struct refine_units units;
    uint32_t *unit_of; /* [ranks] */
    struct arrangement arrangement;
    struct exchange_loads loads;
};

/* ---- costs ------------------------------------------------------------------------------- */

/* The cost of the map by the seconds of links. */
static double cost_by_time(struct descents *d)
{
    uint64_t before = d->loads.model.work;
    double seconds = d->loads.model.calls->cost(&d->loads.model);

    d->work += d->loads.model.work - before + d->loads.parts * d->routes.used;
    return seconds;
}

/* The cost of the map. */
static double cost(struct descents *d)
{
    const struct topomap_graph *graph = d->job->graph;

    d->work += graph->ranks;
    digit_map_place(&d->map, d->placement);
    if (d->job->timed)
        return cost_by_time(d);
    d->work += graph->pair_offset[graph->ranks];
    return map_hop_bytes(d->job, d->placement);
}

/* Keep the placement of the map if it is better than the best. Regular placements often take
 * equally long. */
static int keep(struct descents *d, struct topomap_error *error)
{
    double seconds = 0, sum;

    digit_map_place(&d->map, d->placement);
    if (d->job->timed &&
        refine_seconds(d->job, d->placement, d->seconds, &seconds, &d->work, error) < 0)
        return -1;
    sum = map_hop_bytes(d->job, d->placement);
    if (score_is_better(seconds, sum, d->seconds, d->hop_bytes)) {
        d->seconds = seconds;
        d->hop_bytes = sum;
        memcpy(d->best, d->placement, d->job->graph->ranks * sizeof *d->best);
    }
    return 0;
}

/* ---- descents ---------------------------------------------------------------------------- */

static bool is_over(const struct descents *d)
{
    return (double)d->work >= tuning_at(TUNING_DIGITS_WORK, d->job->effort) || map_late(d->job);
}

/* List the moves in random order. */
static void list_moves(struct descents *d)
{
    d->moves = (uint32_t)digit_map_moves(&d->map, d->move, MOVES);
    for (uint32_t i = 0; i < d->moves; i++)
        d->order[i] = i;
    random_shuffle(&d->random, d->order, d->moves);
}

/* Try all moves again and again, and keep those that gain something, until none does. */
static void descend(struct descents *d)
{
    double least = cost(d);
    uint32_t failures = 0; /* moves since the last gain */

    list_moves(d);
    for (uint32_t i = 0; failures < d->moves && !is_over(d); i = i + 1 < d->moves ? i + 1 : 0) {
        const struct digit_move *move = &d->move[d->order[i]];
        double now;

        digit_map_move(&d->map, move);
        now = cost(d);
        if (now < least * (1 - ROUNDING)) {
            least = now;
            failures = 0;
        } else {
            digit_map_undo(&d->map, move);
            failures++;
        }
    }
}

static int descend_again_and_again(struct descents *d, struct topomap_error *error)
{
    for (uint32_t i = 0; i < MOST_DESCENTS && !is_over(d); i++) {
        descend(d);
        if (keep(d, error) < 0)
            return -1;
        digit_map_shuffle(&d->map, &d->random);
    }
    return 0;
}

/* ---- making them ------------------------------------------------------------------------- */

static int init_loads(struct descents *d, struct topomap_error *error)
{
    const struct map_job *job = d->job;
    uint32_t ranks = job->graph->ranks;

    d->unit_of = array_raw(ranks, sizeof *d->unit_of);
    if (!d->unit_of)
        return error_memory(error);
    for (uint32_t rank = 0; rank < ranks; rank++)
        d->unit_of[rank] = rank;
    if (refine_units_ranks(job, d->best, &d->units, error) < 0)
        return -1;
    d->placement = d->units.place;
    if (arrangement_init(&d->arrangement, ranks, job->allocation->nodes, d->units.place,
                         d->units.size) < 0)
        return error_memory(error);
    if (routes_init(&d->routes, job->allocation,
                    job->delayed ? ROUTES_DELAYED_CHANNELS : ROUTES_CHANNELS, error) < 0)
        return -1;
    return exchange_loads_init(&d->loads, job, &d->units, d->unit_of, &d->arrangement, &d->routes,
                               EXCHANGE_NORM_16, d->seconds, error);
}

static int init(struct descents *d, struct topomap_error *error)
{
    const struct map_job *job = d->job;

    if (digit_map_init(&d->map, job, d->best, error) < 0)
        return -1;
    random_seed(&d->random, job->seed);
    d->hop_bytes = map_hop_bytes(job, d->best);
    if (!job->timed) {
        d->placement = array_raw(job->graph->ranks, sizeof *d->placement);
        return d->placement ? 0 : error_memory(error);
    }
    d->seconds = job->known;
    if (d->seconds <= 0 && refine_seconds(job, d->best, INFINITY, &d->seconds, NULL, error) < 0)
        return -1;
    return init_loads(d, error);
}

static void descents_free(struct descents *d)
{
    if (d->job->timed) {
        exchange_loads_free(&d->loads);
        routes_free(&d->routes);
        arrangement_free(&d->arrangement);
        refine_units_free(&d->units);
        free(d->unit_of);
    } else {
        free(d->placement);
    }
    digit_map_free(&d->map);
}

static int refine_digits(const struct map_job *job, uint32_t *placement,
                         struct topomap_error *error)
{
    struct descents *d = array_new(1, sizeof *d);
    int result;

    if (!d)
        return error_memory(error);
    d->job = job;
    d->best = placement;
    result = init(d, error);
    if (result == 0)
        result = descend_again_and_again(d, error);
    if (job->timed)
        map_found(job, d->seconds);
    map_work(job, d->work);
    descents_free(d);
    free(d);
    return result;
}

const struct refinement refinement_digits = {
    "+digits", "linear maps of the digits of ranks to those of nodes, by time or hop-bytes", true,
    refine_digits};
