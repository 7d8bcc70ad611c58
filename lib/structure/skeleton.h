/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_SKELETON_H
#define STRUCTURE_SKELETON_H

#include "graph/graph.h"

/* An undirected graph without weights: those edges of a communication graph that may show its
 * structure. Compressed rows as in struct topomap_graph; edges are numbered. */
struct skeleton {
    uint32_t ranks;
    uint32_t edges;
    uint32_t *offset;  /* [ranks+1] */
    uint32_t *partner; /* [2*edges]: rows ascending */
    uint32_t *edge;    /* [2*edges]: number of the edge, the same in both rows */
};

#define SKELETON_MAX_EDGES (1U << 27)

/* The edges of the symmetrised view that weigh `least` or more, of a graph that has no more than
 * SKELETON_MAX_EDGES. */
int skeleton_create(struct skeleton *skeleton, const struct topomap_graph *graph, double least,
                    struct topomap_error *error);

/* Whether two ranks have a neighbour in common. O(neighbours of both). */
bool skeleton_share_neighbour(const struct skeleton *s, uint32_t u, uint32_t v);

/* The edges of `from` whose flag[edges] is `wanted`; only those of the ranks with a number, where
 * number[ranks] numbers some in ascending order, and is UINT32_MAX for the others: no such edge may
 * lead from those to these. NULL: all ranks. */
int skeleton_part(struct skeleton *part, const struct skeleton *from, const uint32_t *number,
                  const bool *flag, bool wanted, struct topomap_error *error);

/* What some of the ranks look like. */
enum skeleton_look {
    SKELETON_AXES,      /* few of the edges have ends with a common neighbour, or a rank has more
                         * neighbours than in any stencil */
    SKELETON_DIAGONALS, /* nearly all have, and without diagonals the neighbours of a rank are
                         * mostly adjacent: a stencil of 3^d points */
    SKELETON_MESH,      /* nearly all have, but neighbours are mostly not: triangles, no grid */
};

enum skeleton_look skeleton_look(const struct skeleton *skeleton);

/*
 * The same without edges to diagonal neighbours, as they are in stencils of 3^d points: those
 * where a way round over a third rank shares more neighbours with both ends. Only numbers of
 * common neighbours are compared. O(sum of squared degrees). Source: Hammack and Imrich, "On
 * Cartesian skeletons of graphs", Ars Mathematica Contemporanea 2, 2009, section 3.
 */
int skeleton_without_diagonals(struct skeleton *skeleton, const struct skeleton *from,
                               struct topomap_error *error);

void skeleton_free(struct skeleton *skeleton);

#endif
