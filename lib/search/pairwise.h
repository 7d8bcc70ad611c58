/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_PAIRWISE_H
#define SEARCH_PAIRWISE_H

#include "search/model.h"

#include <stddef.h>

/* Distances between places: 0 from a place to itself, never negative, the same both ways. */
struct pairwise_metric {
    double (*between)(const void *context, uint32_t a, uint32_t b);

    /* The sum of weight[i] times the distance from `place` to at[i], for i < count. */
    double (*sum)(const void *context, uint32_t place, const uint32_t *at, const double *weight,
                  uint32_t count);
};

/* Undirected edges in compressed rows: ascending, no self edges, each pair in both rows with the
 * same weight, which is not below 0. */
struct pairwise_graph {
    const size_t *offset;   /* [units+1] */
    const uint32_t *target; /* [offset[units]] */
    const double *weight;   /* [offset[units]] */
};

/*
 * The cost of quadratic assignment: the sum over edges of weight times distance. The weights of
 * each unit to its partners are added up by place, so that a move takes O(places of partners),
 * however many partners there are. Swaps update the rows of all partners.
 */
struct pairwise {
    struct model model;
    struct pairwise_graph graph;
    const struct pairwise_metric *metric;
    const void *context; /* of the metric */
    double *share;       /* [units]: sum of weight times distance */
    uint32_t *length;    /* [units]: of its row, which begins at graph.offset */
    uint32_t *at;        /* row: places where partners are */
    double *weight;      /* row: weight to the partners there */
    size_t *where;       /* [places]: scratch to fill rows */
};

/* All arguments must outlive the model. Returns -1 when memory runs out. */
int pairwise_init(struct pairwise *pairwise, struct arrangement *arrangement,
                  const struct pairwise_graph *graph, const struct pairwise_metric *metric,
                  const void *context);
void pairwise_free(struct pairwise *pairwise);

#endif
