/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_ORIENT_H
#define MAP_ORIENT_H

#include "map/hierarchy.h"
#include "partition/subgraph.h"

/*
 * Which half goes where: a bisection leaves open which of two equal branches takes which half of
 * the ranks. This knows at which vertex of the hierarchy each vertex of the graph has arrived, and
 * chooses by the distances to all that its neighbours have come to.
 */
struct orient {
    const struct topomap_allocation *allocation;
    const struct hierarchy *hierarchy;
    const struct partition_graph *graph; /* the outermost */
    uint32_t *where;                     /* [graph vertices]: vertex of the hierarchy */
    double *pull;                        /* [hierarchy vertices] */
    bool *known;                         /* [hierarchy vertices] */
    uint32_t *touched;                   /* [hierarchy vertices] */
};

int orient_init(struct orient *orient, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, const struct partition_graph *graph,
                struct topomap_error *error);
void orient_free(struct orient *orient);

/*
 * The vertices `piece` (with ids of the outermost graph), which are at `vertex`, are to go to its
 * children number side[v], 0 or 1: whether it costs less the other way round.
 */
bool orient_flips(struct orient *orient, const struct partition_graph *piece, uint32_t vertex,
                  const uint32_t *side);

/* The vertices of `piece` go to the children number part[v] of `vertex`. */
void orient_move(struct orient *orient, const struct partition_graph *piece, uint32_t vertex,
                 const uint32_t *part);

#endif
