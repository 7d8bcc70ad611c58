/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "bench/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NEAR 8            /* near nodes considered for each node */
#define WARM 0.5          /* initial temperatures, in mean volumes of a rank */
#define HOT 4.0
#define COOLING 5e-3      /* final temperature, relative to the initial one */
#define MOVES_A_LOOK 4096 /* moves between two looks at the clock */

struct anneal {
    const struct bench_case *bench;
    struct random random;
    uint32_t *place;  /* [ranks]: node */
    uint32_t *best;   /* [ranks] */
    uint32_t *member; /* [ranks]: ranks, node after node */
    uint32_t *slot;   /* [ranks]: place in `member` */
    uint32_t *near;   /* [nodes][NEAR] nearest other nodes */
    double cost, best_cost;
};

static void anneal_free(struct anneal *s)
{
    free(s->place);
    free(s->best);
    free(s->member);
    free(s->slot);
    free(s->near);
}

/* The nearest nodes, by insertion; ties go to the lower number. */
static void find_near(struct anneal *s, uint32_t node)
{
    const struct topomap_allocation *a = s->bench->allocation;
    uint32_t *near = s->near + (size_t)node * NEAR;
    uint32_t found = 0;

    for (uint32_t other = 0; other < a->nodes; other++) {
        uint32_t far = allocation_distance(a, node, other);
        uint32_t i = found < NEAR ? found : NEAR - 1;

        if (other == node || !a->tasks[other] ||
            (found == NEAR && allocation_distance(a, node, near[i]) <= far))
            continue;
        while (i > 0 && allocation_distance(a, node, near[i - 1]) > far) {
            near[i] = near[i - 1];
            i--;
        }
        near[i] = other;
        found += found < NEAR;
    }
    for (; found < NEAR; found++)
        near[found] = node;
}

static int anneal_init(struct anneal *s, const struct bench_case *bench, const uint32_t *start)
{
    const struct topomap_allocation *a = bench->allocation;
    uint32_t *next = array_new(a->nodes, sizeof *next);

    *s = (struct anneal){.bench = bench};
    s->place = array_raw(a->ranks, sizeof *s->place);
    s->best = array_raw(a->ranks, sizeof *s->best);
    s->member = array_raw(a->ranks, sizeof *s->member);
    s->slot = array_raw(a->ranks, sizeof *s->slot);
    s->near = array_raw((size_t)a->nodes * NEAR, sizeof *s->near);
    if (!next || !s->place || !s->best || !s->member || !s->slot || !s->near) {
        free(next);
        return -1;
    }
    memcpy(s->place, start, a->ranks * sizeof *start);
    memcpy(s->best, start, a->ranks * sizeof *start);
    for (uint32_t r = 0; r < a->ranks; r++) {
        s->slot[r] = a->first[start[r]] + next[start[r]]++;
        s->member[s->slot[r]] = r;
    }
    free(next);
    for (uint32_t n = 0; n < a->nodes; n++)
        find_near(s, n);
    return 0;
}

/* What moving `rank` to `node` adds to the cost, without its partner `other`. */
static double change(const struct anneal *s, uint32_t rank, uint32_t node, uint32_t other)
{
    const struct topomap_graph *g = s->bench->graph;
    const struct topomap_allocation *a = s->bench->allocation;
    uint32_t from = s->place[rank];
    double sum = 0;

    for (size_t e = g->pair_offset[rank]; e < g->pair_offset[rank + 1]; e++) {
        uint32_t at = s->place[g->partner[e]];

        if (g->partner[e] != other)
            sum += g->weight[e] * ((double)allocation_distance(a, node, at) -
                                   (double)allocation_distance(a, from, at));
    }
    return sum;
}

/* Swap a rank with one on the node of one of its partners, or on a node near it. */
static void move(struct anneal *s, double temperature)
{
    const struct topomap_graph *g = s->bench->graph;
    const struct topomap_allocation *a = s->bench->allocation;
    uint32_t rank = random_below(&s->random, g->ranks);
    uint32_t degree = (uint32_t)(g->pair_offset[rank + 1] - g->pair_offset[rank]);
    uint32_t node, other, pick;
    double delta;

    if (!degree)
        return;
    node = s->place[g->partner[g->pair_offset[rank] + random_below(&s->random, degree)]];
    pick = random_below(&s->random, NEAR + 1);
    if (pick < NEAR)
        node = s->near[(size_t)node * NEAR + pick];
    if (node == s->place[rank])
        return;
    other = s->member[a->first[node] + random_below(&s->random, a->tasks[node])];
    delta = change(s, rank, node, other) + change(s, other, s->place[rank], rank);
    if (delta > 0 && random_unit(&s->random) >= exp(-delta / temperature))
        return;
    s->place[other] = s->place[rank];
    s->place[rank] = node;
    pick = s->slot[rank];
    s->slot[rank] = s->slot[other];
    s->slot[other] = pick;
    s->member[s->slot[rank]] = rank;
    s->member[s->slot[other]] = other;
    s->cost += delta;
}

static double mean_volume(const struct topomap_graph *g)
{
    double sum = 0;

    for (size_t e = 0; e < g->pair_offset[g->ranks]; e++)
        sum += g->weight[e];
    return sum / g->ranks;
}

/* One cooling. */
static void cool(struct anneal *s, double hot, double seconds)
{
    clock_t start = clock();

    for (double used = 0; used < 1;) {
        double temperature = hot * pow(COOLING, used);

        for (int i = 0; i < MOVES_A_LOOK; i++)
            move(s, temperature);
        if (s->cost < s->best_cost) {
            s->best_cost = s->cost;
            memcpy(s->best, s->place, s->bench->graph->ranks * sizeof *s->best);
        }
        used = (double)(clock() - start) / CLOCKS_PER_SEC / seconds;
    }
}

int anneal_run(const struct bench_case *bench, double seconds, uint64_t seed, uint32_t *placement,
               struct topomap_error *error)
{
    double volume = mean_volume(bench->graph);
    struct anneal s;

    if (anneal_init(&s, bench, placement) < 0) {
        anneal_free(&s);
        return error_memory(error);
    }
    random_seed(&s.random, seed);
    cool(&s, WARM * volume, seconds / 2);
    cool(&s, HOT * volume, seconds / 2);
    memcpy(placement, s.best, bench->graph->ranks * sizeof *placement);
    anneal_free(&s);
    return 0;
}
