/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_CUT_H
#define PARTITION_CUT_H

#include "topomap_internal.h"

/* A small graph to bisect, with pulls on its vertices from outside. */
struct cut {
    uint32_t vertices;
    uint32_t *offset; /* [vertices + 1] */
    uint32_t *target; /* [offset[vertices]] */
    double *weight;   /* [offset[vertices]] */
    uint32_t *size;   /* [vertices] */
    double *inside;   /* [vertices]: sum of the weights of its edges */
    double *pull;     /* [vertices]: cost on side 1 minus cost on side 0 */
    double between;   /* cost of a unit of weight between the sides */
    uint64_t first;   /* total size of side 0 */
    uint64_t slack;   /* imbalance allowed */
    bool *side;       /* [vertices]: the result */

    /* For cut_find: */
    double *gain;     /* [vertices]: gain of a move to the other side */
    uint32_t *moved;  /* [vertices]: moved ones in order */
    uint8_t *state;   /* [vertices] */
    bool *best;       /* [vertices]: sides */
    uint32_t *list;   /* [vertices]: candidates for a move */
    uint32_t listed;

    uint32_t capacity; /* capacity in vertices */
    size_t edges;      /* capacity in edges */
};

/* Reserve room for a graph of this size, edges counted from both ends. The old contents are
 * lost. Returns -1 when memory runs out. */
int cut_reserve(struct cut *cut, uint32_t vertices, size_t edges);
void cut_free(struct cut *cut);

/*
 * Bisect at low cost. The sides are grown in turn, `tries` times in total, first from the best
 * vertex and later from others. Moves as in Fiduccia and Mattheyses (A linear-time heuristic for
 * improving network partitions, DAC 1982) follow, though the best move is searched for among the
 * vertices of the boundary. The best result counts. If exact sizes cannot be reached, the imbalance
 * is as small as moves make it.
 */
void cut_find(struct cut *cut, uint32_t tries);

#endif
