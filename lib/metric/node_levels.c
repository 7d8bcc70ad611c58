/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost of messages between ranks of one node. */
#include "metric/node_levels.h"

/* The child of a vertex that holds `pus` PUs from `start` on, or NODETREE_NONE. */
static uint32_t child_with(const struct topomap_nodetree *tree, uint32_t vertex, uint32_t start,
                           uint32_t pus)
{
    uint32_t low = tree->vertex[vertex].child;
    uint32_t end = low + tree->vertex[vertex].children;
    uint32_t high = end;

    if (low == end)
        return NODETREE_NONE;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (tree->vertex[middle].first <= start)
            low = middle;
        else
            high = middle;
    }
    return start >= tree->vertex[low].first &&
                   start + pus <= tree->vertex[low].first + tree->vertex[low].count
               ? low
               : NODETREE_NONE;
}

/* The slots of one node, as nodetree_cut gives them. */
struct node_slots {
    const struct topomap_nodetree *tree;
    uint32_t pus;
    uint32_t slots;
    const uint32_t *start; /* [slots] */
};

/* Whether a part that holds the slot holds one of the next ones to its left and right. */
static bool holds_another(const struct node_slots *in, uint32_t vertex, uint32_t slot)
{
    uint32_t first = in->tree->vertex[vertex].first;
    uint32_t end = first + in->tree->vertex[vertex].count;

    return (slot > 0 && in->start[slot - 1] >= first) ||
           (slot + 1 < in->slots && in->start[slot + 1] + in->pus <= end);
}

/* Number of parts of the tree below `vertex` that hold more than the slot. */
static uint32_t levels_below(const struct node_slots *in, uint32_t vertex, uint32_t slot)
{
    uint32_t levels = 0;

    for (;;) {
        vertex = child_with(in->tree, vertex, in->start[slot], in->pus);
        if (vertex == NODETREE_NONE || !holds_another(in, vertex, slot))
            return levels;
        levels++;
    }
}

static uint32_t levels_between(const struct node_slots *in, uint32_t a, uint32_t b)
{
    uint32_t vertex = 0, next, one, other;

    while ((next = child_with(in->tree, vertex, in->start[a], in->pus)) != NODETREE_NONE &&
           next == child_with(in->tree, vertex, in->start[b], in->pus))
        vertex = next;
    one = levels_below(in, vertex, a);
    other = levels_below(in, vertex, b);
    return 1 + (one > other ? one : other);
}

double node_levels_bytes(const struct node_levels *in, const struct topomap_graph *graph,
                         const struct topomap_allocation *allocation, const uint32_t *placement,
                         const uint32_t *slots)
{
    uint64_t sum = 0;

    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        uint32_t node = placement[rank];
        struct node_slots here = {in->tree, in->pus, allocation->tasks[node],
                                  in->start + allocation->first[node]};

        for (size_t e = graph->offset[rank]; e < graph->offset[rank + 1]; e++) {
            uint32_t to = graph->target[e];

            if (placement[to] == node && here.start[0] != NODETREE_NONE)
                sum += graph->bytes[e] * levels_between(&here, slots[rank], slots[to]);
        }
    }
    return (double)sum;
}
