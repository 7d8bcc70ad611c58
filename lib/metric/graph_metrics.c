/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"

#include <stdlib.h>

static uint64_t self_bytes(const struct topomap_graph *graph, uint32_t rank)
{
    return graph->self_bytes ? graph->self_bytes[rank] : 0;
}

static uint64_t row_sum(const struct topomap_graph *graph, uint32_t rank)
{
    uint64_t sum = self_bytes(graph, rank);

    for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++)
        sum += graph->bytes[e];
    return sum;
}

static uint64_t largest_element(const struct topomap_graph *graph)
{
    uint64_t largest = 0;

    for (uint32_t r = 0; r < graph->ranks; r++) {
        if (self_bytes(graph, r) > largest)
            largest = self_bytes(graph, r);
    }
    for (size_t e = 0; e < graph->edges; e++) {
        if (graph->bytes[e] > largest)
            largest = graph->bytes[e];
    }
    return largest;
}

/* The variance of a row whose elements, mostly 0, are divided by `unit`. */
static double row_variance(const struct topomap_graph *graph, uint32_t rank, double sum,
                           double unit)
{
    double n = graph->ranks, mean = sum / unit / n;
    size_t filled = graph->offset[rank + 1] - graph->offset[rank] + 1;
    double own = (double)self_bytes(graph, rank) / unit - mean;
    double squares = own * own + (n - (double)filled) * mean * mean;

    for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
        double off = (double)graph->bytes[e] / unit - mean;

        squares += off * off;
    }
    return squares / n;
}

/* The smallest radius around the diagonal within which row `rank` has half of its sum. */
static uint32_t half_radius(const struct topomap_graph *graph, uint32_t rank, uint64_t sum)
{
    uint64_t inside = self_bytes(graph, rank);
    size_t first = graph->offset[rank], end = graph->offset[rank + 1];
    size_t right = first, left;
    uint32_t radius = 0;

    while (right < end && graph->target[right] < rank)
        right++;
    left = right; /* the next element to the left is left - 1 */
    while (inside < sum - inside) {
        uint32_t left_gap = left > first ? rank - graph->target[left - 1] : UINT32_MAX;
        uint32_t right_gap = right < end ? graph->target[right] - rank : UINT32_MAX;

        if (left_gap <= right_gap) {
            radius = left_gap;
            inside += graph->bytes[--left];
        } else {
            radius = right_gap;
            inside += graph->bytes[right++];
        }
    }
    return radius;
}

/* The columns from one end of the band to the other, inside the matrix. */
static uint32_t band_width(uint32_t ranks, uint32_t rank, uint32_t radius)
{
    uint32_t low = rank > radius ? rank - radius : 0;
    uint32_t high = ranks - 1 - rank > radius ? rank + radius : ranks - 1;

    return high - low;
}

static uint64_t neighbour_bytes(const struct topomap_graph *graph)
{
    uint64_t bytes = 0;

    for (uint32_t r = 0; r < graph->ranks; r++) {
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
            if (graph->target[e] + 1 == r || r + 1 == graph->target[e])
                bytes += graph->bytes[e];
        }
    }
    return bytes;
}

int topomap_graph_metrics_compute(const struct topomap_graph *graph,
                              struct topomap_graph_metrics *metrics, struct topomap_error *error)
{
    uint64_t *sum = array_raw(graph->ranks, sizeof *sum);
    double unit = (double)largest_element(graph), n = graph->ranks;
    double total = 0, largest = 0, band = 0, variance = 0;

    if (!sum)
        return error_memory(error);
    *metrics = (struct topomap_graph_metrics){0};
    for (uint32_t r = 0; r < graph->ranks; r++) {
        sum[r] = row_sum(graph, r);
        total += (double)sum[r];
        if ((double)sum[r] > largest)
            largest = (double)sum[r];
    }
    for (uint32_t r = 0; total > 0 && r < graph->ranks; r++) {
        band += band_width(graph->ranks, r, half_radius(graph, r, sum[r]));
        variance += row_variance(graph, r, (double)sum[r], unit);
    }
    free(sum);
    if (total > 0)
        *metrics = (struct topomap_graph_metrics){
            .amount = total / n / n,
            .balance = 1 - total / n / largest,
            .centrality = band / n / n,
            .heterogeneity = variance / n,
            .neighbour = 1 - (double)neighbour_bytes(graph) / total,
        };
    return 0;
}

double topomap_graph_split(const struct topomap_graph *graph, uint32_t k)
{
    uint64_t inside = 0, total = graph->total_bytes;

    for (uint32_t r = 0; r < graph->ranks; r++) {
        inside += self_bytes(graph, r);
        total += self_bytes(graph, r);
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++) {
            if (graph->target[e] / k == r / k)
                inside += graph->bytes[e];
        }
    }
    return total ? 1 - (double)inside / (double)total : 0;
}
