/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_LISTING_H
#define PLAN_LISTING_H

#include "base/text.h"
#include "topomap_internal.h"

/* More nodes than this are folded into as many lines at most. */
#define LISTING_LINES 32

/*
 * Where ranks run: a line for each node with its ranks, below the name of its switch (if the
 * network is a tree), or behind its coordinates (if it has some); and with the request's node tree
 * the slots of the ranks, and the CPUs of the slots. Many nodes are folded into one line for each
 * subtree, or for neighbours in the allocation; long lists of ranks are cut short. Returns whether
 * anything was folded. The text fails when memory is out.
 */
bool listing_print(struct text *text, const struct topomap_request *request,
                   const uint32_t *placement, const uint32_t *slots);

#endif
