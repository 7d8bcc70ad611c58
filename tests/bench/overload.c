/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "bench/judge.h"

#include <float.h>
#include <stdlib.h>

struct overload {
    const struct bench_case *bench;
    uint32_t *placement;
    uint32_t *load;    /* [nodes] */
    uint32_t *rank;    /* ranks, node after node in the original placement */
    uint32_t *first;   /* [nodes+1] */
    uint32_t *open;    /* nodes with room */
    uint32_t openings;
};

static void count_loads(const struct bench_case *bench, const uint32_t *placement, uint32_t *load)
{
    for (uint32_t r = 0; r < bench->graph->ranks; r++)
        load[placement[r]]++;
}

uint32_t overload_count(const struct bench_case *bench, const uint32_t *placement)
{
    const struct topomap_allocation *a = bench->allocation;
    uint32_t *load = array_new(a->nodes, sizeof *load), over = 0;

    if (!load)
        return UINT32_MAX;
    count_loads(bench, placement, load);
    for (uint32_t n = 0; n < a->nodes; n++)
        over += load[n] > a->tasks[n] ? load[n] - a->tasks[n] : 0;
    free(load);
    return over;
}

/* What moving `rank` to `node` adds to the hop-bytes. */
static double added(const struct overload *o, uint32_t rank, uint32_t node)
{
    const struct topomap_graph *g = o->bench->graph;
    const struct topomap_allocation *a = o->bench->allocation;
    double sum = 0;

    for (size_t e = g->pair_offset[rank]; e < g->pair_offset[rank + 1]; e++) {
        uint32_t at = o->placement[g->partner[e]];

        sum += g->weight[e] * ((double)allocation_distance(a, node, at) -
                               (double)allocation_distance(a, o->placement[rank], at));
    }
    return sum;
}

/* Move the rank of the overfull `node` that is cheapest to move. */
static void relieve(struct overload *o, uint32_t node)
{
    const struct topomap_allocation *a = o->bench->allocation;
    uint32_t best_rank = 0, best_open = 0;
    double best = DBL_MAX;

    for (uint32_t i = o->first[node]; i < o->first[node + 1]; i++) {
        if (o->placement[o->rank[i]] != node)
            continue;
        for (uint32_t j = 0; j < o->openings; j++) {
            double cost = added(o, o->rank[i], o->open[j]);

            if (cost < best) {
                best = cost;
                best_rank = o->rank[i];
                best_open = j;
            }
        }
    }
    node = o->open[best_open];
    o->load[o->placement[best_rank]]--;
    o->placement[best_rank] = node;
    if (++o->load[node] == a->tasks[node])
        o->open[best_open] = o->open[--o->openings];
}

static void sort_ranks(struct overload *o)
{
    const struct topomap_allocation *a = o->bench->allocation;
    uint32_t ranks = o->bench->graph->ranks;

    for (uint32_t r = 0; r < ranks; r++)
        o->first[o->placement[r] + 1]++;
    for (uint32_t n = 0; n < a->nodes; n++)
        o->first[n + 1] += o->first[n];
    for (uint32_t r = ranks; r-- > 0;)
        o->rank[o->first[o->placement[r]] + --o->load[o->placement[r]]] = r;
    count_loads(o->bench, o->placement, o->load);
}

int overload_repair(const struct bench_case *bench, uint32_t *placement,
                    struct topomap_error *error)
{
    const struct topomap_allocation *a = bench->allocation;
    struct overload o = {.bench = bench, .placement = placement};
    int result = 0;

    o.load = array_new(a->nodes, sizeof *o.load);
    o.rank = array_raw(bench->graph->ranks, sizeof *o.rank);
    o.first = array_new((size_t)a->nodes + 1, sizeof *o.first);
    o.open = array_raw(a->nodes, sizeof *o.open);
    if (!o.load || !o.rank || !o.first || !o.open) {
        result = error_memory(error);
    } else {
        count_loads(bench, placement, o.load);
        sort_ranks(&o);
        for (uint32_t n = 0; n < a->nodes; n++) {
            if (o.load[n] < a->tasks[n])
                o.open[o.openings++] = n;
        }
        for (uint32_t n = 0; n < a->nodes; n++) {
            while (o.load[n] > a->tasks[n])
                relieve(&o, n);
        }
    }
    free(o.load);
    free(o.rank);
    free(o.first);
    free(o.open);
    return result;
}
