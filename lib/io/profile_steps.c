/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/profile_steps.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/chain.h"
#include "graph/rows.h"

#include <math.h>
#include <stdbool.h>
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
    bool waves;          /* there are any */
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

/* The place of a message among those that its receiver awaits in a step, from 1 on. */
static uint8_t turn_of(const struct telling *t, uint32_t from, uint32_t to)
{
    for (uint32_t s = 0; s < t->steps->count; s++) {
        const struct topomap_graph *awaited = t->steps->awaited[s];

        for (size_t e = awaited->offset[to]; e < awaited->offset[to + 1]; e++) {
            if (awaited->target[e] == from && awaited->bytes[e] > 0)
                return awaited->bytes[e] < MOST_TURNS ? (uint8_t)awaited->bytes[e] : MOST_TURNS;
        }
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

/* The end of those that are at the same place as the first. */
static size_t same_place(const struct telling *t, size_t first)
{
    size_t end = first;

    while (end < t->count && t->sends[end].place.level == t->sends[first].place.level &&
           t->sends[end].place.stage == t->sends[first].place.stage)
        end++;
    return end;
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

/* Stages without waves become one, as what is at the same level of them is sent together. */
static void join_stages(struct telling *t)
{
    for (size_t i = 0; i < t->count; i++) {
        if (t->stage[t->sends[i].place.stage].waves > 1)
            t->waves = true;
        else
            t->sends[i].place.stage = t->stages;
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
    join_stages(t);
    return 0;
}

/* ---- exchanges --------------------------------------------------------------------------- */

/* Those of the messages of an edge that lead the waves. */
static struct topomap_edge leading(const struct topomap_graph *graph, size_t edge, double waves)
{
    struct topomap_edge all = {.bytes = graph->bytes[edge], .messages = graph->messages[edge]};
    struct topomap_edge lead = all;

    if (waves > 1)
        lead.messages = (uint64_t)ceil((double)all.messages / waves);
    if (lead.messages < all.messages)
        lead.bytes = (uint64_t)((double)all.bytes * (double)lead.messages / (double)all.messages);
    return lead;
}

static int add_edges(const struct telling *t, const struct sends *sends, uint8_t turn,
                     struct rows *rows)
{
    const struct topomap_graph *graph = messages_of(t, sends);
    double waves = t->stage[sends->place.stage].waves;

    for (size_t e = graph->offset[sends->rank]; e < graph->offset[sends->rank + 1]; e++) {
        struct topomap_edge lead = leading(graph, e, waves);

        if (waves > 1 && turn_of(t, sends->rank, graph->target[e]) != turn)
            continue;
        if (rows_add(rows, sends->rank, graph->target[e], lead.bytes, lead.messages) < 0)
            return -1;
    }
    return 0;
}

static int add_rest(const struct telling *t, const struct sends *sends, struct rows *rows)
{
    const struct topomap_graph *graph = messages_of(t, sends);
    double waves = t->stage[sends->place.stage].waves;

    for (size_t e = graph->offset[sends->rank]; e < graph->offset[sends->rank + 1]; e++) {
        struct topomap_edge lead = leading(graph, e, waves);

        if (rows_add(rows, sends->rank, graph->target[e], graph->bytes[e] - lead.bytes,
                     graph->messages[e] - lead.messages) < 0)
            return -1;
    }
    return 0;
}

static struct topomap_graph *finish(const struct telling *t, struct rows *rows)
{
    struct topomap_graph *graph;

    rows->counted = true;
    graph = rows_finish(rows, t->steps->ranks, t->error);
    rows_free(rows);
    return graph;
}

/* What is sent at one place, or of waves that of it which has a turn. */
static int tell_place(const struct telling *t, size_t first, size_t end, uint8_t turn)
{
    struct topomap_graph *graph;
    struct rows rows = {0};

    for (size_t i = first; i < end; i++) {
        if (add_edges(t, &t->sends[i], turn, &rows) < 0) {
            rows_free(&rows);
            return error_memory(t->error);
        }
    }
    graph = finish(t, &rows);
    if (!graph)
        return -1;
    graph->leads = t->stage[t->sends[first].place.stage].waves > 1;
    return t->tell(t->context, graph);
}

/* Note what the waves of a graph are. */
static int note_waves(const struct telling *t, const struct stage *stage,
                      struct topomap_graph *graph)
{
    graph->waves = array_new(1, sizeof *graph->waves);
    if (!graph->waves)
        return -1;
    *graph->waves = (struct graph_waves){stage->waves, stage->last - stage->first + 1,
                                         array_raw(graph->edges, 1)};
    if (!graph->waves->turn)
        return -1;
    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++)
            graph->waves->turn[e] = turn_of(t, rank, graph->target[e]);
    }
    return 0;
}

/* What follows those that lead the waves of a stage. */
static int tell_rest(const struct telling *t, uint32_t stage)
{
    struct topomap_graph *graph;
    struct rows rows = {0};

    for (size_t i = 0; i < t->count; i++) {
        if (t->sends[i].place.stage == stage && add_rest(t, &t->sends[i], &rows) < 0) {
            rows_free(&rows);
            return error_memory(t->error);
        }
    }
    graph = finish(t, &rows);
    if (!graph)
        return -1;
    if (graph->edges > 0 && note_waves(t, &t->stage[stage], graph) < 0) {
        topomap_graph_destroy(graph);
        return error_memory(t->error);
    }
    return t->tell(t->context, graph);
}

static int tell_all(const struct telling *t)
{
    for (size_t first = 0, end; first < t->count; first = end) {
        struct chain_place place = t->sends[first].place;
        bool waves = t->stage[place.stage].waves > 1;
        int result = 0;

        end = same_place(t, first);
        for (uint8_t turn = 1; result >= 0 && turn <= (waves ? MOST_TURNS : 1); turn++)
            result = tell_place(t, first, end, turn);
        if (result >= 0 && waves && t->stage[place.stage].last == place.level)
            result = tell_rest(t, place.stage);
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
    if (result == 0 && (uint64_t)levels * (t->waves ? MOST_TURNS : 1) > most)
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
