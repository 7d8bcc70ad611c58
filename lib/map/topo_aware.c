/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/embed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORK (UINT64_C(1) << 27)

/*
 * The estimates of one vertex: its cost on each place, by its placed neighbours. They are a table
 * of all places. With embed->near they cover some nearby places only, and are computed anew after
 * each change.
 */
struct estimates {
    double *cost;   /* [places]; NULL: no neighbour is placed, all are 0; or no table */
    double sum;     /* over the free places that fit */
    double least;
    uint32_t place; /* the first of the least; once it is taken, `least` is a lower bound */
};

struct topo {
    struct embed embed;
    struct estimates *row; /* [vertices] */
    uint32_t *free;        /* [classes]: number of free places; one element without classes */
    uint32_t *hops;        /* [places]: from the place taken last */
    uint32_t *open;        /* [places]: the free ones, ascending */
    uint32_t opens;
};

static uint32_t class_of(const struct topo *t, uint32_t vertex)
{
    return t->embed.class ? t->embed.class[vertex] : 0;
}

/* The loss if the vertex gets an average place instead of the best one. */
static double criticality(const struct topo *t, uint32_t vertex)
{
    const struct estimates *row = &t->row[vertex];

    return row->cost ? row->sum / t->free[class_of(t, vertex)] - row->least : 0;
}

static void sum_up(struct topo *t, uint32_t vertex)
{
    struct estimates *row = &t->row[vertex];

    row->sum = 0;
    row->least = INFINITY;
    for (uint32_t i = 0; i < t->opens; i++) {
        uint32_t p = t->open[i];

        if (!embed_fits(&t->embed, vertex, p))
            continue;
        row->sum += row->cost[p];
        if (row->cost[p] < row->least) {
            row->least = row->cost[p];
            row->place = p;
        }
    }
}

/* The waiting vertex with the greatest criticality, of those the one with the strongest bond. */
static uint32_t seems_most_critical(const struct topo *t)
{
    const struct embed *e = &t->embed;
    uint32_t best = e->queue[0];
    double most = criticality(t, best);

    for (uint32_t i = 1; i < e->waiting; i++) {
        uint32_t v = e->queue[i];
        double value = criticality(t, v);

        if (value < most || (value == most && e->bond[v] < e->bond[best]) ||
            (value == most && e->bond[v] == e->bond[best] && v > best))
            continue;
        most = value;
        best = v;
    }
    return best;
}

/* Where the best place was taken, criticality is too high until the row is summed up again. Most
 * rows never come first before they change or are placed, and need not be. */
static uint32_t most_critical(struct topo *t)
{
    uint32_t best = seems_most_critical(t);

    while (t->row[best].cost && t->embed.room[t->row[best].place] == 0) {
        sum_up(t, best);
        best = seems_most_critical(t);
    }
    return best;
}

static uint32_t first_place(struct embed *e, uint32_t vertex)
{
    uint32_t place = embed_free_right(e, 0);

    while (!embed_fits(e, vertex, place))
        place = embed_free_right(e, place + 1);
    return place;
}

static uint32_t best_place(struct topo *t, uint32_t vertex)
{
    return t->row[vertex].cost ? t->row[vertex].place : first_place(&t->embed, vertex);
}

/* Remove a taken place from all sums. */
static void leave_out(struct topo *t, uint32_t place)
{
    struct embed *e = &t->embed;
    uint32_t at = 0;

    while (t->open[at] != place)
        at++;
    t->opens--;
    memmove(t->open + at, t->open + at + 1, (t->opens - at) * sizeof *t->open);

    for (uint32_t i = 0; i < e->waiting; i++) {
        struct estimates *row = &t->row[e->queue[i]];

        if (!row->cost || !embed_fits(e, e->queue[i], place))
            continue;
        row->sum -= row->cost[place];
    }
}

/* Update the estimates of the neighbours of the vertex just placed. */
static int add_costs(struct topo *t, uint32_t vertex, uint32_t place)
{
    struct embed *e = &t->embed;
    const struct partition_graph *g = &e->graph;

    for (uint32_t i = 0; i < t->opens; i++)
        t->hops[t->open[i]] = embed_distance(e, t->open[i], place);
    for (size_t i = g->offset[vertex]; i < g->offset[vertex + 1]; i++) {
        uint32_t other = g->target[i];
        struct estimates *row = &t->row[other];

        if (e->place[other] != EMBED_NONE)
            continue;
        if (!row->cost)
            row->cost = array_new(e->places, sizeof *row->cost);
        if (!row->cost)
            return -1;
        for (uint32_t k = 0; k < t->opens; k++)
            row->cost[t->open[k]] += g->weight[i] * t->hops[t->open[k]];
        sum_up(t, other);
    }
    return 0;
}

static int run_table(struct topo *t)
{
    struct embed *e = &t->embed;

    for (uint32_t p = 0; p < e->places; p++) {
        t->open[t->opens++] = p;
        t->free[e->class ? e->node_class[e->order[p]] : 0]++;
    }
    while (e->waiting && !map_late(e->job)) {
        uint32_t vertex = most_critical(t);
        uint32_t place = best_place(t, vertex);

        embed_put(e, vertex, place);
        t->free[class_of(t, vertex)]--;
        free(t->row[vertex].cost);
        t->row[vertex].cost = NULL;
        leave_out(t, place);
        if (add_costs(t, vertex, place) < 0)
            return -1;
    }
    return 0;
}

/* Estimate the nearby places; the vertex is queued by its criticality. */
static void estimate(struct topo *t, uint32_t vertex)
{
    struct embed *e = &t->embed;
    struct estimates *row = &t->row[vertex];

    embed_look(e, vertex, 0);
    row->sum = 0;
    row->least = INFINITY;
    for (uint32_t i = 0; i < e->candidates; i++) {
        double cost = embed_cost(e, e->candidate[i]);

        row->sum += cost;
        if (cost < row->least) {
            row->least = cost;
            row->place = e->candidate[i];
        }
    }
    embed_rebond(e, vertex, row->sum / e->candidates - row->least);
}

static void run_near(struct topo *t)
{
    struct embed *e = &t->embed;
    const struct partition_graph *g = &e->graph;
    uint32_t last = 0;

    while (e->waiting && !map_late(e->job)) {
        uint32_t vertex = embed_next(e);

        if (e->bond[vertex] > 0 && e->room[t->row[vertex].place] == 0) {
            estimate(t, vertex);
            continue;
        }
        embed_look(e, vertex, last);
        last = e->bond[vertex] > 0 ? t->row[vertex].place : embed_cheapest(e);
        embed_put(e, vertex, last);
        for (size_t i = g->offset[vertex]; i < g->offset[vertex + 1]; i++) {
            if (e->place[g->target[i]] == EMBED_NONE)
                estimate(t, g->target[i]);
        }
    }
}

/* What the deadline leaves over. */
static void put_rest(struct embed *e)
{
    while (e->waiting) {
        uint32_t vertex = embed_next(e);

        embed_put(e, vertex, first_place(e, vertex));
    }
}

static int run(struct topo *t)
{
    t->row = array_new(t->embed.vertices, sizeof *t->row);
    t->free = array_new(t->embed.places, sizeof *t->free);
    t->hops = array_raw(t->embed.places, sizeof *t->hops);
    t->open = array_raw(t->embed.places, sizeof *t->open);
    if (!t->row || !t->free || !t->hops || !t->open)
        return -1;
    if (t->embed.near)
        run_near(t);
    else if (run_table(t) < 0)
        return -1;
    put_rest(&t->embed);
    return 0;
}

/* Without a table, each newly placed neighbour makes all bonds of a vertex be added up again,
 * for some dozens of places. That is too much work with dense graphs. */
static bool too_dense(const struct embed *e)
{
    uint64_t work = 0;

    for (uint32_t v = 0; v < e->vertices && e->near; v++) {
        uint64_t degree = e->graph.offset[v + 1] - e->graph.offset[v];

        work += degree * degree;
    }
    return work > MAX_WORK;
}

static int map_topo_aware(const struct map_job *job, struct map_result *out,
                          struct topomap_error *error)
{
    struct topo t = {0};
    int result;

    if (embed_init(&t.embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    if (too_dense(&t.embed)) {
        error_set(error, TOPOMAP_IMPOSSIBLE,
                  "topo-aware would take too long: its work is cubic where most of %u nodes "
                  "communicate", t.embed.places);
        embed_free(&t.embed);
        return -1;
    }
    result = run(&t);
    if (result == 0)
        embed_write(&t.embed, out->placement);
    else
        error_memory(error);
    for (uint32_t v = 0; t.row && v < t.embed.vertices; v++)
        free(t.row[v].cost);
    free(t.row);
    free(t.free);
    free(t.hops);
    free(t.open);
    embed_free(&t.embed);
    return result;
}

const struct map_algorithm algorithm_topo_aware = {
    .about = {
        .name = "topo-aware",
        .summary = "the group of ranks that would lose most on any other node comes next (TopoLB, "
                   "first-order estimates)",
        .source = "Agarwal, Sharma, Kale: Topology-aware task mapping for reducing communication "
                  "contention on large parallel machines, IPDPS 2006; as in "
                  SOURCE_MAPPING_MATTERS,
        .needs = "any network",
        .complexity = "O(m e + m^2), beyond 4096 nodes O(e d) with d neighbours a group",
    },
    .map = map_topo_aware,
};
