/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_HALVING_H
#define PARTITION_HALVING_H

#include "partition/subgraph.h"

/*
 * Partition a small graph (up to PARTITION_EXCHANGE_MAX vertices) into parts of exactly
 * `capacity` vertices each (all positive, adding up to the vertices) by recursive bisection with
 * partition_exchange.
 */
int partition_halving(const struct partition_graph *graph, uint32_t parts,
                      const uint32_t *capacity, uint32_t *part, struct topomap_error *error);

#endif
