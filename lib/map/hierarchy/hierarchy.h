/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_HIERARCHY_H
#define MAP_HIERARCHY_HIERARCHY_H

#include "machine/allocation.h"

/*
 * A tree over the allocated nodes with tasks. Nodes that are near to each other share deep
 * subtrees. Mapping descends from the root. Each vertex stands for a range of `order`. The children
 * of a vertex have consecutive indices, higher than their parent's, and consecutive ranges. The
 * root is 0. The nodes of a leaf are equally far from each other.
 */
struct hierarchy_vertex {
    uint32_t first; /* range of order: first and count nodes */
    uint32_t count;
    uint32_t child;    /* number of the first child */
    uint32_t children; /* 0: a leaf */
};

struct hierarchy {
    uint32_t nodes;
    uint32_t *order; /* [nodes]: indices in the allocation */
    uint32_t vertices;
    struct hierarchy_vertex *vertex;
};

/* A rule that splits a range of nodes, see hierarchy_build. */
struct hierarchy_rule {
    /*
     * Split order[first] to order[first+count-1], which may be permuted, into children: ends[i] is
     * where child i ends, relative to `first`; the last one is `count`. A vertex's tag is the
     * rule's own; tags[i] becomes the one of child i. Returns the number of children, 1: a leaf.
     */
    uint32_t (*split)(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags);
    void *context;
    uint32_t tag; /* of the root */
};

/* The allocated nodes with tasks, in the order of the allocation; *count of them. */
uint32_t *hierarchy_nodes(const struct topomap_allocation *allocation, uint32_t *count,
                          struct topomap_error *error);

/* Build top-down by `rule`. Takes over `order` (NULL: NULL is returned), also on failure. */
struct hierarchy *hierarchy_build(uint32_t *order, uint32_t nodes,
                                  const struct hierarchy_rule *rule, struct topomap_error *error);

void hierarchy_free(struct hierarchy *hierarchy);

/* The switch tree of the network, without switches that join nothing here. Needs network->tree. */
struct hierarchy *hierarchy_from_switches(const struct topomap_allocation *allocation,
                                          struct topomap_error *error);

/*
 * Recursive halving of the bounding box of the nodes' coordinates across its longest side, a
 * wrapped dimension being opened at its largest gap. Sides are measured in hops, or, with `lines`,
 * by coordinates alone: the nodes of a crossbar are then in a line. Needs network->dims.
 */
struct hierarchy *hierarchy_from_coordinates(const struct topomap_allocation *allocation,
                                             bool lines, struct topomap_error *error);

/*
 * The neighbour-joining tree of the hop distances (Saitou and Nei, Molecular Biology and
 * Evolution 4(4), 1987); nodes of one leaf switch are joined beforehand. Work O(t^3), memory
 * O(t^2) for t nodes or leaf switches; TOPOMAP_IMPOSSIBLE if they exceed `limit`.
 */
struct hierarchy *hierarchy_from_joining(const struct topomap_allocation *allocation,
                                         uint32_t limit, struct topomap_error *error);

/*
 * For any network: recursive halving between two nodes that lie far apart, by which of the two
 * each node is nearer to. O(n log n) distances.
 */
struct hierarchy *hierarchy_from_distances(const struct topomap_allocation *allocation,
                                           struct topomap_error *error);

/* A binary version of `source`. Of cuts of the same height, the one nearest to half of the tasks
 * is taken. */
struct hierarchy *hierarchy_binary(const struct hierarchy *source,
                                   const struct topomap_allocation *allocation,
                                   struct topomap_error *error);

/* Helper of rules: sort order[first..] by key[node], then node. O(count log count). */
void hierarchy_sort(uint32_t *nodes, uint32_t count, const uint32_t *key, uint64_t *scratch);

/*
 * Helper of rules: where to cut nodes sorted by key[node] so that equal keys stay together and
 * the parts are as equal as can be. Returns 0 if all keys are equal.
 */
uint32_t hierarchy_cut(const uint32_t *nodes, uint32_t count, const uint32_t *key);

#endif
