/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_INNODE_H
#define MAP_COMMON_INNODE_H

#include "machine/nodetree.h"

/* The same as topomap_nodetree_map for slots that begin at the PUs start[0..count-1], ascending;
 * the identity where start[0] is NODETREE_NONE. */
int innode_map(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
               uint32_t count, const uint32_t *ranks, const uint32_t *start, uint32_t *slot,
               struct topomap_error *error);

#endif
