/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_SKELETON_H
#define STRUCTURE_SKELETON_H

#include "graph/graph.h"

/* An undirected graph without weights: the edges of a communication graph that may show its
 * structure. Compressed rows as in struct topomap_graph; edges are numbered. */
struct skeleton {
    uint32_t ranks;
    uint32_t edges;
    uint32_t *offset;  /* [ranks+1] */
    uint32_t *partner; /* [2*edges]: rows ascending */
    uint32_t *edge;    /* [2*edges]: number of the edge, the same in both rows */
};

#define SKELETON_MAX_EDGES (1U << 27)

/* The edges of weight `least` and more of the symmetrised view. The graph has at most
 * SKELETON_MAX_EDGES edges. */
int skeleton_create(struct skeleton *skeleton, const struct topomap_graph *graph, double least,
                    struct topomap_error *error);

/* Whether two ranks share a neighbour. O(neighbours of both). */
bool skeleton_share_neighbour(const struct skeleton *s, uint32_t u, uint32_t v);

/* The edges of `from` whose flag[edges] equals `wanted`. number[ranks] renumbers some ranks in
 * ascending order and is UINT32_MAX for the others; only edges of the former are taken, and none of
 * these may lead to the others. NULL: all ranks. */
int skeleton_part(struct skeleton *part, const struct skeleton *from, const uint32_t *number,
                  const bool *flag, bool wanted, struct topomap_error *error);

/* What the neighbourhoods of some sample ranks look like. */
enum skeleton_look {
    SKELETON_AXES,      /* few edges have ends that share a neighbour, or a rank has more
                         * neighbours than any stencil */
    SKELETON_DIAGONALS, /* nearly all edges do, and without diagonals the neighbours of a rank
                         * are mostly adjacent: a stencil of 3^d points */
    SKELETON_MESH,      /* nearly all edges do, but the neighbours of a rank are mostly not
                         * adjacent: triangles, not a grid */
};

enum skeleton_look skeleton_look(const struct skeleton *skeleton);

/*
 * Remove the edges to diagonal neighbours in stencils of 3^d points: those for which a detour over
 * a third rank shares more neighbours with both ends. Only numbers of shared neighbours are
 * compared. O(sum of squared degrees). Source: Hammack and Imrich, "On Cartesian skeletons of
 * graphs", Ars Mathematica Contemporanea 2, 2009, section 3.
 */
int skeleton_without_diagonals(struct skeleton *skeleton, const struct skeleton *from,
                               struct topomap_error *error);

void skeleton_free(struct skeleton *skeleton);

#endif
