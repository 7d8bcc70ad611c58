/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_NODE_LEVELS_H
#define METRIC_NODE_LEVELS_H

#include "graph/graph.h"
#include "machine/allocation.h"
#include "machine/nodetree.h"

/* The slots of all nodes. */
struct node_levels {
    const struct topomap_nodetree *tree;
    uint32_t pus;          /* of a slot */
    const uint32_t *start; /* [ranks]: as nodetree_cut_all gives it */
};

/*
 * What the messages inside nodes cost: the sum, over the edges between ranks of one node, of their
 * bytes times the levels of the node's tree between the slots of the two: 1 where the smallest
 * part that holds more than a slot (a core, a cache, a package) holds both, 2 in the next larger
 * one, and so on. Nodes for which the tree is too small add nothing. The placement must be valid,
 * `slots` [ranks] a permutation of the slots of each node, and the graph have as many ranks.
 */
double node_levels_bytes(const struct node_levels *in, const struct topomap_graph *graph,
                         const struct topomap_allocation *allocation, const uint32_t *placement,
                         const uint32_t *slots);

#endif
