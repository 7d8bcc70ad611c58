/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_INSIDE_H
#define BOUND_INSIDE_H

#include "graph/graph.h"

#define INSIDE_MAX_AXES 16 /* rings of four count twice */
#define INSIDE_MAX_CLASSES 48
#define INSIDE_MAX_GROUPS (INSIDE_MAX_CLASSES + 1)

/* Edges in independent directions: of a grid, or all to all in each. */
struct inside_group {
    bool complete;                    /* all to all in each direction */
    uint32_t axes;
    double weight[INSIDE_MAX_AXES];   /* of an edge, heaviest first */
    uint32_t length[INSIDE_MAX_AXES]; /* of the lines of ranks */
    bool ring[INSIDE_MAX_AXES];
    int step[TOPOMAP_MAX_DIMS][TOPOMAP_MAX_DIMS]; /* directions, reduced to a basis */
};

/* Bounds of the weight inside sets of ranks, by the structure of the graph. */
struct inside {
    uint32_t groups;
    struct inside_group group[INSIDE_MAX_GROUPS]; /* the one with the heaviest edge first */
    double total;  /* weight of the structure's edges, each as heavy as others of its direction */
    double degree; /* the most such edges at a rank */
    double *rest;  /* [pair_offset[ranks]]: rest of the weight of each edge */
    uint32_t ranks;
    double *known; /* [ranks+1]: cached results; below 0: not computed yet */
};

/* Returns 0, with inside->total 0 without a structure. inside_free is due after failures too. */
int inside_init(struct inside *inside, const struct topomap_structure *structure,
                const struct topomap_graph *graph, struct topomap_error *error);
void inside_free(struct inside *inside);

/*
 * Upper bound of the weight inside any set of so many ranks. Along axis i of a grid, a set of c
 * ranks has as many edges as ranks minus the lines that it meets, see bound/projections.h for
 * these. It also has no more than c/2 log2 c edges (Harper, SIAM Journal 12, 1964; for grids by
 * induction over layers); if axes differ in weight, this holds for any number of the heaviest ones.
 * Rings have one more edge for each full line. All to all along each axis: Lindsey, American
 * Mathematical Monthly 71, 1964.
 * So the edges of each group of directions have a bound of their own. Together they are no more
 * than the pairs of ranks, and n edges of a group weigh at most n times its heaviest edge. Under
 * these limits the sum is the highest if the groups with the heaviest edges use up the pairs first.
 */
double inside_most(struct inside *inside, uint32_t ranks);

#endif
