/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/hierarchy.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

struct switches {
    const struct network_tree *tree;
    const uint32_t *leaf; /* [allocation nodes]: the node's leaf switch */
};

/* Number the switches depth first, children in order of their numbers. */
static int number_switches(const struct network_tree *tree, uint32_t *number)
{
    uint32_t *down = array_raw(tree->switches, sizeof *down);
    uint32_t *next = array_raw(tree->switches, sizeof *next);
    uint32_t at = tree->root;
    uint32_t count = 0;
    bool failed = !down || !next;

    for (uint32_t s = 0; !failed && s < tree->switches; s++)
        down[s] = next[s] = NETWORK_NONE;
    for (uint32_t s = tree->switches; !failed && s-- > 0;) {
        if (s == tree->root)
            continue;
        next[s] = down[tree->parent[s]];
        down[tree->parent[s]] = s;
    }
    while (!failed && at != NETWORK_NONE) {
        number[at] = count++;
        if (down[at] != NETWORK_NONE) {
            at = down[at];
            continue;
        }
        while (at != tree->root && next[at] == NETWORK_NONE)
            at = tree->parent[at];
        at = next[at];
    }
    free(down);
    free(next);
    return failed ? -1 : 0;
}

static uint32_t common_switch(const struct network_tree *tree, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (tree->depth[a] >= tree->depth[b])
            a = tree->parent[a];
        else
            b = tree->parent[b];
    }
    return a;
}

/* The switch below `top` on the way to `leaf`; `top` itself if nodes hang on it directly. */
static uint32_t branch(const struct network_tree *tree, uint32_t top, uint32_t leaf)
{
    while (leaf != top && tree->parent[leaf] != top)
        leaf = tree->parent[leaf];
    return leaf;
}

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    const struct switches *s = context;
    const uint32_t *nodes = order + first;
    uint32_t last = s->leaf[nodes[count - 1]];
    uint32_t top = common_switch(s->tree, s->leaf[nodes[0]], last);
    uint32_t children = 0;

    /* Depth first order: if the ends of the range share a leaf switch, all between them do. */
    if (top == last && s->leaf[nodes[0]] == top)
        return 1;
    for (uint32_t i = 1; i <= count; i++) {
        uint32_t before = branch(s->tree, top, s->leaf[nodes[i - 1]]);

        if (i < count && before != top && branch(s->tree, top, s->leaf[nodes[i]]) == before)
            continue;
        tags[children] = tag;
        ends[children++] = i;
    }
    return children;
}

struct hierarchy *hierarchy_from_switches(const struct topomap_allocation *allocation,
                                          struct topomap_error *error)
{
    const struct network_tree *tree = allocation->network->tree;
    uint32_t *number = array_new(tree->switches, sizeof *number);
    uint32_t *leaf = array_raw(allocation->nodes, sizeof *leaf);
    uint32_t *position = array_raw(allocation->nodes, sizeof *position);
    uint64_t *scratch = array_raw(allocation->nodes, sizeof *scratch);
    struct switches switches = {tree, leaf};
    struct hierarchy_rule rule = {split, &switches, 0};
    struct hierarchy *made = NULL;
    uint32_t count;
    uint32_t *order = hierarchy_nodes(allocation, &count, error);

    if (number && leaf && position && scratch && number_switches(tree, number) == 0) {
        for (uint32_t node = 0; node < allocation->nodes; node++) {
            leaf[node] = tree->leaf[allocation->node[node]];
            position[node] = number[leaf[node]];
        }
        if (order)
            hierarchy_sort(order, count, position, scratch);
        made = hierarchy_build(order, count, &rule, error);
    } else {
        free(order);
        error_memory(error);
    }
    free(number);
    free(leaf);
    free(position);
    free(scratch);
    return made;
}
