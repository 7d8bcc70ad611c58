/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/hop_bytes.h"

static double between(const void *context, uint32_t a, uint32_t b)
{
    const struct topomap_allocation *allocation = context;

    return allocation_distance(allocation, a, b);
}

static double sum_by_network(const void *context, uint32_t node, const uint32_t *at,
                             const double *weight, uint32_t count)
{
    const struct topomap_allocation *allocation = context;
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += weight[i] * allocation_distance(allocation, node, at[i]);
    return sum;
}

/* The same with a table of all distances, in two chains of additions. */
static double sum_by_table(const void *context, uint32_t node, const uint32_t *at,
                           const double *weight, uint32_t count)
{
    const struct topomap_allocation *allocation = context;
    const struct distances *table = &allocation->distances;
    const uint8_t *hops = table->hops[0] + (size_t)node * table->size[0];
    double even = 0, odd = 0;
    uint32_t i = 0;

    for (; i + 1 < count; i += 2) {
        even += weight[i] * hops[at[i]];
        odd += weight[i + 1] * hops[at[i + 1]];
    }
    return i < count ? even + odd + weight[i] * hops[at[i]] : even + odd;
}

static const struct pairwise_metric by_network = {between, sum_by_network};
static const struct pairwise_metric by_table = {between, sum_by_table};

int hop_bytes_init(struct pairwise *hop_bytes, struct arrangement *arrangement,
                   const struct partition_graph *graph,
                   const struct topomap_allocation *allocation)
{
    const struct pairwise_graph edges = {graph->offset, graph->target, graph->weight};

    return pairwise_init(hop_bytes, arrangement, &edges,
                         allocation->distances.single ? &by_table : &by_network, allocation);
}
