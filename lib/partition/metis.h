/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_METIS_H
#define PARTITION_METIS_H

#include "partition/subgraph.h"

/* Limit of row entries that METIS's 32-bit indices allow, with room for its own copies. */
#define PARTITION_METIS_MAX_ENTRIES ((size_t)1 << 28)

enum partition_method {
    PARTITION_RECURSIVE, /* multilevel recursive bisection: faster with many parts */
    PARTITION_KWAY,      /* multilevel k-way: better cuts with few vertices a part */
};

/*
 * Ask METIS for a partition of `graph` into `parts` parts of about `capacity` vertices (all
 * positive, adding up to the vertices), with little weight between parts. The result is a hint:
 * sizes differ and parts may be empty; values are below `parts`. Karypis and Kumar, SIAM J.
 * Scientific Computing 20(1), 1998.
 *
 * TOPOMAP_IMPOSSIBLE if METIS's 32-bit indices cannot hold the graph, or METIS gives up.
 * TOPOMAP_INTERNAL if the graph is not symmetric with ascending rows.
 */
int partition_metis(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                    enum partition_method method, uint64_t seed, uint32_t *part,
                    struct topomap_error *error);

#endif
