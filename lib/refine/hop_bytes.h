/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_HOP_BYTES_H
#define REFINE_HOP_BYTES_H

#include "machine/allocation.h"
#include "partition/subgraph.h"
#include "search/pairwise.h"

/* Hop-bytes of units on nodes, as a cost for descents and cycles. All arguments must outlive the
 * model, which pairwise_free frees. Returns -1 when memory runs out. */
int hop_bytes_init(struct pairwise *hop_bytes, struct arrangement *arrangement,
                   const struct partition_graph *graph,
                   const struct topomap_allocation *allocation);

#endif
