/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/exchange.h"

#include "base/error.h"
#include "base/memory.h"
#include "search/pairwise.h"
#include "search/passes.h"

#include <stdlib.h>

/* ---- the cut as a cost ------------------------------------------------------------------- */

static double between(const void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a != b;
}

static double sum(const void *context, uint32_t part, const uint32_t *at, const double *weight,
                  uint32_t count)
{
    double cut = 0;

    (void)context;
    for (uint32_t i = 0; i < count; i++)
        cut += at[i] != part ? weight[i] : 0;
    return cut;
}

static const struct pairwise_metric cut = {between, sum};

/* ---- the first bisection ----------------------------------------------------------------- */

static double total_weight(const struct partition_graph *graph, uint32_t vertex)
{
    double total = 0;

    for (size_t e = graph->offset[vertex]; e < graph->offset[vertex + 1]; e++)
        total += graph->weight[e];
    return total;
}

/* The vertex with the least weight of edges: in a mesh, a corner. */
static uint32_t rim_vertex(const struct partition_graph *graph)
{
    double least = total_weight(graph, 0);
    uint32_t best = 0;

    for (uint32_t v = 1; v < graph->vertices; v++) {
        double weight = total_weight(graph, v);

        if (weight < least) {
            least = weight;
            best = v;
        }
    }
    return best;
}

/* Grow part 0 to `first` vertices, each time by the vertex that cuts least; gain[vertices] is
 * scratch. */
static void grow(const struct partition_graph *graph, uint32_t first, uint32_t *part, double *gain)
{
    uint32_t next = rim_vertex(graph);

    for (uint32_t v = 0; v < graph->vertices; v++) {
        part[v] = 1;
        gain[v] = -total_weight(graph, v);
    }
    for (uint32_t taken = 0; taken < first; taken++) {
        if (taken) {
            next = graph->vertices;
            for (uint32_t v = 0; v < graph->vertices; v++) {
                if (part[v] && (next == graph->vertices || gain[v] > gain[next]))
                    next = v;
            }
        }
        part[next] = 0;
        for (size_t e = graph->offset[next]; e < graph->offset[next + 1]; e++)
            gain[graph->target[e]] += 2 * graph->weight[e];
    }
}

/* ---- exchanges --------------------------------------------------------------------------- */

static int improve(const struct partition_graph *graph, uint32_t *part)
{
    const struct pairwise_graph edges = {graph->offset, graph->target, graph->weight};
    struct arrangement arrangement = {0};
    struct pairwise pairwise = {0};
    struct search search = {0};
    int result = -1;

    if (arrangement_init(&arrangement, graph->vertices, 2, part, NULL) == 0 &&
        pairwise_init(&pairwise, &arrangement, &edges, &cut, NULL) == 0 &&
        search_init(&search, &pairwise.model, NULL, 0) == 0)
        result = passes_run(&search);
    search_free(&search);
    pairwise_free(&pairwise);
    arrangement_free(&arrangement);
    return result;
}

int partition_exchange(const struct partition_graph *graph, uint32_t first, uint32_t *part,
                       struct topomap_error *error)
{
    double *gain = array_raw(graph->vertices, sizeof *gain);
    int result = -1;

    if (gain) {
        grow(graph, first, part, gain);
        result = improve(graph, part);
    }
    free(gain);
    return result < 0 ? error_memory(error) : 0;
}
