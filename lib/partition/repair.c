/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/repair.h"

#include "base/error.h"
#include "base/heap.h"
#include "base/memory.h"

#include <stdlib.h>

/* A possible move. */
struct move {
    double loss;
    uint32_t vertex;
    uint32_t to;
};

struct repair {
    const struct partition_graph *graph;
    const uint32_t *class;
    uint32_t which;
    uint32_t *part;
    uint32_t parts;
    int64_t *room;    /* [parts]: free capacity; negative: excess */
    uint64_t surplus; /* vertices to move */
    uint32_t open;    /* all parts before this one are full */
    double *sum;      /* [parts]: weight between a vertex and each part, else 0 */
    struct heap moves; /* may be out of date, and are checked when they come up */
};

static struct heap_entry entry_of(const struct move *move)
{
    return (struct heap_entry){move->loss, (uint64_t)move->vertex << 32 | move->to};
}

static struct move move_of(const struct heap_entry *entry)
{
    return (struct move){entry->key, (uint32_t)(entry->item >> 32), (uint32_t)entry->item};
}

static int note_move(struct repair *r, struct move move)
{
    return heap_push(&r->moves, entry_of(&move));
}

/* The cheapest move of `vertex`: to the part with room that it has most traffic with. */
static struct move best_move(struct repair *r, uint32_t vertex)
{
    const struct partition_graph *g = r->graph;
    uint32_t home = r->part[vertex];
    uint32_t best;
    double loss;

    while (r->open < r->parts && r->room[r->open] <= 0)
        r->open++;
    best = r->open;
    for (size_t e = g->offset[vertex]; e < g->offset[vertex + 1]; e++)
        r->sum[r->part[g->target[e]]] += g->weight[e];
    for (size_t e = g->offset[vertex]; e < g->offset[vertex + 1]; e++) {
        uint32_t to = r->part[g->target[e]];

        if (r->room[to] > 0 &&
            (r->sum[to] > r->sum[best] || (to < best && r->sum[to] == r->sum[best])))
            best = to;
    }
    loss = r->sum[home] - r->sum[best];
    for (size_t e = g->offset[vertex]; e < g->offset[vertex + 1]; e++)
        r->sum[r->part[g->target[e]]] = 0;
    return (struct move){loss, vertex, best};
}

static bool movable(const struct repair *r, uint32_t vertex)
{
    return (!r->class || r->class[vertex] == r->which) && r->room[r->part[vertex]] < 0;
}

static int apply(struct repair *r, const struct move *move)
{
    const struct partition_graph *g = r->graph;

    r->room[r->part[move->vertex]]++;
    r->room[move->to]--;
    r->part[move->vertex] = move->to;
    if (--r->surplus == 0)
        return 0;
    /* Only moves of neighbours may have become cheaper than their entries in the heap. */
    for (size_t e = g->offset[move->vertex]; e < g->offset[move->vertex + 1]; e++) {
        if (movable(r, g->target[e]) && note_move(r, best_move(r, g->target[e])) < 0)
            return -1;
    }
    return 0;
}

static int run(struct repair *r)
{
    for (uint32_t v = 0; v < r->graph->vertices; v++) {
        if (movable(r, v) && note_move(r, best_move(r, v)) < 0)
            return -1;
    }
    while (r->surplus) {
        struct heap_entry noted = heap_pop(&r->moves), found;
        struct move move = move_of(&noted), now;

        if (!movable(r, move.vertex))
            continue;
        now = best_move(r, move.vertex);
        found = entry_of(&now);
        if ((heap_before(&noted, &found) ? heap_push(&r->moves, found) : apply(r, &now)) < 0)
            return -1;
    }
    return 0;
}

/* Fill `room` and `surplus`. False if capacities and vertices do not add up. */
static bool take_stock(struct repair *r, const uint32_t *capacity)
{
    int64_t balance = 0;

    for (uint32_t p = 0; p < r->parts; p++) {
        r->room[p] = capacity[p];
        balance += capacity[p];
    }
    for (uint32_t v = 0; v < r->graph->vertices; v++) {
        if (r->part[v] >= r->parts)
            r->part[v] = 0;
        if (r->class && r->class[v] != r->which)
            continue;
        r->room[r->part[v]]--;
        balance--;
    }
    for (uint32_t p = 0; p < r->parts; p++) {
        if (r->room[p] < 0)
            r->surplus += (uint64_t)-r->room[p];
    }
    return balance == 0;
}

int partition_repair(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                     const uint32_t *class, uint32_t which, uint32_t *part,
                     struct topomap_error *error)
{
    struct repair r = {
        .graph = graph,
        .class = class,
        .which = which,
        .part = part,
        .parts = parts,
        .room = array_raw(parts, sizeof *r.room),
        .sum = array_new(parts, sizeof *r.sum),
    };
    int result;

    if (!r.room || !r.sum)
        result = error_memory(error);
    else if (!take_stock(&r, capacity))
        result = error_set(error, TOPOMAP_INTERNAL,
                           "the parts' capacities do not add up to the vertices");
    else
        result = run(&r) < 0 ? error_memory(error) : 0;
    free(r.room);
    free(r.sum);
    free(r.moves.entry);
    return result;
}
