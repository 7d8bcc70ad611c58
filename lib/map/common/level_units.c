/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/level_units.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* A node and the place of its unit in the network. */
struct member {
    uint64_t key;
    uint32_t node;
};

static int compare(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* The switch `level` above a node; the root for nodes that hang higher than others. False if
 * there is none so high. */
static bool switch_above(const struct network_tree *tree, uint32_t node, uint32_t level,
                         uint64_t *key)
{
    uint32_t at = tree->leaf[node];

    for (; level > 1 && tree->parent[at] != NETWORK_NONE; level--)
        at = tree->parent[at];
    *key = at;
    return level == 1;
}

/* Clear the first `level` coordinates; where routers stand in rows, first the column, then the
 * row. */
static uint64_t place(const struct topomap_network *network, uint32_t node, uint32_t level)
{
    int32_t at[NETWORK_MAX_DIMS];
    uint64_t key = 0;

    network->ops->coordinates(network, node, at);
    if (network->traits & NETWORK_ROUTER_ROWS && level == 1)
        at[1] = at[0];
    for (uint32_t d = level; d < network->dims; d++)
        key = key * network->dim[d] + (uint64_t)at[d];
    return key;
}

static int find_keys(const struct topomap_allocation *allocation, uint32_t level,
                     struct member *members, struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    bool found = network->tree ? false : level < network->dims;

    for (uint32_t i = 0; i < allocation->nodes; i++) {
        members[i].node = i;
        if (network->tree)
            found |= switch_above(network->tree, allocation->node[i], level, &members[i].key);
        else if (found)
            members[i].key = place(network, allocation->node[i], level);
    }
    if (found)
        return 0;
    return error_set(error, TOPOMAP_IMPOSSIBLE, "a %s network has no level %u of units of nodes",
                     network->ops->kind, level);
}

int level_units_find(const struct topomap_allocation *allocation, uint32_t level, uint32_t *unit,
                      uint32_t *count, struct topomap_error *error)
{
    uint32_t nodes = allocation->nodes;
    struct member *members = array_raw(nodes, sizeof *members);

    if (!members)
        return error_memory(error);
    if (find_keys(allocation, level, members, error) < 0) {
        free(members);
        return -1;
    }
    qsort(members, nodes, sizeof *members, compare);
    /* Nodes first point to the first node of their unit, which is met before the others. */
    for (uint32_t i = 0, first = 0; i < nodes; i++) {
        if (members[i].key != members[first].key)
            first = i;
        unit[members[i].node] = members[first].node;
    }
    free(members);
    *count = 0;
    for (uint32_t node = 0; node < nodes; node++)
        unit[node] = unit[node] == node ? (*count)++ : unit[unit[node]];
    return 0;
}
