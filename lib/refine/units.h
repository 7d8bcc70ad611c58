/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_UNITS_H
#define REFINE_UNITS_H

#include "map/map.h"
#include "partition/subgraph.h"

/* What is moved between nodes: ranks, clusters of ranks that stand on one node, or the whole
 * contents of nodes. */
struct refine_units {
    struct partition_graph graph; /* one vertex for each unit */
    uint32_t *size;  /* [vertices]: ranks in it; ARRANGEMENT_FIXED: it never moves */
    uint32_t *place; /* [vertices]: node */
};

/* The ranks of a valid placement. The job's graph must outlive them. */
int refine_units_ranks(const struct map_job *job, const uint32_t *placement,
                       struct refine_units *ranks, struct topomap_error *error);

/* The contents of nodes with a valid placement: unit n is what stands on node n. O(edges). */
int refine_units_contents(const struct map_job *job, const uint32_t *placement,
                          struct refine_units *contents, struct topomap_error *error);

/* The same without their graph. O(nodes). */
int refine_units_on_nodes(const struct map_job *job, const uint32_t *placement,
                          struct refine_units *contents, struct topomap_error *error);

/* Move ranks along with their node contents: those of node n to place[n]. */
void refine_units_follow(const uint32_t *place, uint32_t ranks, uint32_t *placement);

/*
 * Pair units of `size` ranks, each with the free one on its node that it has most traffic with. The
 * rest stay single. cluster[unit] becomes its index in `clusters`. O(edges).
 */
int refine_units_pair(const struct refine_units *units, uint32_t size, uint32_t nodes,
                      uint32_t *cluster, struct refine_units *clusters,
                      struct topomap_error *error);

void refine_units_free(struct refine_units *units);

#endif
