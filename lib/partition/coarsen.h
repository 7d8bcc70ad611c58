/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_COARSEN_H
#define PARTITION_COARSEN_H

#include "partition/subgraph.h"

#define COARSEN_MAX_LEVELS 40

/* A graph whose vertices stand for one or two vertices of the next finer graph. */
struct coarsen_level {
    struct partition_graph graph;
    uint32_t *size;   /* [vertices]: vertices of the finest graph that each stands for */
    uint32_t *parent; /* [vertices]: vertex of the next, coarser level; NULL at the coarsest */
    uint32_t largest; /* of the sizes */
};

struct coarsen {
    uint32_t levels;
    struct coarsen_level level[COARSEN_MAX_LEVELS]; /* 0 is the finest */
};

/*
 * Coarsen `graph`, which must outlive the result, to about `vertices` vertices, by heavy-edge
 * matchings (Karypis and Kumar: A fast and high quality multilevel scheme for partitioning
 * irregular graphs, SIAM J. Sci. Comput. 20(1), 1998). Vertices that are each other's best choice
 * are matched first (Hoepman: Simple distributed weighted matchings, 2004). The larger the ends of
 * an edge, the less it counts. Vertices without partner are matched with others that have the same
 * heaviest neighbour. Work O(edges) for each level, which has little more than half the vertices of
 * the one before.
 */
int coarsen_create(struct coarsen *coarsen, const struct partition_graph *graph, uint32_t vertices,
                   struct topomap_error *error);
void coarsen_free(struct coarsen *coarsen);

#endif
