/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_INSIDE_H
#define BOUND_INSIDE_H

#include "graph/graph.h"

#define INSIDE_MAX_AXES 16 /* rings of four count twice */
#define INSIDE_MAX_CLASSES 48

/* Edges in independent directions: of a grid, or all to all in each. */
struct inside_group {
    uint32_t axes;
    double weight[INSIDE_MAX_AXES];   /* of an edge, heaviest first */
    uint32_t length[INSIDE_MAX_AXES]; /* of the lines of ranks */
    bool ring[INSIDE_MAX_AXES];
    int step[TOPOMAP_MAX_DIMS][TOPOMAP_MAX_DIMS]; /* directions, reduced to a basis */
};

/* What the structure of a graph says about how much weight a set of ranks can have inside. */
struct inside {
    uint32_t groups;
    struct inside_group group[INSIDE_MAX_CLASSES];
    struct inside_group complete;
    double total;  /* of the edges of the structure, each as heavy as others of its direction */
    double degree; /* the most of these at a rank */
    double *rest;  /* [pair_offset[ranks]]: weight that these leave of each edge */
    uint32_t ranks;
    double *known; /* [ranks+1]: results, below 0 where there are none yet */
};

/* Returns 0 with `inside->total` 0 if there is no structure. Free in any case. */
int inside_init(struct inside *inside, const struct topomap_structure *structure,
                const struct topomap_graph *graph, struct topomap_error *error);
void inside_free(struct inside *inside);

/*
 * No set of so many ranks has more weight inside. Along the axis i of a grid a set of c ranks has
 * as many edges as ranks less lines that it meets, see bound/projections.h for these. It has no
 * more than c/2 log2 c edges either (Harper, SIAM Journal 12, 1964; for grids by induction over
 * layers). Where axes differ in weight, the second holds for the heaviest of them, however many.
 * Rings give an edge more for each line that is full. All to all along each axis: Lindsey, American
 * Mathematical Monthly 71, 1964.
 */
double inside_most(struct inside *inside, uint32_t ranks);

#endif
