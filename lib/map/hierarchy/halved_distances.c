/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/hierarchy.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* A half has at least one of so many parts of the nodes: a tree that cuts off a few nodes at a time
 * would be too deep. */
#define LEAST_PART 8

struct halving {
    const struct topomap_allocation *allocation;
    uint32_t *key;     /* [allocation nodes] */
    uint64_t *scratch; /* [allocation nodes] */
};

/* The node farthest from `from`; *equal is cleared if not all others are equally far. */
static uint32_t farthest(const struct topomap_allocation *allocation, const uint32_t *nodes,
                         uint32_t count, uint32_t from, bool *equal)
{
    uint32_t best = from;
    uint32_t best_distance = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t distance;

        if (nodes[i] == from)
            continue;
        distance = allocation_distance(allocation, from, nodes[i]);
        if (best != from && distance != best_distance)
            *equal = false;
        if (best == from || distance > best_distance) {
            best = nodes[i];
            best_distance = distance;
        }
    }
    return best;
}

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    struct halving *h = context;
    uint32_t *nodes = order + first;
    bool equal = true;
    uint32_t a = farthest(h->allocation, nodes, count, nodes[0], &equal);
    uint32_t b = farthest(h->allocation, nodes, count, a, &equal);
    uint32_t few = count / LEAST_PART, cut;

    (void)farthest(h->allocation, nodes, count, b, &equal);
    if (equal)
        return 1;
    for (uint32_t i = 0; i < count; i++)
        h->key[nodes[i]] = (1U << 31) + allocation_distance(h->allocation, a, nodes[i]) -
                           allocation_distance(h->allocation, b, nodes[i]);
    hierarchy_sort(nodes, count, h->key, h->scratch);
    cut = hierarchy_cut(nodes, count, h->key);
    if (cut < few || cut > count - few)
        cut = count / 2;
    ends[0] = cut;
    ends[1] = count;
    tags[0] = tags[1] = tag;
    return 2;
}

struct hierarchy *hierarchy_from_distances(const struct topomap_allocation *allocation,
                                           struct topomap_error *error)
{
    struct halving halving = {
        .allocation = allocation,
        .key = array_raw(allocation->nodes, sizeof *halving.key),
        .scratch = array_raw(allocation->nodes, sizeof *halving.scratch),
    };
    struct hierarchy_rule rule = {split, &halving, 0};
    struct hierarchy *made = NULL;
    uint32_t count;
    uint32_t *order = hierarchy_nodes(allocation, &count, error);

    if (halving.key && halving.scratch) {
        made = hierarchy_build(order, count, &rule, error);
    } else {
        free(order);
        error_memory(error);
    }
    free(halving.key);
    free(halving.scratch);
    return made;
}
