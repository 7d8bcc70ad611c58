/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_HOP_BYTES_H
#define BOUND_HOP_BYTES_H

#include "machine/allocation.h"

/*
 * Lower bound of the bytes between nodes in any placement, by the structure of the graph. A quick
 * bound of hop-bytes if all nodes are at least one hop apart. O(edges + nodes).
 */
int bound_leaving(const struct topomap_structure *structure, const struct topomap_graph *graph,
                  const struct topomap_allocation *allocation, double *bytes,
                  struct topomap_error *error);

#endif
