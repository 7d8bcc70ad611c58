/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/innode.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/hierarchy/descend.h"
#include "search/descent.h"
#include "search/pairwise.h"

#include <stdlib.h>
#include <string.h>

/* Up to this number of ranks the distances of slots are tabled and the mapping is refined. */
#define REFINED_RANKS 256

/* Limit of the edges that refinement looks at, for each rank. */
#define WORK UINT64_C(100000)

/* The slots of a node as the leaves of its tree. */
struct slots {
    const struct topomap_nodetree *tree;
    const uint32_t *start; /* [count]: first PU */
};

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    const struct slots *slots = context;
    const struct nodetree_vertex *v = &slots->tree->vertex[tag];
    uint32_t children = 0;
    uint32_t end = 0;

    (void)order;
    for (uint32_t i = 0; i < v->children; i++) {
        const struct nodetree_vertex *child = &slots->tree->vertex[v->child + i];
        uint32_t begin = end;

        while (end < count && slots->start[first + end] < child->first + child->count)
            end++;
        if (end == begin)
            continue;
        tags[children] = v->child + i;
        ends[children++] = end;
    }
    /* If all slots are below one child, continue there. */
    if (children == 1)
        return split(context, tags[0], order, first, count, ends, tags);
    return children > 1 ? children : 1;
}

static struct hierarchy *slot_hierarchy(const struct slots *slots, uint32_t count,
                                        struct topomap_error *error)
{
    struct slots context = *slots;
    struct hierarchy_rule rule = {split, &context, 0};
    uint32_t *order = array_raw(count, sizeof *order);

    if (!order) {
        error_memory(error);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    return hierarchy_build(order, count, &rule, error);
}

/* ---- refinement -------------------------------------------------------------------------- */

/* Levels of the tree between slots, as distances. */
struct levels {
    uint32_t count;
    uint8_t *far; /* [count][count] */
};

static double between(const void *context, uint32_t a, uint32_t b)
{
    const struct levels *levels = context;

    return levels->far[(size_t)a * levels->count + b];
}

static double sum(const void *context, uint32_t slot, const uint32_t *at, const double *weight,
                  uint32_t count)
{
    const struct levels *levels = context;
    const uint8_t *far = levels->far + (size_t)slot * levels->count;
    double cost = 0;

    for (uint32_t i = 0; i < count; i++)
        cost += weight[i] * far[at[i]];
    return cost;
}

static const struct pairwise_metric metric = {between, sum};

/* Fill the levels: vertices in the order of their numbers come before those below them. */
static int fill_far(struct levels *levels, const struct hierarchy *h)
{
    uint8_t *height = array_new(h->vertices, sizeof *height);

    if (!height)
        return -1;
    for (uint32_t v = h->vertices; v-- > 0;) {
        height[v] = h->vertex[v].count > 1;
        for (uint32_t i = 0; i < h->vertex[v].children; i++) {
            uint8_t below = height[h->vertex[v].child + i];

            if (below >= height[v] && below < UINT8_MAX)
                height[v] = (uint8_t)(below + 1);
        }
    }
    for (uint32_t v = 0; v < h->vertices; v++) {
        uint32_t end = h->vertex[v].first + h->vertex[v].count;

        for (uint32_t a = h->vertex[v].first; a < end; a++) {
            for (uint32_t b = h->vertex[v].first; b < end; b++)
                levels->far[(size_t)a * levels->count + b] = a == b ? 0 : height[v];
        }
    }
    free(height);
    return 0;
}

/* The slots next to each slot, in the order of the tree. */
static void fill_near(const struct search_near *near, uint32_t count, uint32_t *place)
{
    for (uint32_t slot = 0; slot < count; slot++) {
        for (uint32_t i = 0; i < near->count; i++) {
            uint32_t step = i / 2 + 1;

            *place++ = (slot + (i % 2 ? step : count - step)) % count;
        }
    }
}

/* Keep ranks in the order of slots unless the mapping is strictly better. */
static void keep_order(struct model *model, uint32_t *slot)
{
    double found = model->calls->cost(model);
    uint32_t count = model->arrangement->units;
    uint32_t *member = model->arrangement->member;

    memcpy(member, slot, count * sizeof *slot);
    for (uint32_t v = 0; v < count; v++)
        slot[v] = v;
    if (model->calls->cost(model) > found)
        memcpy(slot, member, count * sizeof *slot);
}

/* Swap ranks while that lowers the sum of weight times levels. */
static int refine(const struct partition_graph *graph, const struct hierarchy *hierarchy,
                  uint32_t *slot, struct topomap_error *error)
{
    const struct pairwise_graph edges = {graph->offset, graph->target, graph->weight};
    uint32_t count = graph->vertices;
    struct levels levels = {count, array_raw((size_t)count * count, sizeof *levels.far)};
    uint32_t close = count > 2 ? 2 : count - 1; /* slots on both sides of a partner's */
    uint32_t *place = array_raw((size_t)count * close, sizeof *place);
    struct search_near near = {close, close, place};
    struct arrangement arrangement = {0};
    struct pairwise pairwise = {0};
    struct search search = {0};
    int result = -1;

    if (levels.far && place && fill_far(&levels, hierarchy) == 0 &&
        arrangement_init(&arrangement, count, count, slot, NULL) == 0 &&
        pairwise_init(&pairwise, &arrangement, &edges, &metric, &levels) == 0 &&
        search_init(&search, &pairwise.model, &near, 0) == 0) {
        fill_near(&near, count, place);
        descent_run(&search, WORK * count);
        keep_order(&pairwise.model, slot);
        result = 0;
    }
    search_free(&search);
    pairwise_free(&pairwise);
    arrangement_free(&arrangement);
    free(place);
    free(levels.far);
    return result < 0 ? error_memory(error) : 0;
}

/* ---- mapping ----------------------------------------------------------------------------- */

/* slot[v] for each vertex of `graph`, the ranks in ascending order. */
static int map_picked(const struct partition_graph *graph, const struct slots *slots,
                      uint32_t *slot, struct topomap_error *error)
{
    uint32_t *ones = array_raw(graph->vertices, sizeof *ones);
    struct descend_load load = {.tasks = ones, .classes = 1};
    struct hierarchy *hierarchy;
    int result = -1;

    if (!ones)
        return error_memory(error);
    for (uint32_t i = 0; i < graph->vertices; i++)
        ones[i] = 1;
    hierarchy = slot_hierarchy(slots, graph->vertices, error);
    if (hierarchy) {
        result = descend(graph, hierarchy, &load, NULL, 0, slot, error);
        if (result == 0 && graph->vertices <= REFINED_RANKS)
            result = refine(graph, hierarchy, slot, error);
        hierarchy_free(hierarchy);
    }
    free(ones);
    return result;
}

struct numbered {
    uint32_t rank;
    uint32_t index;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct numbered *x = a;
    const struct numbered *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Working space for the ranks of one node. */
struct work {
    struct numbered *order;
    uint32_t *rank;
    uint32_t *slot;
};

static int map_ranks(struct work *w, const struct slots *slots, const struct topomap_graph *graph,
                     uint32_t count, const uint32_t *ranks, uint32_t *slot,
                     struct topomap_error *error)
{
    struct partition_graph view = partition_graph_view(graph);
    struct partition_graph picked;
    int result;

    for (uint32_t i = 0; i < count; i++)
        w->order[i] = (struct numbered){ranks[i], i};
    qsort(w->order, count, sizeof *w->order, compare_ranks);
    for (uint32_t i = 0; i < count; i++)
        w->rank[i] = w->order[i].rank;
    if (partition_graph_pick(&view, count, w->rank, &picked, error) < 0)
        return -1;
    result = map_picked(&picked, slots, w->slot, error);
    partition_graph_free(&picked);
    for (uint32_t i = 0; result == 0 && i < count; i++)
        slot[w->order[i].index] = w->slot[i];
    return result;
}

int innode_map(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
               uint32_t count, const uint32_t *ranks, const uint32_t *start, uint32_t *slot,
               struct topomap_error *error)
{
    struct slots slots = {tree, start};
    struct work w;
    int result;

    if (count < 2 || start[0] == NODETREE_NONE) {
        for (uint32_t i = 0; i < count; i++)
            slot[i] = i;
        return 0;
    }
    w = (struct work){
        .order = array_raw(count, sizeof *w.order),
        .rank = array_raw(count, sizeof *w.rank),
        .slot = array_raw(count, sizeof *w.slot),
    };
    result = w.order && w.rank && w.slot ? map_ranks(&w, &slots, graph, count, ranks, slot, error)
                                         : error_memory(error);
    free(w.order);
    free(w.rank);
    free(w.slot);
    return result;
}
