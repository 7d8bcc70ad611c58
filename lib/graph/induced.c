/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/graph.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The chosen ranks as sorted keys: rank in the upper half, its new number in the lower. A table
 * over all ranks would cost more than the small subgraphs that this is made for. */
static uint64_t *sorted_keys(uint32_t count, const uint32_t *ranks)
{
    uint64_t *keys = array_raw(count, sizeof *keys);

    if (!keys)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)ranks[i] << 32 | i;
    qsort(keys, count, sizeof *keys, compare_keys);
    return keys;
}

/* New number of `rank`, or -1 if it was not chosen. */
static int64_t find_key(const uint64_t *keys, uint32_t count, uint32_t rank)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t found = (uint32_t)(keys[middle] >> 32);

        if (found == rank)
            return (uint32_t)keys[middle];
        if (found < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static size_t collect_edges(const struct topomap_graph *graph, uint32_t count,
                            const uint32_t *ranks, const uint64_t *keys,
                            struct topomap_edge *edges)
{
    size_t found = 0;

    for (uint32_t i = 0; i < count; i++) {
        for (size_t e = graph->offset[ranks[i]]; e < graph->offset[ranks[i] + 1]; e++) {
            int64_t target = find_key(keys, count, graph->target[e]);

            if (target >= 0)
                edges[found++] = (struct topomap_edge){i, (uint32_t)target, graph->bytes[e],
                                                       graph->messages[e]};
        }
    }
    return found;
}

struct topomap_graph *graph_induced(const struct topomap_graph *graph, uint32_t count,
                                    const uint32_t *ranks, struct topomap_error *error)
{
    struct topomap_graph *induced = NULL;
    struct topomap_edge *edges;
    uint64_t *keys = sorted_keys(count, ranks);
    size_t most = 0;

    for (uint32_t i = 0; i < count; i++)
        most += graph->offset[ranks[i] + 1] - graph->offset[ranks[i]];
    edges = array_raw(most, sizeof *edges);
    if (keys && edges) {
        size_t found = collect_edges(graph, count, ranks, keys, edges);

        induced = graph_take(count, edges, found, error);
    } else {
        free(edges);
        error_memory(error);
    }
    free(keys);
    return induced;
}
