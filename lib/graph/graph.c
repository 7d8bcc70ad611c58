/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/graph.h"

#include "base/extremes.h"
#include "graph/coordinates.h"

#include <stdlib.h>
#include <string.h>

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
    if (graph->waves)
        free(graph->waves->turn);
    free(graph->waves);
    for (size_t i = 0; i < graph->phases; i++)
        topomap_graph_destroy(graph->phase[i]);
    free(graph->phase);
    free(graph);
}

/* Whether rank 0 neither sends nor receives anything. Rows are ascending. */
static bool is_silent(const struct topomap_graph *graph)
{
    bool silent = graph->offset[1] == 0 &&
                  !(graph->self_bytes && (graph->self_bytes[0] || graph->self_messages[0]));

    for (uint32_t r = 1; silent && r < graph->ranks; r++)
        silent = graph->offset[r] == graph->offset[r + 1] || graph->target[graph->offset[r]] != 0;
    return silent;
}

const char *graph_rank_hint(const struct topomap_graph *graph, uint32_t ranks)
{
    return graph->ranks - 1 == ranks && is_silent(graph)
               ? "; its rank 0 sends and receives nothing: if ranks count from 1, put '# base=1' "
                 "before the edges"
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

    /* The row of the edge is the last one that starts at or before it. */
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

bool graph_is_counted(const struct topomap_graph *graph)
{
    bool counted = !graph->weights;

    for (size_t e = 0; !counted && e < graph->edges; e++)
        counted = graph->messages[e] != 1;
    for (uint32_t rank = 0; !counted && graph->self_bytes && rank < graph->ranks; rank++)
        counted = (graph->self_bytes[rank] || graph->self_messages[rank]) &&
                  graph->self_messages[rank] != 1;
    return counted;
}

double topomap_graph_rounds(const struct topomap_graph *graph, size_t index)
{
    return graph->waves ? graph->rounds
                        : lesser(graph->rounds, greater(1, (double)graph->messages[index]));
}

void graph_take_turns(struct topomap_graph *graph)
{
    graph->turns = true;
    for (size_t e = 0; e < graph->edges; e++) {
        if (graph->rounds < (double)graph->messages[e])
            graph->rounds = (double)graph->messages[e];
    }
}

void graph_set_weights(struct topomap_graph *graph)
{
    for (size_t e = 0; e < graph->edges; e++)
        graph->messages[e] = 1;
    for (uint32_t rank = 0; graph->self_bytes && rank < graph->ranks; rank++)
        graph->self_messages[rank] = graph->self_bytes[rank] || graph->self_messages[rank];
    graph->total_messages = graph->edges;
    graph->rounds = 1;
    graph->weights = true;
}

size_t topomap_graph_phases(const struct topomap_graph *graph)
{
    return graph->phases ? graph->phases : 1;
}

const struct topomap_graph *topomap_graph_phase(const struct topomap_graph *graph, size_t index)
{
    return graph->phases ? graph->phase[index] : graph;
}

double topomap_graph_part(const struct topomap_graph *graph)
{
    return graph->part > 0 ? graph->part : 1;
}

const struct topomap_coordinates *topomap_graph_coordinates(const struct topomap_graph *graph)
{
    return graph->coordinates;
}

size_t graph_find_edge(const struct topomap_graph *graph, uint32_t from, uint32_t to)
{
    size_t low = graph->offset[from], end = graph->offset[from + 1], high = end;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (graph->target[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && graph->target[low] == to ? low : graph->edges;
}
