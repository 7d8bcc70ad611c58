/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_HIERARCHY_MIRROR_H
#define MAP_HIERARCHY_MIRROR_H

#include "map/hierarchy/hierarchy.h"
#include "partition/subgraph.h"

/*
 * Which half goes where: a bisection leaves open which of two equal branches takes which half of
 * the ranks. This knows at which vertex of the hierarchy each vertex of the graph has arrived, and
 * chooses by the distances to all that its neighbours have come to.
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
 * The vertices `piece` (with ids of the outermost graph), which are at `vertex`, are to go to its
 * children number side[v], 0 or 1: whether it costs less the other way round.
 */
bool mirror_flips(struct mirror *mirror, const struct partition_graph *piece, uint32_t vertex,
                  const uint32_t *side);

/* The vertices of `piece` go to the children number part[v] of `vertex`. */
void mirror_move(struct mirror *mirror, const struct partition_graph *piece, uint32_t vertex,
                 const uint32_t *part);

#endif
