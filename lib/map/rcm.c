/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reverse Cuthill-McKee: graph and network are both ordered so that neighbours stand close
 * together, and the orders are matched. Cuthill, McKee: Reducing the bandwidth of sparse symmetric
 * matrices, 1969; starting vertices by George, Liu, ACM Trans. Math. Software 5(3), 1979. Both
 * orders would be reversed, so neither is.
 */
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"

#include <stdlib.h>

#define MOST_NODES 8192 /* ordering nodes takes O(nodes^2) distances */
#define MOST_STARTS 8   /* searches for a starting vertex */

/* The vertices to order, with their neighbours. */
struct ordering {
    uint32_t vertices;
    /* Write the neighbours of `v`, in any order, to `out` [vertices]; returns how many. */
    uint32_t (*neighbours)(const struct ordering *ordering, uint32_t v, uint32_t *out);
    const struct partition_graph *graph; /* of graphs */
    const struct topomap_allocation *allocation; /* of networks */
    const uint32_t *node;                /* [vertices]: allocated nodes, of networks */
    uint32_t *nearest;                   /* [vertices]: distance of the nearest other one */
    uint32_t *degree;                    /* [vertices] */
    uint32_t *order;                     /* [vertices]: the answer */
    uint32_t placed;                     /* length of the order so far */
    uint32_t *seen;                      /* [vertices]: last search that visited it; PLACED */
    uint32_t *queue;                     /* [vertices] */
    uint32_t *list;                      /* [vertices] */
    uint64_t *scratch;                   /* [vertices] */
    uint32_t searches;
};

#define PLACED UINT32_MAX

static uint32_t graph_neighbours(const struct ordering *o, uint32_t v, uint32_t *out)
{
    uint32_t count = 0;

    for (size_t e = o->graph->offset[v]; e < o->graph->offset[v + 1]; e++)
        out[count++] = o->graph->target[e];
    return count;
}

static uint32_t distance(const struct ordering *o, uint32_t v, uint32_t w)
{
    return allocation_distance(o->allocation, o->node[v], o->node[w]);
}

/* Each node is linked to the nodes nearest to it. */
static uint32_t node_neighbours(const struct ordering *o, uint32_t v, uint32_t *out)
{
    uint32_t count = 0;

    for (uint32_t w = 0; w < o->vertices; w++) {
        uint32_t hops;

        if (w == v || o->seen[w] == PLACED)
            continue;
        hops = distance(o, v, w);
        if (hops == o->nearest[v] || hops == o->nearest[w])
            out[count++] = w;
    }
    return count;
}

static void find_nearest(struct ordering *o)
{
    for (uint32_t v = 0; v < o->vertices; v++)
        o->nearest[v] = UINT32_MAX;
    for (uint32_t v = 0; v < o->vertices; v++) {
        for (uint32_t w = 0; w < v; w++) {
            uint32_t hops = distance(o, v, w);

            o->nearest[v] = hops < o->nearest[v] ? hops : o->nearest[v];
            o->nearest[w] = hops < o->nearest[w] ? hops : o->nearest[w];
        }
    }
}

/* Search from `from`: the height of the tree, and in *end a vertex of least degree among those
 * farthest away. */
static uint32_t height(struct ordering *o, uint32_t from, uint32_t *end)
{
    uint32_t search = ++o->searches;
    uint32_t head = 0, tail = 1, level_end = 1, levels = 0;

    o->queue[0] = *end = from;
    o->seen[from] = search;
    for (;;) {
        for (; head < level_end; head++) {
            uint32_t count = o->neighbours(o, o->queue[head], o->list);

            for (uint32_t i = 0; i < count; i++) {
                uint32_t w = o->list[i];

                if (o->seen[w] == PLACED || o->seen[w] == search)
                    continue;
                o->seen[w] = search;
                o->queue[tail++] = w;
            }
        }
        if (tail == level_end)
            return levels;
        levels++;
        *end = o->queue[head];
        for (uint32_t i = head; i < tail; i++) {
            if (o->degree[o->queue[i]] < o->degree[*end])
                *end = o->queue[i];
        }
        level_end = tail;
    }
}

/* A peripheral vertex of the component of `start`. */
static uint32_t rim(struct ordering *o, uint32_t start)
{
    uint32_t end;
    uint32_t best = height(o, start, &end);

    for (uint32_t i = 0; i < MOST_STARTS; i++) {
        uint32_t farther;
        uint32_t levels = height(o, end, &farther);

        if (levels <= best)
            break;
        best = levels;
        start = end;
        end = farther;
    }
    return start;
}

/* The start of the next component: an unordered vertex; in networks, the one nearest to the
 * last. */
static uint32_t next_start(const struct ordering *o)
{
    uint32_t best = UINT32_MAX;
    uint32_t best_hops = UINT32_MAX;

    for (uint32_t v = 0; v < o->vertices; v++) {
        uint32_t hops;

        if (o->seen[v] == PLACED)
            continue;
        hops = o->allocation && o->placed ? distance(o, o->order[o->placed - 1], v) : 0;
        if (hops < best_hops) {
            best = v;
            best_hops = hops;
        }
    }
    return best;
}

static void append(struct ordering *o, uint32_t v)
{
    o->order[o->placed++] = v;
    o->seen[v] = PLACED;
}

static void cuthill_mckee(struct ordering *o)
{
    uint32_t head = 0;

    for (uint32_t v = 0; v < o->vertices; v++)
        o->degree[v] = o->neighbours(o, v, o->list);
    while (o->placed < o->vertices) {
        append(o, rim(o, next_start(o)));
        for (; head < o->placed; head++) {
            uint32_t count = o->neighbours(o, o->order[head], o->list);
            uint32_t fresh = 0;

            for (uint32_t i = 0; i < count; i++) {
                if (o->seen[o->list[i]] != PLACED)
                    o->list[fresh++] = o->list[i];
            }
            hierarchy_sort(o->list, fresh, o->degree, o->scratch);
            for (uint32_t i = 0; i < fresh; i++)
                append(o, o->list[i]);
        }
    }
}

static void ordering_free(struct ordering *o)
{
    free(o->nearest);
    free(o->degree);
    free(o->order);
    free(o->seen);
    free(o->queue);
    free(o->list);
    free(o->scratch);
}

/* Order the vertices of `o`. ordering_free frees o->order; a failure has freed it. */
static int ordering_run(struct ordering *o, struct topomap_error *error)
{
    o->nearest = array_raw(o->vertices, sizeof *o->nearest);
    o->degree = array_raw(o->vertices, sizeof *o->degree);
    o->order = array_raw(o->vertices, sizeof *o->order);
    o->seen = array_new(o->vertices, sizeof *o->seen);
    o->queue = array_raw(o->vertices, sizeof *o->queue);
    o->list = array_raw(o->vertices, sizeof *o->list);
    o->scratch = array_raw(o->vertices, sizeof *o->scratch);
    if (!o->nearest || !o->degree || !o->order || !o->seen || !o->queue || !o->list ||
        !o->scratch) {
        ordering_free(o);
        return error_memory(error);
    }
    if (o->allocation)
        find_nearest(o);
    cuthill_mckee(o);
    return 0;
}

/* Assign groups in their order to nodes in theirs, each to the next node of its size. */
static int lay(const struct map_groups *groups, const struct ordering *ranks,
               const struct ordering *nodes, uint32_t *node, struct topomap_error *error)
{
    uint32_t *next = array_new(groups->classes, sizeof *next);

    if (!next)
        return error_memory(error);
    for (uint32_t i = 0; i < groups->count; i++) {
        uint32_t group = ranks->order[i];
        uint32_t class = groups->class[group];

        while (groups->node_class[nodes->node[nodes->order[next[class]]]] != class)
            next[class]++;
        node[group] = nodes->node[nodes->order[next[class]++]];
    }
    free(next);
    return 0;
}

static int order_both(const struct map_job *job, const struct map_groups *groups,
                      const uint32_t *node, uint32_t *of_group, struct topomap_error *error)
{
    struct ordering nodes = {.vertices = groups->count, .neighbours = node_neighbours,
                             .allocation = job->allocation, .node = node};
    struct ordering ranks = {.vertices = groups->count, .neighbours = graph_neighbours,
                             .graph = &groups->graph};
    double start = clock_seconds();
    int result;

    if (ordering_run(&nodes, error) < 0)
        return -1;
    map_phase(job, "node order", &start);
    if (ordering_run(&ranks, error) < 0) {
        ordering_free(&nodes);
        return -1;
    }
    result = lay(groups, &ranks, &nodes, of_group, error);
    ordering_free(&nodes);
    ordering_free(&ranks);
    map_phase(job, "mapping", &start);
    return result;
}

static int map_rcm(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    const struct map_groups *groups;
    uint32_t *node, *of_group;
    uint32_t count;
    int result = -1;

    if (job->allocation->nodes > MOST_NODES)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the work grows as the square of the nodes, and %u are more than %d",
                         job->allocation->nodes, MOST_NODES);
    groups = map_shared_groups(job, error);
    if (!groups)
        return -1;
    node = hierarchy_nodes(job->allocation, &count, error);
    if (!node)
        return -1;
    of_group = array_raw(count, sizeof *of_group);
    if (!of_group)
        error_memory(error);
    else
        result = order_both(job, groups, node, of_group, error);
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        out->placement[r] = of_group[groups->part[r]];
    free(of_group);
    free(node);
    return result;
}

const struct map_algorithm algorithm_rcm = {
    .about = {
        .name = "rcm",
        .summary = "groups of ranks, one a node, and the nodes, both in Cuthill and McKee's order",
        .source = SOURCE_HOEFLER,
        .needs = "any network",
        .complexity = "O(e log n + m^2)",
    },
    .map = map_rcm,
};
