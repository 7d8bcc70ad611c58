/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_steps.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/chain.h"
#include "graph/rows.h"

#include <stdlib.h>

/* Places among what a rank awaits that are told apart. */
#define MOST_TURNS 8

/* Waves follow one another if there are more of them than this. */
#define LEAST_WAVES 1.5

/* What one rank sends in one step. */
struct sends {
    struct chain_place place;
    uint32_t step, rank;
};

/* Levels over which messages pass, wave after wave. */
struct stage {
    uint32_t first, last;   /* level */
    double messages, turns; /* sums over pairs; the turns are those of the senders */
    double waves;           /* that follow one another; 1 if none do */
};

struct telling {
    const struct profile_steps *steps;
    steps_tell *tell;
    void *context;
    struct topomap_error *error;
    struct sends *sends; /* [count]: those that are not empty, by their places */
    size_t count;
    struct stage *stage; /* [stages + 1]: the last one is that of all that is sent without waves */
    uint32_t stages;
};

void steps_free(struct profile_steps *steps)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        topomap_graph_destroy(steps->messages[i]);
        topomap_graph_destroy(steps->awaited[i]);
    }
}

static const struct topomap_graph *messages_of(const struct telling *t, const struct sends *sends)
{
    return t->steps->messages[sends->step];
}

/* How often the rank turned to the step; 0 if that is not known. */
static double turns_of(const struct telling *t, const struct sends *sends)
{
    const uint64_t *turns = t->steps->awaited[sends->step]->self_bytes;

    return turns ? (double)turns[sends->rank] : 0;
}

/* The place of a message among those that its receiver awaits in a step, from 1 on. Of phases that
 * are merged, it is the mean: each has one message of as many bytes. */
static uint8_t turn_of(const struct telling *t, uint32_t from, uint32_t to)
{
    for (uint32_t s = 0; s < t->steps->count; s++) {
        const struct topomap_graph *awaited = t->steps->awaited[s];

        size_t edge = graph_find_edge(awaited, to, from);
        uint64_t place;

        if (edge >= awaited->edges || awaited->bytes[edge] == 0)
            continue;
        place = awaited->bytes[edge] / (awaited->messages[edge] > 1 ? awaited->messages[edge] : 1);
        return place < MOST_TURNS ? (uint8_t)(place > 1 ? place : 1) : MOST_TURNS;
    }
    return 1;
}

/* ---- places ------------------------------------------------------------------------------ */

static int compare_places(const void *a, const void *b)
{
    const struct sends *one = a, *other = b;

    if (one->place.level != other->place.level)
        return one->place.level < other->place.level ? -1 : 1;
    if (one->place.stage != other->place.stage)
        return one->place.stage < other->place.stage ? -1 : 1;
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return one->step < other->step ? -1 : one->step > other->step;
}

static void list_sends(struct telling *t, const struct chain_place *place)
{
    uint32_t ranks = t->steps->ranks;

    for (size_t i = 0; i < (size_t)t->steps->count * ranks; i++) {
        struct sends sends = {place[i], (uint32_t)(i / ranks), (uint32_t)(i % ranks)};
        const size_t *offset = messages_of(t, &sends)->offset;

        if (offset[sends.rank + 1] > offset[sends.rank])
            t->sends[t->count++] = sends;
    }
}

static void add_to_stage(struct telling *t, const struct sends *sends)
{
    const struct topomap_graph *graph = messages_of(t, sends);
    struct stage *stage = &t->stage[sends->place.stage];
    size_t first = graph->offset[sends->rank], end = graph->offset[sends->rank + 1];
    double turns = turns_of(t, sends);

    if (sends->place.level < stage->first)
        stage->first = sends->place.level;
    if (sends->place.level > stage->last)
        stage->last = sends->place.level;
    stage->turns += turns * (double)(end - first);
    for (size_t e = first; turns > 0 && e < end; e++)
        stage->messages += (double)graph->messages[e];
}

/* What is at the same level is sent together, but waves are where their last messages are, each
 * stage apart. */
static void place_stages(struct telling *t)
{
    for (size_t i = 0; i < t->count; i++) {
        struct chain_place *place = &t->sends[i].place;

        if (t->stage[place->stage].waves > 1)
            place->level = t->stage[place->stage].last;
        else
            place->stage = t->stages;
    }
    t->stage[t->stages] = (struct stage){.waves = 1};
    qsort(t->sends, t->count, sizeof *t->sends, compare_places);
}

static int find_stages(struct telling *t)
{
    for (size_t i = 0; i < t->count; i++) {
        if (t->sends[i].place.stage >= t->stages)
            t->stages = t->sends[i].place.stage + 1;
    }
    t->stage = array_new((size_t)t->stages + 1, sizeof *t->stage);
    if (!t->stage)
        return error_memory(t->error);
    for (uint32_t s = 0; s < t->stages; s++)
        t->stage[s] = (struct stage){.first = UINT32_MAX, .waves = 1};
    for (size_t i = 0; i < t->count; i++)
        add_to_stage(t, &t->sends[i]);
    for (uint32_t s = 0; s < t->stages; s++) {
        struct stage *stage = &t->stage[s];

        if (stage->last > stage->first && stage->messages > LEAST_WAVES * stage->turns &&
            stage->turns > 0)
            stage->waves = stage->messages / stage->turns;
    }
    place_stages(t);
    return 0;
}

/* ---- exchanges --------------------------------------------------------------------------- */

/* The end of those that are at the same place as the first. */
static size_t same_place(const struct telling *t, size_t first)
{
    size_t end = first;

    while (end < t->count && t->sends[end].place.level == t->sends[first].place.level &&
           t->sends[end].place.stage == t->sends[first].place.stage)
        end++;
    return end;
}

static uint64_t count_places(const struct telling *t)
{
    uint64_t places = 0;

    for (size_t first = 0; first < t->count; first = same_place(t, first))
        places++;
    return places;
}

static struct topomap_graph *make_exchange(const struct telling *t, size_t first, size_t end)
{
    struct topomap_graph *exchange;
    struct rows rows = {.counted = true};

    for (size_t i = first; i < end; i++) {
        const struct topomap_graph *graph = messages_of(t, &t->sends[i]);
        uint32_t rank = t->sends[i].rank;

        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            if (rows_add(&rows, rank, graph->target[e], graph->bytes[e], graph->messages[e]) < 0) {
                rows_free(&rows);
                error_memory(t->error);
                return NULL;
            }
        }
    }
    exchange = rows_finish(&rows, t->steps->ranks, t->error);
    rows_free(&rows);
    return exchange;
}

/* Note what the waves of an exchange are. */
static int note_waves(const struct telling *t, const struct stage *stage,
                      struct topomap_graph *exchange)
{
    exchange->waves = array_new(1, sizeof *exchange->waves);
    if (!exchange->waves)
        return -1;
    *exchange->waves = (struct graph_waves){stage->waves, stage->last - stage->first + 1,
                                            array_raw(exchange->edges, 1)};
    if (!exchange->waves->turn)
        return -1;
    for (uint32_t rank = 0; rank < exchange->ranks; rank++) {
        for (size_t e = exchange->offset[rank]; e < exchange->offset[rank + 1]; e++)
            exchange->waves->turn[e] = turn_of(t, rank, exchange->target[e]);
    }
    return 0;
}

static int tell_place(const struct telling *t, size_t first, size_t end)
{
    const struct stage *stage = &t->stage[t->sends[first].place.stage];
    struct topomap_graph *exchange = make_exchange(t, first, end);

    if (!exchange)
        return -1;
    if (stage->waves > 1 && note_waves(t, stage, exchange) < 0) {
        topomap_graph_destroy(exchange);
        return error_memory(t->error);
    }
    return t->tell(t->context, exchange);
}

static int tell_all(const struct telling *t)
{
    for (size_t first = 0, end; first < t->count; first = end) {
        int result;

        end = same_place(t, first);
        result = tell_place(t, first, end);
        if (result < 0)
            return result;
    }
    return 0;
}

/* Each step becomes an exchange. */
static void by_steps(struct telling *t)
{
    for (size_t i = 0; i < t->count; i++)
        t->sends[i].place = (struct chain_place){t->sends[i].step, t->stages};
    qsort(t->sends, t->count, sizeof *t->sends, compare_places);
}

static int find_places(struct telling *t, uint64_t most)
{
    size_t places = (size_t)t->steps->count * t->steps->ranks;
    struct chain_place *place = array_raw(places, sizeof *place);
    int64_t levels = -1;
    int result = -1;

    t->sends = array_raw(places, sizeof *t->sends);
    if (!place || !t->sends)
        error_memory(t->error);
    else
        levels = chain_levels(t->steps->messages, t->steps->awaited, t->steps->count, place,
                              t->error);
    if (levels >= 0) {
        list_sends(t, place);
        result = find_stages(t);
    }
    if (result == 0 && count_places(t) > most)
        by_steps(t);
    free(place);
    return result;
}

int steps_exchanges(const struct profile_steps *steps, uint64_t most, steps_tell *tell,
                    void *context, struct topomap_error *error)
{
    struct telling t = {.steps = steps, .tell = tell, .context = context, .error = error};
    int result = find_places(&t, most);

    if (result == 0)
        result = tell_all(&t);
    free(t.sends);
    free(t.stage);
    return result;
}
