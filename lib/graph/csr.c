/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"

static int check_offsets(uint32_t ranks, const size_t *offsets, struct topomap_error *error)
{
    if (ranks < 1 || ranks > TOPOMAP_MAX_RANKS)
        return error_set(error, TOPOMAP_INPUT, "a graph has 1 to %u ranks, not %u",
                         TOPOMAP_MAX_RANKS, ranks);
    if (offsets[0] != 0)
        return error_set(error, TOPOMAP_INPUT, "the offsets begin with %zu, not 0", offsets[0]);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        if (offsets[rank + 1] < offsets[rank])
            return error_set(error, TOPOMAP_INPUT, "the offset of rank %u, %zu, is after its "
                             "end, %zu", rank, offsets[rank], offsets[rank + 1]);
    }
    return 0;
}

struct topomap_graph *topomap_graph_from_csr(uint32_t ranks, const size_t *offsets,
                                             const uint32_t *targets, const uint64_t *bytes,
                                             const uint64_t *messages,
                                             struct topomap_error *error)
{
    struct topomap_graph *graph;
    struct topomap_edge *edges;

    if (check_offsets(ranks, offsets, error) < 0)
        return NULL;
    edges = array_raw(offsets[ranks], sizeof *edges);
    if (!edges) {
        error_memory(error);
        return NULL;
    }
    for (uint32_t rank = 0; rank < ranks; rank++) {
        for (size_t i = offsets[rank]; i < offsets[rank + 1]; i++)
            edges[i] = (struct topomap_edge){rank, targets[i], bytes ? bytes[i] : 1,
                                             messages ? messages[i] : 1};
    }
    graph = graph_take(ranks, edges, offsets[ranks], error);
    if (graph && !messages)
        graph_set_weights(graph);
    return graph;
}
