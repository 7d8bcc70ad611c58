/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_PARTITION_H
#define PARTITION_PARTITION_H

#include "partition/metis.h"
#include "partition/subgraph.h"

/* Classes of vertices; each part takes an exact number of each class. */
struct partition_classes {
    uint32_t count;
    const uint32_t *class;  /* [vertices] */
    const uint32_t *demand; /* [count][parts], adding up to the capacity of each part */
};

/*
 * Partition `graph` into `parts` parts of exactly `capacity` vertices each (zeros allowed, adding
 * up to the vertices), with little weight between parts: by METIS and repair; small graphs by
 * exchange of pairs. If METIS cannot be used, consecutive vertices are repaired. `classes` may be
 * NULL. The same input gives the same result.
 */
int partition_exact(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                    const struct partition_classes *classes, enum partition_method method,
                    uint64_t seed, uint32_t *part, struct topomap_error *error);

/* The two steps of partition(): a partition with imbalance, and its repair. */
int partition_propose(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                      enum partition_method method, uint64_t seed, uint32_t *part,
                      struct topomap_error *error);
int partition_settle(const struct partition_graph *graph, uint32_t parts, const uint32_t *capacity,
                     const struct partition_classes *classes, uint32_t *part,
                     struct topomap_error *error);

#endif
