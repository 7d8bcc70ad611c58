/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_HALVING_H
#define PARTITION_HALVING_H

#include "partition/subgraph.h"

/*
 * Partition a graph into parts of exactly `capacity` vertices each (all positive, adding up to the
 * vertices) by recursive bisection: with METIS and exact repair where there are more than
 * TUNING_SMALL_BISECTION vertices, with partition_exchange otherwise. TOPOMAP_IMPOSSIBLE
 * if METIS gives up.
 */
int partition_halving(const struct partition_graph *graph, uint32_t parts,
                      const uint32_t *capacity, uint64_t seed, uint32_t *part,
                      struct topomap_error *error);

#endif
