/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs derived from other graphs. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/coordinates.h"
#include "graph/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Append all edges of a graph, including those of ranks to themselves, to `*edges`, which grows as
 * by array_grow. Returns -1 when memory runs out. */
static int append_edges(const struct topomap_graph *graph, struct topomap_edge **edges,
                        size_t *capacity, size_t *count)
{
    size_t more = graph->edges + (graph->self_bytes ? graph->ranks : 0);
    struct topomap_edge *at;

    if (*count + more > *capacity &&
        array_grow(edges, capacity, *count + more, sizeof **edges) < 0)
        return -1;
    at = *edges + *count;
    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++)
            *at++ = (struct topomap_edge){r, graph->target[e], graph->bytes[e],
                                          graph->messages[e]};
        if (graph->self_bytes)
            *at++ = (struct topomap_edge){r, r, graph->self_bytes[r], graph->self_messages[r]};
    }
    *count += more;
    return 0;
}

/* A copy of the edges of one graph; NULL when memory runs out. */
static struct topomap_edge *copy_edges(const struct topomap_graph *graph, size_t *count,
                                       struct topomap_error *error)
{
    struct topomap_edge *edges = NULL;
    size_t capacity = 0;

    *count = 0;
    /* Without edges there must be an array all the same: NULL means failure. */
    if (array_grow(&edges, &capacity, 1, sizeof *edges) < 0 ||
        append_edges(graph, &edges, &capacity, count) < 0) {
        free(edges);
        error_memory(error);
        return NULL;
    }
    return edges;
}

/* A graph that was made of others, or NULL: its bytes are weights if those of all others are. */
static struct topomap_graph *made_of(const struct topomap_graph *const *graphs, size_t count,
                                     struct topomap_graph *made)
{
    bool weights = true;

    for (size_t i = 0; i < count; i++)
        weights = weights && graphs[i]->weights;
    if (made && weights)
        graph_set_weights(made);
    else if (made)
        made->weights = made->total_messages == 0;
    return made;
}

struct topomap_graph *graph_turn(const struct topomap_graph *graph, struct topomap_error *error)
{
    size_t count;
    struct topomap_edge *edges = copy_edges(graph, &count, error);

    for (size_t i = 0; edges && i < count; i++) {
        uint32_t src = edges[i].src;

        edges[i].src = edges[i].dst;
        edges[i].dst = src;
    }
    return edges ? made_of(&graph, 1, graph_take(graph->ranks, edges, count, error)) : NULL;
}

/* The new number of each rank of the graph, or UINT32_MAX if it is dropped. */
static uint32_t *number_ranks(const struct topomap_graph *graph, const uint32_t *ranks,
                              uint32_t count, struct topomap_error *error)
{
    uint32_t *number = array_raw(graph->ranks, sizeof *number);

    if (!number) {
        error_memory(error);
        return NULL;
    }
    for (uint32_t r = 0; r < graph->ranks; r++)
        number[r] = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        bool known = ranks[i] < graph->ranks;

        if (known && number[ranks[i]] == UINT32_MAX) {
            number[ranks[i]] = i;
            continue;
        }
        if (known)
            error_set(error, TOPOMAP_INPUT, "rank %u occurs twice", ranks[i]);
        else
            error_set(error, TOPOMAP_INPUT, "there is no rank %u: the graph has %u ranks",
                      ranks[i], graph->ranks);
        free(number);
        return NULL;
    }
    return number;
}

struct topomap_graph *topomap_graph_extract(const struct topomap_graph *graph,
                                            const uint32_t *ranks, uint32_t count,
                                            struct topomap_error *error)
{
    uint32_t *number = number_ranks(graph, ranks, count, error);
    struct topomap_edge *edges;
    size_t total, kept = 0;

    if (!number)
        return NULL;
    edges = copy_edges(graph, &total, error);
    for (size_t i = 0; edges && i < total; i++) {
        struct topomap_edge edge = edges[i];

        if (number[edge.src] == UINT32_MAX || number[edge.dst] == UINT32_MAX)
            continue;
        edge.src = number[edge.src];
        edge.dst = number[edge.dst];
        edges[kept++] = edge;
    }
    free(number);
    return edges ? made_of(&graph, 1, graph_take(count, edges, kept, error)) : NULL;
}

struct topomap_graph *topomap_graph_merge(const struct topomap_graph *const *graphs, size_t count,
                                          struct topomap_error *error)
{
    struct topomap_edge *edges;
    size_t total, capacity;

    for (size_t i = 1; i < count; i++) {
        if (graphs[i]->ranks != graphs[0]->ranks) {
            error_set(error, TOPOMAP_IMPOSSIBLE,
                      "graphs of %u and %u ranks cannot be merged", graphs[0]->ranks,
                      graphs[i]->ranks);
            return NULL;
        }
    }
    edges = copy_edges(graphs[0], &total, error);
    capacity = total;
    for (size_t i = 1; edges && i < count; i++) {
        if (append_edges(graphs[i], &edges, &capacity, &total) < 0) {
            free(edges);
            error_memory(error);
            return NULL;
        }
    }
    return edges ? made_of(graphs, count, graph_take(graphs[0]->ranks, edges, total, error)) : NULL;
}

/* Multiply. A product beyond all limits becomes a number that the graph's check refuses. */
static uint64_t multiply(uint64_t number, double factor)
{
    double product = (double)number * factor;

    return product < 2.0 * (double)GRAPH_MAX_BYTES ? (uint64_t)llround(product)
                                                   : 2 * GRAPH_MAX_BYTES;
}

struct topomap_graph *topomap_graph_scale(const struct topomap_graph *graph, double bytes,
                                          double messages, struct topomap_error *error)
{
    struct topomap_graph *made;
    struct topomap_edge *edges;
    size_t count;

    if (!isfinite(bytes) || !isfinite(messages) || bytes < 0 || messages < 0) {
        error_set(error, TOPOMAP_INPUT, "a factor must be a number of at least 0");
        return NULL;
    }
    edges = copy_edges(graph, &count, error);
    for (size_t i = 0; edges && i < count; i++) {
        edges[i].bytes = multiply(edges[i].bytes, bytes);
        edges[i].messages = multiply(edges[i].messages, messages);
    }
    made = edges ? graph_take(graph->ranks, edges, count, error) : NULL;
    return messages == 1 ? made_of(&graph, 1, made) : made;
}

/* The same graph with other edges, which the function takes over. It is of the same pattern. */
static struct topomap_graph *reweigh(const struct topomap_graph *graph, struct topomap_edge *edges,
                                     size_t count, struct topomap_error *error)
{
    struct topomap_graph *result = graph_take(graph->ranks, edges, count, error);

    if (result) {
        result->pattern = graph->pattern;
        result->part = graph->part;
    }
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

struct topomap_graph *topomap_graph_of_messages(const struct topomap_graph *graph,
                                                struct topomap_error *error)
{
    size_t count;
    struct topomap_edge *edges = copy_edges(graph, &count, error);
    struct topomap_graph *result;

    for (size_t i = 0; edges && i < count; i++)
        edges[i].bytes = edges[i].messages;
    result = edges ? reweigh(graph, edges, count, error) : NULL;
    if (result)
        result->by_messages = true;
    return result;
}

/* The edges of `result` are those of `graph`. */
static int copy_waves(const struct topomap_graph *graph, struct topomap_graph *result)
{
    if (!graph->waves)
        return 0;
    result->waves = array_new(1, sizeof *result->waves);
    if (!result->waves)
        return -1;
    *result->waves = *graph->waves;
    result->waves->turn = array_raw(graph->edges, 1);
    if (!result->waves->turn)
        return -1;
    memcpy(result->waves->turn, graph->waves->turn, graph->edges);
    return 0;
}

static struct topomap_graph *copy(const struct topomap_graph *graph, struct topomap_error *error)
{
    size_t count;
    struct topomap_edge *edges = copy_edges(graph, &count, error);
    struct topomap_graph *result = edges ? graph_take(graph->ranks, edges, count, error) : NULL;

    if (result) {
        result->weights = graph->weights;
        result->step = graph->step;
        result->rounds = graph->rounds;
        result->turns = graph->turns;
    }
    if (result && copy_waves(graph, result) < 0) {
        topomap_graph_destroy(result);
        error_memory(error);
        return NULL;
    }
    return result;
}

/* The exchanges of `graph` as it is become those of `changed`, which is destroyed on failure. */
static struct topomap_graph *with_exchanges(struct topomap_graph *changed,
                                            const struct topomap_graph *graph,
                                            struct topomap_error *error)
{
    size_t phases = topomap_graph_phases(graph);

    if (!changed)
        return NULL;
    changed->weights = graph->weights;
    changed->phase = array_new(phases, sizeof(struct topomap_graph *));
    for (; changed->phase && changed->phases < phases; changed->phases++) {
        changed->phase[changed->phases] = copy(topomap_graph_phase(graph, changed->phases), error);
        if (!changed->phase[changed->phases])
            break;
    }
    if (changed->phases == phases)
        return changed;
    topomap_graph_destroy(changed);
    error_memory(error);
    return NULL;
}

struct topomap_graph *topomap_graph_by_messages(const struct topomap_graph *graph,
                                                struct topomap_error *error)
{
    return with_exchanges(topomap_graph_of_messages(graph, error), graph, error);
}

struct topomap_graph *topomap_graph_by_time(const struct topomap_graph *graph,
                                            double message_bytes, struct topomap_error *error)
{
    double factor = graph->weights ? 0 : message_bytes;
    struct topomap_graph *changed;
    struct topomap_edge *edges;
    size_t count;

    if (!isfinite(message_bytes) || message_bytes < 0) {
        error_set(error, TOPOMAP_INPUT, "the bytes of a message must be a number of at least 0");
        return NULL;
    }
    edges = copy_edges(graph, &count, error);
    for (size_t i = 0; edges && i < count; i++)
        edges[i].bytes += multiply(edges[i].messages, factor);
    changed = edges ? reweigh(graph, edges, count, error) : NULL;
    return with_exchanges(changed, graph, error);
}
