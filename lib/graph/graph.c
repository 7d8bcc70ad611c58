/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/graph.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/coordinates.h"
#include "graph/rows.h"

#include <stdlib.h>
#include <string.h>

static int add_up(uint64_t *sum, uint64_t more, const char *what, struct topomap_error *error)
{
    if (__builtin_add_overflow(*sum, more, sum) || *sum > GRAPH_MAX_BYTES)
        return error_set(error, TOPOMAP_INPUT, "all %s together exceed 2^53", what);
    return 0;
}

/* Check ranks and totals; tell whether the edges come source by source already. */
static int check_edges(uint32_t ranks, const struct topomap_edge *edges, size_t count,
                       bool *grouped, struct topomap_error *error)
{
    uint64_t bytes = 0, messages = 0, self_bytes = 0, self_messages = 0;
    uint32_t last = 0;

    *grouped = true;
    for (size_t i = 0; i < count; i++) {
        const struct topomap_edge *edge = &edges[i];

        if (edge->src >= ranks || edge->dst >= ranks)
            return error_set(error, TOPOMAP_INPUT, "rank %u is out of range: there are %u ranks",
                             edge->src >= ranks ? edge->src : edge->dst, ranks);
        *grouped = *grouped && edge->src >= last;
        last = edge->src;
        if (edge->src == edge->dst) {
            if (add_up(&self_bytes, edge->bytes, "bytes of ranks to themselves", error) < 0 ||
                add_up(&self_messages, edge->messages, "messages of ranks to themselves",
                       error) < 0)
                return -1;
        } else if (add_up(&bytes, edge->bytes, "bytes", error) < 0 ||
                   add_up(&messages, edge->messages, "messages", error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* A copy of the edges, source by source: they are counted, then scattered. */
static struct topomap_edge *group_edges(uint32_t ranks, const struct topomap_edge *edges,
                                        size_t count)
{
    struct topomap_edge *grouped = array_raw(count, sizeof *grouped);
    size_t *next = array_new((size_t)ranks + 1, sizeof *next);

    if (!grouped || !next) {
        free(grouped);
        free(next);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        next[edges[i].src + 1]++;
    for (uint32_t r = 0; r < ranks; r++)
        next[r + 1] += next[r];
    for (size_t i = 0; i < count; i++)
        grouped[next[edges[i].src]++] = edges[i];
    free(next);
    return grouped;
}

/* The rows of edges that come source by source. */
static struct topomap_graph *make_rows(uint32_t ranks, const struct topomap_edge *edges,
                                       size_t count, struct topomap_error *error)
{
    struct rows rows = {0};
    size_t i = 0;

    if (rows_reserve(&rows, count) == 0) {
        while (i < count && rows_add(&rows, edges[i].src, edges[i].dst, edges[i].bytes,
                                     edges[i].messages) == 0)
            i++;
        if (i == count)
            return rows_finish(&rows, ranks, error);
    }
    rows_free(&rows);
    error_memory(error);
    return NULL;
}

/* The rows of any edges; those in `*taken` are freed as soon as they are not needed any more. */
static struct topomap_graph *create_rows(uint32_t ranks, const struct topomap_edge *edges,
                                         size_t count, struct topomap_edge **taken,
                                         struct topomap_error *error)
{
    struct topomap_edge *copy = NULL;
    struct topomap_graph *graph;
    bool grouped;

    if (ranks < 1 || ranks > TOPOMAP_MAX_RANKS) {
        error_set(error, TOPOMAP_INPUT, "a graph has 1 to %u ranks, not %u", TOPOMAP_MAX_RANKS,
                  ranks);
        return NULL;
    }
    if (check_edges(ranks, edges, count, &grouped, error) < 0)
        return NULL;
    if (!grouped) {
        edges = copy = group_edges(ranks, edges, count);
        if (!copy) {
            error_memory(error);
            return NULL;
        }
        free(*taken);
        *taken = NULL;
    }
    graph = make_rows(ranks, edges, count, error);
    free(copy);
    return graph;
}

/* The graph itself, with its neighbours. */
static struct topomap_graph *finish(struct topomap_graph *graph, struct topomap_error *error)
{
    if (!graph || graph_join_directions(graph) == 0)
        return graph;
    topomap_graph_destroy(graph);
    error_memory(error);
    return NULL;
}

struct topomap_graph *topomap_graph_create(uint32_t ranks, const struct topomap_edge *edges,
                                           size_t count, struct topomap_error *error)
{
    struct topomap_edge *none = NULL;

    return finish(create_rows(ranks, edges, count, &none, error), error);
}

struct topomap_graph *graph_rows(uint32_t ranks, struct topomap_edge *edges, size_t count,
                                 struct topomap_error *error)
{
    struct topomap_graph *graph = create_rows(ranks, edges, count, &edges, error);

    free(edges);
    return graph;
}

struct topomap_graph *graph_take(uint32_t ranks, struct topomap_edge *edges, size_t count,
                                 struct topomap_error *error)
{
    return finish(graph_rows(ranks, edges, count, error), error);
}

void topomap_graph_destroy(struct topomap_graph *graph)
{
    if (!graph)
        return;
    if (graph->pair_offset != graph->offset) {
        free(graph->pair_offset);
        free(graph->partner);
    }
    free(graph->offset);
    free(graph->target);
    free(graph->bytes);
    free(graph->messages);
    free(graph->self_bytes);
    free(graph->self_messages);
    free(graph->weight);
    topomap_coordinates_destroy(graph->coordinates);
    free(graph);
}

const char *graph_rank_hint(const struct topomap_graph *graph, uint32_t ranks)
{
    bool silent = graph->offset[1] == 0 && graph->pair_offset[1] == 0 &&
                  !(graph->self_bytes && (graph->self_bytes[0] || graph->self_messages[0]));

    return silent && graph->ranks - 1 == ranks
               ? "; its rank 0 is silent: if it counts from 1, put '# base=1' ahead of its edges"
               : "";
}

uint32_t topomap_graph_ranks(const struct topomap_graph *graph)
{
    return graph->ranks;
}

size_t topomap_graph_edges(const struct topomap_graph *graph)
{
    return graph->edges;
}

uint64_t topomap_graph_bytes(const struct topomap_graph *graph)
{
    return graph->total_bytes;
}

uint64_t topomap_graph_messages(const struct topomap_graph *graph)
{
    return graph->total_messages;
}

struct topomap_edge topomap_graph_edge(const struct topomap_graph *graph, size_t index)
{
    uint32_t low = 0, high = graph->ranks;

    /* The last row that starts at or before the edge is the source's. */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (graph->offset[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    return (struct topomap_edge){low, graph->target[index], graph->bytes[index],
                                 graph->messages[index]};
}

void topomap_graph_copy_edges(const struct topomap_graph *graph, size_t first, size_t count,
                              struct topomap_edge *edges)
{
    struct topomap_edge edge = {0};

    if (count > 0)
        edge = topomap_graph_edge(graph, first);
    for (size_t i = 0; i < count; i++) {
        size_t at = first + i;

        while (graph->offset[edge.src + 1] <= at)
            edge.src++;
        edges[i] = (struct topomap_edge){edge.src, graph->target[at], graph->bytes[at],
                                         graph->messages[at]};
    }
}

size_t topomap_graph_first_edge(const struct topomap_graph *graph, uint32_t rank)
{
    return graph->offset[rank];
}

struct topomap_edge topomap_graph_self(const struct topomap_graph *graph, uint32_t rank)
{
    struct topomap_edge edge = {.src = rank, .dst = rank};

    if (graph->self_bytes) {
        edge.bytes = graph->self_bytes[rank];
        edge.messages = graph->self_messages[rank];
    }
    return edge;
}

struct topomap_graph *topomap_graph_by_messages(const struct topomap_graph *graph,
                                                struct topomap_error *error)
{
    size_t count = graph->edges + (graph->self_bytes ? graph->ranks : 0);
    struct topomap_edge *edges = array_raw(count, sizeof *edges);
    struct topomap_graph *result = NULL;
    size_t at = 0;

    for (uint32_t r = 0; edges && r < graph->ranks; r++) {
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++)
            edges[at++] = (struct topomap_edge){r, graph->target[e], graph->messages[e],
                                                graph->messages[e]};
        if (graph->self_bytes)
            edges[at++] = (struct topomap_edge){r, r, graph->self_messages[r],
                                                graph->self_messages[r]};
    }
    if (edges)
        result = graph_take(graph->ranks, edges, count, error);
    else
        error_memory(error);
    if (result && graph->coordinates) {
        result->coordinates = topomap_coordinates_create(graph->ranks,
                                                         graph->coordinates->dimensions,
                                                         graph->coordinates->value, error);
        if (!result->coordinates) {
            topomap_graph_destroy(result);
            result = NULL;
        }
    }
    return result;
}

const struct topomap_coordinates *topomap_graph_coordinates(const struct topomap_graph *graph)
{
    return graph->coordinates;
}
