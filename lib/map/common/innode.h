/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_INNODE_H
#define MAP_COMMON_INNODE_H

#include "machine/nodetree.h"

/*
 * Map the `count` ranks of one node on its slots so that ranks that talk much share the lowest part
 * of the tree: slot[i] is the slot of ranks[i]. Slots begin at the PUs start[0..count-1],
 * ascending; the identity where start[0] is NODETREE_NONE. Source: Wu, Xiong, Lan, J.
 * Supercomputing 2015, section 3.2.
 */
int innode_map(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
               uint32_t count, const uint32_t *ranks, const uint32_t *start, uint32_t *slot,
               struct topomap_error *error);

#endif
