/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_THINGS_H
#define REFINE_THINGS_H

#include "partition/subgraph.h"

/* Things on nodes: ranks, clusters of ranks that stand on one node, or the contents of nodes. */
struct refine_things {
    struct partition_graph graph;
    uint32_t *size;  /* [vertices]: ranks in it */
    uint32_t *place; /* [vertices]: node */
};

/* The ranks of a valid placement. The graph must outlive them. */
int refine_things_ranks(const struct topomap_graph *graph, const uint32_t *placement,
                        struct refine_things *ranks, struct topomap_error *error);

/* The contents of nodes with a valid placement: thing n is what stands on node n. O(edges). */
int refine_things_contents(const struct topomap_graph *graph,
                           const struct topomap_allocation *allocation, const uint32_t *placement,
                           struct refine_things *contents, struct topomap_error *error);

/* Let `thing` stay where it is: it becomes larger than any other, so that none takes its place. */
void refine_things_hold(struct refine_things *things, uint32_t thing);

/* Move ranks to where the contents of their nodes went: those of node n to place[n]. */
void refine_things_follow(const uint32_t *place, uint32_t ranks, uint32_t *placement);

/*
 * Things of `size` ranks are paired, each with the one on its node that it talks to most of those
 * that are left; others stay as they are. cluster[thing] becomes its number in `clusters`.
 * O(edges).
 */
int refine_things_pair(const struct refine_things *things, uint32_t size, uint32_t nodes,
                       uint32_t *cluster, struct refine_things *clusters,
                       struct topomap_error *error);

void refine_things_free(struct refine_things *things);

#endif
