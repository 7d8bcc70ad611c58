/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/innode.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/hierarchy/descend.h"

#include <stdlib.h>
#include <string.h>

/* Up to here the pairwise distances of slots are tabled, and the mapping is refined. */
#define REFINED_RANKS 256
#define MAX_PASSES 4

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
    /* With all slots below one child, look on from there. */
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

struct local {
    const struct partition_graph *graph;
    uint32_t count;
    uint32_t *slot;   /* [count] */
    uint32_t *vertex; /* [count]: which is on each slot */
    uint8_t *far;     /* [count][count]: levels of the tree between two slots */
};

static double far(const struct local *l, uint32_t a, uint32_t b)
{
    return l->far[(size_t)a * l->count + b];
}

/* Fill the levels: vertices in the order of their numbers come before those below them. */
static int fill_far(struct local *l, const struct hierarchy *h)
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
                l->far[(size_t)a * l->count + b] = a == b ? 0 : height[v];
        }
    }
    free(height);
    return 0;
}

static double cost_on(const struct local *l, uint32_t v, uint32_t slot)
{
    double sum = 0;

    for (size_t e = l->graph->offset[v]; e < l->graph->offset[v + 1]; e++)
        sum += l->graph->weight[e] * far(l, slot, l->slot[l->graph->target[e]]);
    return sum;
}

static double weight_between(const struct local *l, uint32_t a, uint32_t b)
{
    for (size_t e = l->graph->offset[a]; e < l->graph->offset[a + 1]; e++) {
        if (l->graph->target[e] == b)
            return l->graph->weight[e];
    }
    return 0;
}

static uint32_t heaviest_partner(const struct local *l, uint32_t v)
{
    uint32_t best = v;
    double most = 0;

    for (size_t e = l->graph->offset[v]; e < l->graph->offset[v + 1]; e++) {
        if (l->graph->weight[e] > most) {
            most = l->graph->weight[e];
            best = l->graph->target[e];
        }
    }
    return best;
}

/* Swap `v` with the vertex whose slot is nearer to v's heaviest partner, if any such swap pays. */
static bool pull(struct local *l, uint32_t v)
{
    uint32_t partner = heaviest_partner(l, v);
    uint32_t here = l->slot[v];
    uint32_t best = v;
    double best_gain = 0;

    for (uint32_t there = 0; there < l->count; there++) {
        uint32_t other = l->vertex[there];
        double gain;

        if (other == partner || far(l, l->slot[partner], there) >= far(l, l->slot[partner], here))
            continue;
        gain = cost_on(l, v, here) - cost_on(l, v, there) + cost_on(l, other, there) -
               cost_on(l, other, here) - 2 * weight_between(l, v, other) * far(l, here, there);
        if (gain > best_gain) {
            best_gain = gain;
            best = other;
        }
    }
    if (best == v)
        return false;
    l->slot[v] = l->slot[best];
    l->slot[best] = here;
    l->vertex[l->slot[v]] = v;
    l->vertex[here] = best;
    return true;
}

static double total_cost(const struct local *l)
{
    double sum = 0;

    for (uint32_t v = 0; v < l->count; v++)
        sum += cost_on(l, v, l->slot[v]);
    return sum;
}

/* Ranks in order on the slots in order, unless the mapping found is really better. */
static void keep_order(struct local *l)
{
    double found = total_cost(l);
    uint32_t *slot = l->slot;

    /* Which vertex is on which slot is not needed any more. */
    l->slot = l->vertex;
    for (uint32_t v = 0; v < l->count; v++)
        l->slot[v] = v;
    if (total_cost(l) <= found)
        memcpy(slot, l->slot, l->count * sizeof *slot);
}

static int refine(const struct partition_graph *graph, const struct hierarchy *hierarchy,
                  uint32_t *slot, struct topomap_error *error)
{
    uint32_t count = graph->vertices;
    uint32_t *occupant = array_raw(count, sizeof *occupant);
    struct local l = {
        .graph = graph,
        .count = count,
        .slot = slot,
        .vertex = occupant,
        .far = array_raw((size_t)count * count, sizeof *l.far),
    };
    bool moved = true;
    int result = 0;

    if (!occupant || !l.far || fill_far(&l, hierarchy) < 0) {
        result = error_memory(error);
        moved = false;
    }
    for (uint32_t v = 0; moved && v < count; v++)
        l.vertex[slot[v]] = v;
    for (uint32_t pass = 0; moved && pass < MAX_PASSES; pass++) {
        moved = false;
        for (uint32_t v = 0; v < count; v++)
            moved = pull(&l, v) || moved;
    }
    if (result == 0)
        keep_order(&l);
    free(occupant);
    free(l.far);
    return result;
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

int topomap_nodetree_map(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
                         uint32_t count, const uint32_t *ranks, uint32_t pus,
                         enum topomap_slot_order order, uint32_t *slot, struct topomap_error *error)
{
    uint32_t *start = array_raw(count, sizeof *start);
    int result;

    if (!start)
        return error_memory(error);
    nodetree_cut_or_none(tree, count, pus, order, start);
    result = innode_map(tree, graph, count, ranks, start, slot, error);
    free(start);
    return result;
}
