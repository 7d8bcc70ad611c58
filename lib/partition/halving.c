/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/halving.h"

#include "base/error.h"
#include "base/memory.h"
#include "partition/exchange.h"

#include <stdlib.h>

/* How many of the first parts come closest to half of the capacity; *vertices is their sum. */
static uint32_t middle(uint32_t parts, const uint32_t *capacity, uint32_t total, uint32_t *vertices)
{
    uint32_t count = 1;

    *vertices = capacity[0];
    while (count < parts - 1 && 2 * *vertices + capacity[count] <= total)
        *vertices += capacity[count++];
    return count;
}

static int halve(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                 uint32_t first, uint32_t *part, struct topomap_error *error);

/* `side` has room for the vertices of `graph`. */
static int halve_both(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                      uint32_t first, uint32_t *side, uint32_t *part, struct topomap_error *error)
{
    struct partition_graph pieces[2];
    uint32_t vertices;
    uint32_t left = middle(parts, capacity, graph->vertices, &vertices);
    int result;

    if (partition_exchange(graph, vertices, side, error) < 0 ||
        partition_graph_split(graph, 2, side, pieces, error) < 0)
        return -1;
    result = halve(&pieces[0], left, capacity, first, part, error);
    if (result == 0)
        result = halve(&pieces[1], parts - left, capacity + left, first + left, part, error);
    partition_graph_free(&pieces[0]);
    partition_graph_free(&pieces[1]);
    return result;
}

/* Give the vertices, known by their ids, the parts from `first` on. */
static int halve(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                 uint32_t first, uint32_t *part, struct topomap_error *error)
{
    uint32_t *side;
    int result;

    if (parts == 1) {
        for (uint32_t v = 0; v < graph->vertices; v++)
            part[graph->id ? graph->id[v] : v] = first;
        return 0;
    }
    side = array_raw(graph->vertices, sizeof *side);
    if (!side)
        return error_memory(error);
    result = halve_both(graph, parts, capacity, first, side, part, error);
    free(side);
    return result;
}

int partition_halving(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                      uint32_t *part, struct topomap_error *error)
{
    struct partition_graph outermost = *graph;

    outermost.id = NULL;
    return halve(&outermost, parts, capacity, 0, part, error);
}
