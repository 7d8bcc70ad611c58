/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_EXCHANGE_H
#define PARTITION_EXCHANGE_H

#include "partition/subgraph.h"

/*
 * Bisect a small graph into exactly `first` and vertices - `first` vertices: grow one part from a
 * peripheral vertex, then exchange pairs as in Kernighan and Lin (Bell System Technical Journal
 * 49(2), 1970). O(v^3) in the worst case: callers pass at most a few hundred vertices.
 */
int partition_exchange(const struct partition_graph *graph, uint32_t first, uint32_t *part,
                       struct topomap_error *error);

#endif
