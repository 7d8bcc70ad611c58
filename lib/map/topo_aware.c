/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/embed.h"

#include <math.h>
#include <stdlib.h>

/* The table of estimates has a row for every group with placed neighbours: beyond this many nodes
 * it could take more than 128 MiB. */
#define MAX_PLACES 4096

/* The estimates of one vertex: what placing it costs, by the neighbours that are placed. */
struct estimates {
    double *cost;   /* [places]; NULL: no neighbour is placed, all are 0 */
    double sum;     /* over the free places that fit */
    double least;
    uint32_t place; /* the first of the least */
};

struct topo {
    struct embed embed;
    struct estimates *row; /* [vertices] */
    uint32_t *free;        /* [classes]: number of free places; one element without classes */
    uint32_t *hops;        /* [places]: from the place taken last */
};

static uint32_t class_of(const struct topo *t, uint32_t vertex)
{
    return t->embed.class ? t->embed.class[vertex] : 0;
}

/* How much is lost if the vertex gets any place instead of the best one. */
static double criticality(const struct topo *t, uint32_t vertex)
{
    const struct estimates *row = &t->row[vertex];

    return row->cost ? row->sum / t->free[class_of(t, vertex)] - row->least : 0;
}

static void sum_up(struct topo *t, uint32_t vertex)
{
    struct embed *e = &t->embed;
    struct estimates *row = &t->row[vertex];

    row->sum = 0;
    row->least = INFINITY;
    for (uint32_t p = embed_free_right(e, 0); p < e->places; p = embed_free_right(e, p + 1)) {
        if (!embed_fits(e, vertex, p))
            continue;
        row->sum += row->cost[p];
        if (row->cost[p] < row->least) {
            row->least = row->cost[p];
            row->place = p;
        }
    }
}

/* The waiting vertex with the greatest criticality, of those the one with the strongest bond. */
static uint32_t most_critical(const struct topo *t)
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

static uint32_t best_place(struct topo *t, uint32_t vertex)
{
    uint32_t place;

    if (t->row[vertex].cost)
        return t->row[vertex].place;
    place = embed_free_right(&t->embed, 0);
    while (!embed_fits(&t->embed, vertex, place))
        place = embed_free_right(&t->embed, place + 1);
    return place;
}

/* The place is taken: it is out of all sums. */
static void leave_out(struct topo *t, uint32_t place)
{
    struct embed *e = &t->embed;

    for (uint32_t i = 0; i < e->waiting; i++) {
        struct estimates *row = &t->row[e->queue[i]];

        if (!row->cost || !embed_fits(e, e->queue[i], place))
            continue;
        row->sum -= row->cost[place];
        if (row->place == place)
            sum_up(t, e->queue[i]);
    }
}

/* The neighbours of what was just placed know better what their places cost. */
static int add_costs(struct topo *t, uint32_t vertex, uint32_t place)
{
    struct embed *e = &t->embed;
    const struct partition_graph *g = &e->graph;

    for (uint32_t p = embed_free_right(e, 0); p < e->places; p = embed_free_right(e, p + 1))
        t->hops[p] = embed_distance(e, p, place);
    for (size_t i = g->offset[vertex]; i < g->offset[vertex + 1]; i++) {
        uint32_t other = g->target[i];
        struct estimates *row = &t->row[other];

        if (e->place[other] != EMBED_NONE)
            continue;
        if (!row->cost)
            row->cost = array_new(e->places, sizeof *row->cost);
        if (!row->cost)
            return -1;
        for (uint32_t p = embed_free_right(e, 0); p < e->places; p = embed_free_right(e, p + 1))
            row->cost[p] += g->weight[i] * t->hops[p];
        sum_up(t, other);
    }
    return 0;
}

static int run(struct topo *t)
{
    struct embed *e = &t->embed;

    for (uint32_t p = 0; p < e->places; p++)
        t->free[e->class ? e->node_class[e->order[p]] : 0]++;
    while (e->waiting) {
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

static int map_topo_aware(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);
    struct topo t = {0};
    int result = -1;

    if (!hierarchy)
        return -1;
    if (hierarchy->nodes > MAX_PLACES)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "%u nodes are too many for topo-aware, which compares all with all "
                         "(limit %u)",
                         hierarchy->nodes, MAX_PLACES);
    if (embed_init(&t.embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    t.row = array_new(t.embed.vertices, sizeof *t.row);
    t.free = array_new(t.embed.places, sizeof *t.free);
    t.hops = array_raw(t.embed.places, sizeof *t.hops);
    if (t.row && t.free && t.hops && run(&t) == 0) {
        embed_write(&t.embed, placement);
        result = 0;
    } else {
        error_memory(error);
    }
    for (uint32_t v = 0; t.row && v < t.embed.vertices; v++)
        free(t.row[v].cost);
    free(t.row);
    free(t.free);
    free(t.hops);
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
        .complexity = "O(m e + m^2), memory O(m^2): at most 4096 nodes",
    },
    .map = map_topo_aware,
};
