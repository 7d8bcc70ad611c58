/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_HOP_BYTES_H
#define BOUND_HOP_BYTES_H

#include "machine/allocation.h"

/*
 * The bytes that leave nodes in any placement, at least, as far as the structure of the graph
 * tells. A quick bound of hop-bytes where no two nodes are less than a hop apart. O(edges + nodes).
 */
int bound_leaving(const struct topomap_structure *structure, const struct topomap_graph *graph,
                  const struct topomap_allocation *allocation, double *bytes,
                  struct topomap_error *error);

#endif
