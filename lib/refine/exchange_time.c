/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/exchange_time.h"

#include "base/error.h"
#include "base/tuning.h"
#include "metric/time.h"

#include <math.h>
#include <string.h>

/* A change may be rounding if it is below this part of the cost. */
#define ROUNDING 1e-9

static int predict(const struct map_job *job, const uint32_t *placement, double enough,
                   struct topomap_time *time, struct topomap_error *error)
{
    return time_predict(job->graph, job->allocation, placement, job->delayed ? enough : 0, time,
                        error);
}

/* Weights have no unit, so they cannot be compared with a latency: only bandwidths count then. */
static double seconds_of(const struct map_job *job, const struct topomap_time *time)
{
    return job->delayed ? time->seconds : time->transfer;
}

int refine_seconds(const struct map_job *job, const uint32_t *placement, double enough,
                   double *seconds, struct topomap_error *error)
{
    struct topomap_time time;

    if (predict(job, placement, enough, &time, error) < 0)
        return -1;
    *seconds = seconds_of(job, &time);
    return 0;
}

static struct exchange_time *time_of(struct model *model)
{
    return (struct exchange_time *)model;
}

/* ---- hop-bytes --------------------------------------------------------------------------- */

/* Those of a rank if it stands on `node`. */
static double hop_bytes_of(const struct exchange_time *t, uint32_t rank, uint32_t node)
{
    const struct topomap_graph *g = t->job->graph;
    const uint32_t *place = t->model.arrangement->place;
    double sum = 0;

    for (size_t i = g->pair_offset[rank]; i < g->pair_offset[rank + 1]; i++)
        sum += g->weight[i] * allocation_distance(t->job->allocation, node, place[g->partner[i]]);
    return sum;
}

static double all_hop_bytes(const struct exchange_time *t)
{
    double sum = 0;

    for (uint32_t rank = 0; rank < t->job->graph->ranks; rank++)
        sum += hop_bytes_of(t, rank, t->model.arrangement->place[rank]) / 2;
    return sum;
}

/* The hop-bytes of some ranks, what they exchange with one another twice. */
static double hop_bytes_of_all(const struct exchange_time *t, const uint32_t *unit, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += hop_bytes_of(t, unit[i], t->model.arrangement->place[unit[i]]);
    return sum;
}

/* Their traffic with one another, which hop_bytes_of_all counts twice. */
static double hop_bytes_between(const struct exchange_time *t, const uint32_t *unit, uint32_t count)
{
    const struct topomap_graph *g = t->job->graph;
    const uint32_t *place = t->model.arrangement->place;
    double sum = 0;

    for (uint32_t i = 0; i < count; i++) {
        for (size_t e = g->pair_offset[unit[i]]; e < g->pair_offset[unit[i] + 1]; e++) {
            for (uint32_t k = 0; k < i; k++)
                sum += g->partner[e] == unit[k]
                           ? g->weight[e] * allocation_distance(t->job->allocation, place[unit[i]],
                                                                place[unit[k]])
                           : 0;
        }
    }
    return sum;
}

/* ---- the model --------------------------------------------------------------------------- */

/* The seconds of the arrangement. */
static double look(struct exchange_time *t, double enough)
{
    struct topomap_error error;
    struct topomap_time time;

    t->failed = t->failed ||
                predict(t->job, t->model.arrangement->place, enough, &time, &error) < 0;
    if (t->failed)
        return INFINITY;
    t->model.work += topomap_graph_edges(t->job->graph) + time.work;
    return seconds_of(t->job, &time);
}

/* Move each unit to the place of the next one, or back. */
static void turn(uint32_t *place, const uint32_t *unit, uint32_t count, bool back)
{
    uint32_t first = back ? count - 1 : 0, kept = place[unit[first]];

    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t at = back ? count - 1 - i : i;

        place[unit[at]] = place[unit[back ? at - 1 : at + 1]];
    }
    place[unit[back ? 0 : count - 1]] = kept;
}

static double change(struct model *model, const uint32_t *unit, uint32_t count, double most)
{
    struct exchange_time *t = time_of(model);
    uint32_t *place = model->arrangement->place;
    double before = hop_bytes_of_all(t, unit, count) - hop_bytes_between(t, unit, count);
    double hops, seconds;

    turn(place, unit, count, false);
    hops = t->hop_byte *
           (hop_bytes_of_all(t, unit, count) - hop_bytes_between(t, unit, count) - before);
    seconds = look(t, t->seconds + (most - hops) * t->start);
    turn(place, unit, count, true);
    t->tried = seconds;
    if (count == 2)
        memcpy(t->unit, unit, sizeof t->unit);
    return (seconds - t->seconds) / t->start + hops;
}

static void moved(struct model *model, const uint32_t *unit, const uint32_t *from, uint32_t count)
{
    struct exchange_time *t = time_of(model);

    (void)from;
    /* As a rule the swap that was tried last is the one that is made. */
    if (count == 2 && memcmp(t->unit, unit, sizeof t->unit) == 0)
        t->seconds = t->tried;
    else
        t->seconds = look(t, INFINITY);
    t->unit[0] = t->unit[1] = UINT32_MAX;
}

static void renew(struct model *model)
{
    time_of(model)->seconds = look(time_of(model), INFINITY);
}

static double cost(struct model *model)
{
    struct exchange_time *t = time_of(model);

    return look(t, INFINITY) / t->start + t->hop_byte * all_hop_bytes(t);
}

static uint32_t partners(const struct model *model, uint32_t unit, const uint32_t **partner)
{
    const struct topomap_graph *g = ((const struct exchange_time *)model)->job->graph;

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

int exchange_time_init(struct exchange_time *time, const struct map_job *job,
                       struct arrangement *arrangement, struct topomap_error *error)
{
    double hop_bytes;

    *time = (struct exchange_time){
        .model = {.calls = &calls, .arrangement = arrangement},
        .job = job,
        .unit = {UINT32_MAX, UINT32_MAX},
    };
    time->seconds = look(time, INFINITY);
    if (time->failed)
        return error_memory(error);
    time->looks = time->model.work;
    time->start = time->seconds > 0 ? time->seconds : 1;
    hop_bytes = all_hop_bytes(time);
    time->hop_byte = hop_bytes > 0 ? tuning(TUNING_TIMED_GUIDE) / hop_bytes : 0;
    return 0;
}
