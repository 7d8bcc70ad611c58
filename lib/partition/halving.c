/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/halving.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "partition/exchange.h"
#include "partition/metis.h"
#include "partition/repair.h"

#include <stdlib.h>

/* The number of leading parts whose capacity is closest to half; *vertices is their sum. */
static uint32_t middle(uint32_t parts, const uint32_t *capacity, uint32_t total, uint32_t *vertices)
{
    uint32_t count = 1;

    *vertices = capacity[0];
    while (count < parts - 1 && 2 * *vertices + capacity[count] <= total)
        *vertices += capacity[count++];
    return count;
}

/* A bisection into `vertices` vertices and the rest. */
static int bisect(const struct partition_graph *graph, uint32_t vertices, uint64_t seed,
                  uint32_t *side, struct topomap_error *error)
{
    const uint32_t capacity[2] = {vertices, graph->vertices - vertices};

    if (graph->vertices <= tuning(TUNING_SMALL_BISECTION))
        return partition_exchange(graph, vertices, side, error);
    if (partition_metis(graph, 2, capacity, PARTITION_RECURSIVE, seed, side, error) < 0)
        return -1;
    return partition_repair(graph, 2, capacity, NULL, 0, side, error);
}

static int halve(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                 uint32_t first, uint64_t seed, uint32_t *part, struct topomap_error *error);

/* `side` has room for the vertices of `graph`. */
static int halve_both(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                      uint32_t first, uint64_t seed, uint32_t *side, uint32_t *part,
                      struct topomap_error *error)
{
    struct partition_graph pieces[2];
    uint32_t vertices;
    uint32_t left = middle(parts, capacity, graph->vertices, &vertices);
    int result;

    if (bisect(graph, vertices, seed, side, error) < 0 ||
        partition_graph_split(graph, 2, side, pieces, error) < 0)
        return -1;
    result = halve(&pieces[0], left, capacity, first, seed, part, error);
    if (result == 0)
        result = halve(&pieces[1], parts - left, capacity + left, first + left, seed, part, error);
    partition_graph_free(&pieces[0]);
    partition_graph_free(&pieces[1]);
    return result;
}

/* Assign the vertices, known by their ids, to the parts from `first` on. */
static int halve(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                 uint32_t first, uint64_t seed, uint32_t *part, struct topomap_error *error)
{
    uint32_t *side;
    int result;

    if (parts == 1) {
        for (uint32_t v = 0; v < graph->vertices; v++)
            part[partition_graph_id(graph, v)] = first;
        return 0;
    }
    side = array_raw(graph->vertices, sizeof *side);
    if (!side)
        return error_memory(error);
    result = halve_both(graph, parts, capacity, first, seed, side, part, error);
    free(side);
    return result;
}

int partition_halving(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                      uint64_t seed, uint32_t *part, struct topomap_error *error)
{
    struct partition_graph outermost = *graph;

    outermost.id = NULL;
    return halve(&outermost, parts, capacity, 0, seed, part, error);
}
