/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"

#include <stdlib.h>
#include <string.h>

/* Beyond this, asking for all distances or sorting all rows would take longer than planning. */
#define MAX_NODES 4096
#define MAX_PARTNERS ((size_t)1 << 24)

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x < y) - (x > y);
}

/*
 * room[d]: how many other tasks there are at most within d hops of a task, wherever it is; the
 * array has `size` elements. `count` is as large, for counting.
 */
static void measure_room(const struct topomap_allocation *allocation, uint32_t size,
                         uint64_t *count, uint64_t *room)
{
    memset(room, 0, size * sizeof *room);
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        uint64_t within = 0;

        if (allocation->tasks[node] == 0)
            continue;
        memset(count, 0, size * sizeof *count);
        for (uint32_t other = 0; other < allocation->nodes; other++)
            count[allocation_distance(allocation, node, other)] += allocation->tasks[other];
        for (uint32_t d = 0; d < size; d++) {
            within += count[d];
            if (within > room[d] + 1)
                room[d] = within - 1;
        }
    }
}

/* The least that `rank` can cost: its heaviest partners take the nearest room. */
static double rank_bound(const struct topomap_graph *graph, uint32_t rank, const uint64_t *room,
                         double *weight)
{
    size_t first = graph->near_offset[rank];
    size_t partners = graph->near_offset[rank + 1] - first;
    uint32_t d = 0;
    double sum = 0;

    if (partners <= room[0])
        return 0;
    memcpy(weight, graph->weight + first, partners * sizeof *weight);
    qsort(weight, partners, sizeof *weight, descending);
    for (size_t i = 0; i < partners; i++) {
        while (i >= room[d])
            d++;
        sum += weight[i] * d;
    }
    return sum;
}

static size_t most_partners(const struct topomap_graph *graph)
{
    size_t most = 0;

    for (uint32_t r = 0; r < graph->ranks; r++) {
        size_t partners = graph->near_offset[r + 1] - graph->near_offset[r];

        most = partners > most ? partners : most;
    }
    return most;
}

int topomap_bound_get(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, double *hop_bytes,
                      struct topomap_error *error)
{
    uint32_t size = allocation->network->max_distance + 1;
    uint64_t *count = array_raw(size, sizeof *count);
    uint64_t *room = array_raw(size, sizeof *room);
    double *weight = array_raw(most_partners(graph), sizeof *weight);
    double sum = 0;
    int result = -1;

    if (graph->ranks != allocation->ranks) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "the graph has %u ranks, but the allocation runs %u",
                  graph->ranks, allocation->ranks);
    } else if (!count || !room || !weight) {
        error_memory(error);
    } else {
        result = 0;
        if (allocation->nodes <= MAX_NODES && graph->near_offset[graph->ranks] <= MAX_PARTNERS) {
            measure_room(allocation, size, count, room);
            for (uint32_t r = 0; r < graph->ranks; r++)
                sum += rank_bound(graph, r, room, weight);
        }
        *hop_bytes = sum / 2; /* each pair was counted from both ends */
    }
    free(count);
    free(room);
    free(weight);
    return result;
}
