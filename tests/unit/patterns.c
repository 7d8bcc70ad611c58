/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/patterns.h"

struct topomap_graph *pattern_make(const char *pattern, uint32_t ranks)
{
    struct topomap_error error;
    struct topomap_graph *graph = topomap_graph_pattern(pattern, ranks, &error);

    if (!graph)
        fail_msg("%s: %s", pattern, error.text);
    return graph;
}

uint64_t pattern_bytes(const struct topomap_graph *graph, uint32_t src, uint32_t dst)
{
    for (size_t i = topomap_graph_first_edge(graph, src);
         i < topomap_graph_first_edge(graph, src + 1); i++) {
        if (topomap_graph_edge(graph, i).dst == dst)
            return topomap_graph_edge(graph, i).bytes;
    }
    return 0;
}
