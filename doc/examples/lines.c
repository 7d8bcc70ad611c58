/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A mapping algorithm, as lib/map/lines.c would hold it. From rank 0 on the next rank is the free
 * one that exchanges most with the rank before; this sequence of ranks fills node after node.
 */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* The free partner that exchanges most with `rank`, else the first free rank from *first on. */
static uint32_t next_rank(const struct topomap_graph *graph, const bool *placed, uint32_t rank,
                          uint32_t *first)
{
    double most = 0;
    uint32_t next;

    while (placed[*first])
        ++*first;
    next = *first;
    for (size_t e = graph->pair_offset[rank]; e < graph->pair_offset[rank + 1]; e++) {
        if (!placed[graph->partner[e]] && graph->weight[e] > most) {
            most = graph->weight[e];
            next = graph->partner[e];
        }
    }
    return next;
}

static int map_lines(const struct map_job *job, struct map_result *out,
                     struct topomap_error *error)
{
    uint32_t ranks = job->graph->ranks, rank = 0, first = 0, node = 0, filled = 0;
    bool *placed = array_new(ranks, sizeof *placed);

    if (!placed)
        return error_memory(error);
    for (uint32_t i = 0; i < ranks; i++, filled++) {
        if (i > 0)
            rank = next_rank(job->graph, placed, rank, &first);
        for (; filled == topomap_allocation_tasks(job->allocation, node); node++)
            filled = 0;
        placed[rank] = true;
        out->placement[rank] = node;
    }
    free(placed);
    return 0;
}

const struct map_algorithm algorithm_lines = {
    .about = {
        .name = "lines",
        .summary = "each rank beside the one that it exchanges most with",
        .source = "the worked example of CONTRIBUTING.md",
        .needs = "any network",
        .complexity = "O(n + e)",
    },
    .map = map_lines,
};
