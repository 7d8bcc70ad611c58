/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_LISTING_H
#define PLAN_LISTING_H

#include "base/text.h"
#include "topomap_internal.h"

/* With more nodes than this, nodes are folded into at most so many lines. */
#define LISTING_LINES 32

/*
 * The placement, a line for each node with its ranks. On a tree, nodes stand below the name of
 * their switch; on networks with coordinates, coordinates follow the node's name. With a node tree,
 * lines show the slots of the ranks and the CPUs of the slots. Many nodes are folded into one line
 * for each subtree or each range of the allocation; long lists of ranks are cut. Returns whether
 * anything was folded. The text fails when memory runs out.
 */
bool listing_print(struct text *text, const struct topomap_request *request,
                   const uint32_t *placement, const uint32_t *slots);

#endif
