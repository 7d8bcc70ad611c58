/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_MIRROR_H
#define MAP_HIERARCHY_MIRROR_H

#include "map/hierarchy/hierarchy.h"
#include "partition/subgraph.h"

/*
 * Decides which half goes where. A bisection does not tell which of two equal branches takes which
 * half. This module records the vertex of the hierarchy that each vertex of the graph has reached,
 * and decides by the distances to all neighbours.
 */
struct mirror {
    const struct topomap_allocation *allocation;
    const struct hierarchy *hierarchy;
    const struct partition_graph *graph; /* the outermost */
    uint32_t *where;                     /* [graph vertices]: vertex of the hierarchy */
    double *pull;                        /* [hierarchy vertices] */
    bool *known;                         /* [hierarchy vertices] */
    uint32_t *touched;                   /* [hierarchy vertices] */
};

int mirror_init(struct mirror *mirror, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, const struct partition_graph *graph,
                struct topomap_error *error);
void mirror_free(struct mirror *mirror);

/*
 * The vertices of `piece` (with ids of the outermost graph), at `vertex`, are to go to its child
 * side[v], 0 or 1. Returns whether the other way round is cheaper.
 */
bool mirror_flips(struct mirror *mirror, const struct partition_graph *piece, uint32_t vertex,
                  const uint32_t *side);

/* Record that the vertices of `piece` went to child part[v] of `vertex`. */
void mirror_move(struct mirror *mirror, const struct partition_graph *piece, uint32_t vertex,
                 const uint32_t *part);

#endif
