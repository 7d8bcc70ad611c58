/* SPDX-License-Identifier: BSD-3-Clause */
/* The symmetrised view of a graph. */
#include "base/memory.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- any graph ------------------------------------------------------------------------------ */

/* What each rank receives, in rows like those of what it sends. */
struct incoming {
    size_t *offset;
    uint32_t *source;
    uint64_t *bytes;
};

static int incoming_make(struct incoming *in, const struct topomap_graph *graph)
{
    size_t *next;

    in->offset = array_new((size_t)graph->ranks + 2, sizeof *in->offset);
    in->source = array_raw(graph->edges, sizeof *in->source);
    in->bytes = array_raw(graph->edges, sizeof *in->bytes);
    if (!in->offset || !in->source || !in->bytes)
        return -1;
    /* Counts stand two places ahead, so that filling leaves the offsets in place. */
    next = in->offset + 1;
    for (size_t e = 0; e < graph->edges; e++)
        next[graph->target[e] + 1]++;
    for (uint32_t r = 0; r < graph->ranks; r++)
        next[r + 1] += next[r];
    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
            size_t at = next[graph->target[e]]++;

            in->source[at] = r;
            in->bytes[at] = graph->bytes[e];
        }
    }
    return 0;
}

static void incoming_free(struct incoming *in)
{
    free(in->offset);
    free(in->source);
    free(in->bytes);
}

/* Merge what rank `r` sends and receives into its neighbours, which start at `at`. Returns
 * where they end. Pairs that exchange empty messages only are no neighbours. */
static size_t merge_row(struct topomap_graph *graph, const struct incoming *in, uint32_t r,
                        size_t at)
{
    size_t out = graph->offset[r], out_end = graph->offset[r + 1];
    size_t from = in->offset[r], from_end = in->offset[r + 1];

    while (out < out_end || from < from_end) {
        uint32_t sent = out < out_end ? graph->target[out] : UINT32_MAX;
        uint32_t received = from < from_end ? in->source[from] : UINT32_MAX;
        uint32_t neighbour = sent < received ? sent : received;
        uint64_t bytes = 0;

        if (sent == neighbour)
            bytes += graph->bytes[out++];
        if (received == neighbour)
            bytes += in->bytes[from++];
        if (!bytes)
            continue;
        graph->partner[at] = neighbour;
        graph->weight[at] = (double)bytes;
        at++;
    }
    return at;
}

/* Return what an array has too much; the old array stays if that fails. */
static void *shrink(void *array, size_t count, size_t size)
{
    void *smaller = realloc(array, count ? count * size : 1);

    return smaller ? smaller : array;
}

static int merge_rows(struct topomap_graph *graph)
{
    struct incoming in = {0};
    size_t most, at = 0;
    int result = -1;

    if (__builtin_mul_overflow(graph->edges, (size_t)2, &most))
        return -1;
    graph->pair_offset = array_new((size_t)graph->ranks + 1, sizeof *graph->pair_offset);
    graph->partner = array_raw(most, sizeof *graph->partner);
    graph->weight = array_raw(most, sizeof *graph->weight);
    if (graph->pair_offset && graph->partner && graph->weight && incoming_make(&in, graph) == 0) {
        for (uint32_t r = 0; r < graph->ranks; r++) {
            at = merge_row(graph, &in, r, at);
            graph->pair_offset[r + 1] = at;
        }
        graph->partner = shrink(graph->partner, at, sizeof *graph->partner);
        graph->weight = shrink(graph->weight, at, sizeof *graph->weight);
        result = 0;
    }
    incoming_free(&in);
    return result;
}

/* ---- graphs whose edges all have their opposite ------------------------------------------- */

/* Edges whose opposites are fetched from memory together. */
#define TOGETHER 32

/* Find the opposites of `count` edges of `rank` from `first` on, which lead to higher ranks; `next`
 * as below. False if one has none; those found lie among the edges, but may be others. */
static bool find_opposites(const struct topomap_graph *graph, uint32_t rank, size_t first,
                           size_t count, size_t *next, const double *weight, size_t *opposite)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t to = graph->target[first + i];

        if (to < rank)
            return false;
        opposite[i] = next[to]++;
        if (opposite[i] >= graph->edges)
            return false;
        __builtin_prefetch(&graph->target[opposite[i]]);
        __builtin_prefetch(&graph->bytes[opposite[i]]);
        __builtin_prefetch(&weight[opposite[i]], 1);
    }
    return true;
}

/* Weigh these edges and their opposites. False if one is another rank's, or there is nothing. */
static bool weigh(const struct topomap_graph *graph, uint32_t rank, size_t first, size_t count,
                  const size_t *opposite, double *weight)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bytes = graph->bytes[first + i] + graph->bytes[opposite[i]];

        if (graph->target[opposite[i]] != rank || bytes == 0)
            return false;
        weight[first + i] = weight[opposite[i]] = (double)bytes;
    }
    return true;
}

/*
 * Weights of the edges of such a graph. Each edge to a higher rank meets the opposite one, in whose
 * row lower ranks come first and in the order of their own rows, so that it need not be searched.
 * Returns whether each edge has one, and bytes to weigh it by; `next` [ranks] are the offsets of
 * the rows.
 */
static bool weigh_opposites(const struct topomap_graph *graph, size_t *next, double *weight)
{
    size_t opposite[TOGETHER];

    for (uint32_t r = 0; r < graph->ranks; r++) {
        size_t end = graph->offset[r + 1], count;

        /* The edges to lower ranks have met theirs, and no more than there are. */
        if (next[r] > end)
            return false;
        for (size_t e = next[r]; e < end; e += count) {
            count = end - e < TOGETHER ? end - e : TOGETHER;
            if (!find_opposites(graph, r, e, count, next, weight, opposite) ||
                !weigh(graph, r, e, count, opposite, weight))
                return false;
        }
    }
    return true;
}

/* What each rank sends to are then its neighbours: their rows need not be there twice. Returns 1 if
 * it is such a graph, 0 if not, -1 when memory is out. */
static int share_rows(struct topomap_graph *graph)
{
    double *weight = array_raw(graph->edges, sizeof *weight);
    size_t *next = array_raw(graph->ranks, sizeof *next);
    bool shared = false;

    if (!weight || !next) {
        free(weight);
        free(next);
        return -1;
    }
    memcpy(next, graph->offset, graph->ranks * sizeof *next);
    shared = weigh_opposites(graph, next, weight);
    free(next);
    if (shared) {
        graph->pair_offset = graph->offset;
        graph->partner = graph->target;
        graph->weight = weight;
    } else {
        free(weight);
    }
    return shared;
}

int graph_join_directions(struct topomap_graph *graph)
{
    int shared = share_rows(graph);

    return shared ? (shared < 0 ? -1 : 0) : merge_rows(graph);
}
