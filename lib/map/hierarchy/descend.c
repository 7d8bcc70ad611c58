/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/descend.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "map/hierarchy/mirror.h"

#include <stdlib.h>
#include <string.h>

/* A part of the graph to be mapped below a vertex of the hierarchy. */
struct waiting {
    struct partition_graph graph;
    uint32_t vertex;
};

struct descent {
    const struct hierarchy *hierarchy;
    const struct descend_load *load;
    uint64_t seed;
    uint32_t *node;        /* the result */
    uint32_t *part;        /* [vertices] */
    uint32_t *class;       /* [vertices] */
    struct mirror *mirror; /* NULL: branches are all alike */
    struct waiting *queue; /* level by level, so that orientation finds others as far */
    size_t head;
    size_t tail;
    size_t capacity;
};

/* The nodes of branch `i`: a child of an inner vertex, or one node of a leaf. */
static struct hierarchy_vertex branch_of(const struct hierarchy *h, uint32_t vertex, uint32_t i)
{
    const struct hierarchy_vertex *v = &h->vertex[vertex];

    return v->children ? h->vertex[v->child + i]
                       : (struct hierarchy_vertex){.first = v->first + i, .count = 1};
}

static void add_up(const struct descent *d, uint32_t vertex, uint32_t branches, uint32_t *capacity,
                   uint32_t *demand)
{
    for (uint32_t i = 0; i < branches; i++) {
        struct hierarchy_vertex branch = branch_of(d->hierarchy, vertex, i);

        for (uint32_t k = branch.first; k < branch.first + branch.count; k++) {
            uint32_t node = d->hierarchy->order[k];

            capacity[i] += d->load->tasks[node];
            if (demand)
                demand[(size_t)d->load->node_class[node] * branches + i] += d->load->tasks[node];
        }
    }
}

/* Halves can be exchanged with few repairs if two branches have about the same size. */
static bool turnable(const struct descent *d, const struct waiting *at, const uint32_t *capacity)
{
    uint32_t less = capacity[0] < capacity[1] ? capacity[0] : capacity[1];
    uint32_t more = capacity[0] < capacity[1] ? capacity[1] : capacity[0];

    return d->mirror && d->hierarchy->vertex[at->vertex].children == 2 &&
           less >= more - (uint32_t)(more * tuning(TUNING_HALVES_TOLERANCE));
}

/* Exchange the halves of the bisection in d->part if that brings them nearer to their
 * neighbours. */
static int turn(struct descent *d, const struct waiting *at, const uint32_t *capacity,
                const struct partition_classes *classes, struct topomap_error *error)
{
    if (!mirror_flips(d->mirror, &at->graph, at->vertex, d->part))
        return 0;
    for (uint32_t v = 0; v < at->graph.vertices; v++)
        d->part[v] = !d->part[v];
    return partition_settle(&at->graph, 2, capacity, classes, d->part, error);
}

/* Partition a waiting graph among the branches of its vertex, into d->part. */
static int spread(struct descent *d, const struct waiting *at, uint32_t branches,
                  struct topomap_error *error)
{
    bool classes = d->load->classes > 1;
    uint32_t *capacity = array_new(branches, sizeof *capacity);
    uint32_t *demand = NULL;
    size_t size;
    int result = -1;

    if (classes && !__builtin_mul_overflow((size_t)d->load->classes, (size_t)branches, &size))
        demand = array_new(size, sizeof *demand);
    if (!capacity || (classes && !demand)) {
        error_memory(error);
    } else {
        struct partition_classes exact = {d->load->classes, d->class, demand};

        add_up(d, at->vertex, branches, capacity, demand);
        for (uint32_t v = 0; classes && v < at->graph.vertices; v++)
            d->class[v] = d->load->class[partition_graph_id(&at->graph, v)];
        result = partition_exact(&at->graph, branches, capacity, classes ? &exact : NULL,
                                 PARTITION_RECURSIVE, d->seed, d->part, error);
        if (result == 0 && branches == 2 && turnable(d, at, capacity))
            result = turn(d, at, capacity, classes ? &exact : NULL, error);
    }
    free(capacity);
    free(demand);
    return result;
}

static int push_children(struct descent *d, const struct waiting *at, uint32_t children,
                         struct topomap_error *error)
{
    struct partition_graph *pieces = array_new(children, sizeof *pieces);
    int result = -1;

    if (!pieces || array_grow(&d->queue, &d->capacity, d->tail + children, sizeof *d->queue) < 0) {
        error_memory(error);
    } else if (partition_graph_split(&at->graph, children, d->part, pieces, error) == 0) {
        for (uint32_t i = 0; i < children; i++)
            d->queue[d->tail++] =
                (struct waiting){pieces[i], d->hierarchy->vertex[at->vertex].child + i};
        result = 0;
    }
    free(pieces);
    return result;
}

static int place(struct descent *d, const struct waiting *at, struct topomap_error *error)
{
    const struct hierarchy_vertex *vertex = &d->hierarchy->vertex[at->vertex];

    if (vertex->count == 1)
        memset(d->part, 0, at->graph.vertices * sizeof *d->part);
    else if (spread(d, at, vertex->children ? vertex->children : vertex->count, error) < 0)
        return -1;
    if (d->mirror && vertex->children)
        mirror_move(d->mirror, &at->graph, at->vertex, d->part);
    if (vertex->children)
        return push_children(d, at, vertex->children, error);
    for (uint32_t v = 0; v < at->graph.vertices; v++)
        d->node[partition_graph_id(&at->graph, v)] =
            d->hierarchy->order[vertex->first + d->part[v]];
    return 0;
}

static int run(struct descent *d, const struct partition_graph *graph, struct topomap_error *error)
{
    struct partition_graph view = *graph;
    int result;

    view.memory = NULL;
    result = place(d, &(struct waiting){view, 0}, error);
    while (d->head < d->tail) {
        struct waiting at = d->queue[d->head++];

        if (result == 0)
            result = place(d, &at, error);
        partition_graph_free(&at.graph);
    }
    return result;
}

int descend(const struct partition_graph *graph, const struct hierarchy *hierarchy,
            const struct descend_load *load, const struct topomap_allocation *allocation,
            uint64_t seed, uint32_t *node, struct topomap_error *error)
{
    struct mirror mirror = {0};
    struct descent d = {
        .hierarchy = hierarchy,
        .load = load,
        .seed = seed,
        .node = node,
        .part = array_raw(graph->vertices, sizeof *d.part),
        .class = array_raw(graph->vertices, sizeof *d.class),
        .mirror = allocation ? &mirror : NULL,
    };
    int result;

    if (!d.part || !d.class)
        result = error_memory(error);
    else if (d.mirror && mirror_init(&mirror, allocation, hierarchy, graph, error) < 0)
        result = -1;
    else
        result = run(&d, graph, error);
    if (d.mirror)
        mirror_free(&mirror);
    free(d.part);
    free(d.class);
    free(d.queue);
    return result;
}
