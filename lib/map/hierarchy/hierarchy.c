/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/hierarchy.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

uint32_t *hierarchy_nodes(const struct topomap_allocation *allocation, uint32_t *count,
                          struct topomap_error *error)
{
    uint32_t *order = array_raw(allocation->nodes, sizeof *order);

    *count = 0;
    if (!order) {
        error_memory(error);
        return NULL;
    }
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (allocation->tasks[node])
            order[(*count)++] = node;
    }
    return order;
}

void hierarchy_free(struct hierarchy *hierarchy)
{
    if (!hierarchy)
        return;
    free(hierarchy->order);
    free(hierarchy->vertex);
    free(hierarchy);
}

static void add_children(struct hierarchy *h, uint32_t parent, uint32_t children,
                         const uint32_t *ends, const uint32_t *tags, uint32_t *tag)
{
    uint32_t begin = 0;

    h->vertex[parent].child = h->vertices;
    h->vertex[parent].children = children;
    for (uint32_t i = 0; i < children; i++) {
        tag[h->vertices] = tags[i];
        h->vertex[h->vertices++] = (struct hierarchy_vertex){
            .first = h->vertex[parent].first + begin,
            .count = ends[i] - begin,
        };
        begin = ends[i];
    }
}

static void grow(struct hierarchy *h, const struct hierarchy_rule *rule, uint32_t *ends,
                 uint32_t *tags, uint32_t *tag)
{
    h->vertex[0] = (struct hierarchy_vertex){.count = h->nodes};
    h->vertices = 1;
    tag[0] = rule->tag;
    for (uint32_t v = 0; v < h->vertices; v++) {
        uint32_t count = h->vertex[v].count;
        uint32_t children;

        if (count < 2)
            continue;
        children =
            rule->split(rule->context, tag[v], h->order, h->vertex[v].first, count, ends, tags);
        if (children > 1)
            add_children(h, v, children, ends, tags, tag);
    }
}

struct hierarchy *hierarchy_build(uint32_t *order, uint32_t nodes,
                                  const struct hierarchy_rule *rule, struct topomap_error *error)
{
    /* Every inner vertex has two children or more. */
    size_t limit = 2 * (size_t)nodes + 1;
    struct hierarchy *h = array_new(1, sizeof *h);
    uint32_t *ends = array_raw(nodes, sizeof *ends);
    uint32_t *tags = array_raw(nodes, sizeof *tags);
    uint32_t *tag = array_raw(limit, sizeof *tag);

    if (h && order) {
        h->nodes = nodes;
        h->order = order;
        h->vertex = array_raw(limit, sizeof *h->vertex);
    }
    if (!order || !h || !ends || !tags || !tag || !h->vertex) {
        if (!h)
            free(order);
        hierarchy_free(h);
        h = NULL;
        if (order)
            error_memory(error);
    } else {
        grow(h, rule, ends, tags, tag);
    }
    free(ends);
    free(tags);
    free(tag);
    return h;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

void hierarchy_sort(uint32_t *nodes, uint32_t count, const uint32_t *key, uint64_t *scratch)
{
    for (uint32_t i = 0; i < count; i++)
        scratch[i] = (uint64_t)key[nodes[i]] << 32 | nodes[i];
    qsort(scratch, count, sizeof *scratch, compare_keys);
    for (uint32_t i = 0; i < count; i++)
        nodes[i] = (uint32_t)scratch[i];
}

uint32_t hierarchy_cut(const uint32_t *nodes, uint32_t count, const uint32_t *key)
{
    for (uint32_t step = 0; step < count; step++) {
        uint32_t low = count / 2 - step;
        uint32_t high = (count + 1) / 2 + step;

        if (step < count / 2 && key[nodes[low]] != key[nodes[low - 1]])
            return low;
        if (high < count && key[nodes[high]] != key[nodes[high - 1]])
            return high;
    }
    return 0;
}

/* ---- binary ------------------------------------------------------------------------------ */

/* cut[i]: depth of the lowest common vertex of order[i-1] and order[i]; load[i]: tasks before. */
struct binary {
    uint32_t *cut;
    uint32_t *load;
};

static void mark_cuts(const struct hierarchy *source, uint32_t *depth, uint32_t *cut)
{
    depth[0] = 0;
    for (uint32_t v = 0; v < source->vertices; v++) {
        const struct hierarchy_vertex *vertex = &source->vertex[v];

        for (uint32_t i = 1; i < vertex->count && vertex->children == 0; i++)
            cut[vertex->first + i] = depth[v];
        for (uint32_t i = 0; i < vertex->children; i++) {
            depth[vertex->child + i] = depth[v] + 1;
            if (i)
                cut[source->vertex[vertex->child + i].first] = depth[v];
        }
    }
}

static uint32_t split_binary(void *context, uint32_t tag, uint32_t *order, uint32_t first,
                             uint32_t count, uint32_t *ends, uint32_t *tags)
{
    const struct binary *binary = context;
    uint64_t twice = (uint64_t)binary->load[first] + binary->load[first + count];
    uint64_t best_miss = 0;
    uint32_t best = 0;

    (void)order;
    for (uint32_t i = first + 1; i < first + count; i++) {
        uint64_t load = 2 * (uint64_t)binary->load[i];
        uint64_t miss = load > twice ? load - twice : twice - load;

        if (best && (binary->cut[i] > binary->cut[best] ||
                     (binary->cut[i] == binary->cut[best] && miss >= best_miss)))
            continue;
        best = i;
        best_miss = miss;
    }
    ends[0] = best - first;
    ends[1] = count;
    tags[0] = tags[1] = tag;
    return 2;
}

struct hierarchy *hierarchy_binary(const struct hierarchy *source,
                                   const struct topomap_allocation *allocation,
                                   struct topomap_error *error)
{
    struct binary binary = {
        .cut = array_new(source->nodes, sizeof *binary.cut),
        .load = array_new((size_t)source->nodes + 1, sizeof *binary.load),
    };
    struct hierarchy_rule rule = {split_binary, &binary, 0};
    uint32_t *depth = array_raw(source->vertices, sizeof *depth);
    uint32_t *order = array_raw(source->nodes, sizeof *order);
    struct hierarchy *made = NULL;

    if (binary.cut && binary.load && depth && order) {
        mark_cuts(source, depth, binary.cut);
        for (uint32_t i = 0; i < source->nodes; i++) {
            order[i] = source->order[i];
            binary.load[i + 1] = binary.load[i] + allocation->tasks[order[i]];
        }
        made = hierarchy_build(order, source->nodes, &rule, error);
    } else {
        free(order);
        error_memory(error);
    }
    free(binary.cut);
    free(binary.load);
    free(depth);
    return made;
}
