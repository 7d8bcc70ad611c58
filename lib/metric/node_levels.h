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
 * The cost of messages inside nodes: the sum, over edges between ranks of one node, of bytes times
 * levels of the node's tree between their slots. It is 1 level if both slots are in the smallest
 * part that holds more than one slot (a core, a cache, a package), 2 in the next larger one, and so
 * on. Nodes for which the tree is too small add nothing. The placement must be valid, `slots`
 * [ranks] a permutation of the slots of each node, and the graph of as many ranks.
 */
double node_levels_bytes(const struct node_levels *in, const struct topomap_graph *graph,
                         const struct topomap_allocation *allocation, const uint32_t *placement,
                         const uint32_t *slots);

#endif
