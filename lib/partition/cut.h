/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTITION_CUT_H
#define PARTITION_CUT_H

#include "topomap_internal.h"

/* A small graph to be cut in two, whose vertices are drawn to either side from outside. */
struct cut {
    uint32_t vertices;
    uint32_t *offset; /* [vertices + 1] */
    uint32_t *target; /* [offset[vertices]] */
    double *weight;   /* [offset[vertices]] */
    uint32_t *size;   /* [vertices] */
    double *inside;   /* [vertices]: sum of the weights of its edges */
    double *pull;     /* [vertices]: what side 1 costs more than side 0 */
    double between;   /* what each unit of weight between the sides costs */
    uint64_t first;   /* sizes on side 0 together */
    uint64_t slack;   /* by which they may differ from that */
    bool *side;       /* [vertices]: the answer */

    /* For cut_find: */
    double *gain;     /* [vertices]: of a move to the other side */
    uint32_t *moved;  /* [vertices]: in their order */
    uint8_t *state;   /* [vertices] */
    bool *best;       /* [vertices]: sides */
    uint32_t *list;   /* [vertices]: worth looking at for a move */
    uint32_t listed;

    uint32_t capacity; /* vertices that there is room for */
    size_t edges;      /* the same of edges */
};

/* Room for a graph of so many vertices and edges, the latter counted at both ends; what was there
 * is lost. Returns -1 when memory is out. */
int cut_reserve(struct cut *cut, uint32_t vertices, size_t edges);
void cut_free(struct cut *cut);

/*
 * Cut it at low cost: the sides are grown in turn, `tries` times altogether, from the best vertex
 * first and from others later, each time followed by moves as Fiduccia and Mattheyses make them (A
 * linear-time heuristic for improving network partitions, DAC 1982), though the best move is
 * searched for, among the vertices at the rim. The best result counts. Where sizes cannot be kept,
 * they are as near as moves lead.
 */
void cut_find(struct cut *cut, uint32_t tries);

#endif
