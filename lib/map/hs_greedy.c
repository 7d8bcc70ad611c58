/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hoefler and Snir's greedy mapping: of all pairs of a placed and an unplaced rank, the one with
 * most traffic between them comes next; its rank goes on the node that is being filled, then on
 * the nearest to it with room.
 */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

#define MOST_NODES 16384 /* going from node to node takes O(nodes^2) distances */

/* A rank that communicates with a placed one. */
struct pair {
    double weight;
    uint32_t rank;
};

struct greedy {
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation;
    uint32_t *room;      /* [nodes] */
    struct pair *busiest; /* [ranks]: all traffic of each, heaviest first */
    struct pair *heap;   /* [pairs]: the heaviest on top; those placed meanwhile are skipped */
    size_t pairs;
    uint32_t *placement;
};

/* Heavier pairs first; among equals the lowest rank. */
static bool before(const struct pair *a, const struct pair *b)
{
    return a->weight > b->weight || (a->weight == b->weight && a->rank < b->rank);
}

static int compare(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;

    return before(a, b) ? -1 : before(b, a);
}

static void push(struct greedy *g, struct pair pair)
{
    size_t at = g->pairs++;

    for (; at > 0 && before(&pair, &g->heap[(at - 1) / 2]); at = (at - 1) / 2)
        g->heap[at] = g->heap[(at - 1) / 2];
    g->heap[at] = pair;
}

static struct pair pop(struct greedy *g)
{
    struct pair top = g->heap[0];
    struct pair last = g->heap[--g->pairs];
    size_t at = 0;

    for (;;) {
        size_t child = 2 * at + 1;

        if (child + 1 < g->pairs && before(&g->heap[child + 1], &g->heap[child]))
            child++;
        if (child >= g->pairs || !before(&g->heap[child], &last))
            break;
        g->heap[at] = g->heap[child];
        at = child;
    }
    if (g->pairs)
        g->heap[at] = last;
    return top;
}

/* The nearest node to `from` with room, which may be `from` itself. */
static uint32_t nearest(const struct greedy *g, uint32_t from)
{
    uint32_t best = from;
    uint32_t best_hops = UINT32_MAX;

    if (g->room[from])
        return from;
    for (uint32_t node = 0; node < g->allocation->nodes; node++) {
        uint32_t hops;

        if (!g->room[node])
            continue;
        hops = allocation_distance(g->allocation, from, node);
        if (hops < best_hops) {
            best = node;
            best_hops = hops;
        }
    }
    return best;
}

static void place(struct greedy *g, uint32_t rank, uint32_t node)
{
    const struct topomap_graph *graph = g->graph;

    g->placement[rank] = node;
    g->room[node]--;
    for (size_t e = graph->near_offset[rank]; e < graph->near_offset[rank + 1]; e++) {
        if (g->placement[graph->near[e]] == UINT32_MAX)
            push(g, (struct pair){graph->weight[e], graph->near[e]});
    }
}

static void run(struct greedy *g)
{
    uint32_t node = 0;
    uint32_t seeds = 0;

    for (uint32_t placed = 0; placed < g->graph->ranks; placed++) {
        uint32_t rank = UINT32_MAX;

        while (g->pairs && (rank == UINT32_MAX || g->placement[rank] != UINT32_MAX))
            rank = pop(g).rank;
        while (rank == UINT32_MAX || g->placement[rank] != UINT32_MAX)
            rank = g->busiest[seeds++].rank;
        node = nearest(g, node);
        place(g, rank, node);
    }
}

static void start(struct greedy *g)
{
    for (uint32_t node = 0; node < g->allocation->nodes; node++)
        g->room[node] = g->allocation->tasks[node];
    for (uint32_t r = 0; r < g->graph->ranks; r++) {
        g->placement[r] = UINT32_MAX;
        g->busiest[r] = (struct pair){0, r};
        for (size_t e = g->graph->near_offset[r]; e < g->graph->near_offset[r + 1]; e++)
            g->busiest[r].weight += g->graph->weight[e];
    }
    qsort(g->busiest, g->graph->ranks, sizeof *g->busiest, compare);
}

static int map_hs_greedy(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = job->graph->ranks;
    struct greedy g = {.graph = job->graph, .allocation = job->allocation, .placement = placement};

    if (job->allocation->nodes > MOST_NODES)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the work grows as the square of the nodes, and %u are more than %d",
                         job->allocation->nodes, MOST_NODES);
    g.room = array_raw(job->allocation->nodes, sizeof *g.room);
    g.busiest = array_raw(ranks, sizeof *g.busiest);
    g.heap = array_raw(job->graph->near_offset[ranks] / 2, sizeof *g.heap);
    if (g.room && g.busiest && g.heap) {
        start(&g);
        run(&g);
    }
    free(g.room);
    free(g.busiest);
    free(g.heap);
    return g.room && g.busiest && g.heap ? 0 : error_memory(error);
}

const struct map_algorithm algorithm_hs_greedy = {
    .about = {
        .name = "hs-greedy",
        .summary = "the rank with the heaviest edge to a placed one comes next, on the node being "
                   "filled or the nearest to it",
        .source = SOURCE_HOEFLER ", Algorithm 1",
        .needs = "any network",
        .complexity = "O(e log e + m^2)",
    },
    .map = map_hs_greedy,
};
