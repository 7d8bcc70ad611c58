/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "topomap_internal.h"

/*
 * Compressed rows. Directed part: what each rank sends; rank r owns elements offset[r] to
 * offset[r+1]-1, targets ascending. Symmetrised view (mapping works on it): the partners of r,
 * which it sends to or receives from, ascending; weight = bytes r->t plus bytes t->r, never 0
 * (pairs that exchange empty messages only are left out); every pair stands twice. Where each edge
 * has its opposite, `pair_offset` and `partner` are the arrays `offset` and `target`.
 */
struct topomap_graph {
    uint32_t ranks;
    size_t edges;
    size_t *offset;       /* [ranks+1] */
    uint32_t *target;     /* [edges] */
    uint64_t *bytes;      /* [edges] */
    uint64_t *messages;   /* [edges] */
    uint64_t total_bytes;
    uint64_t total_messages;
    uint64_t *self_bytes;    /* [ranks]: what each rank sends to itself, or NULL if none does; */
    uint64_t *self_messages; /* [ranks]: in no sum, and in none of the rows */
    size_t *pair_offset;  /* [ranks+1] */
    uint32_t *partner;    /* [pair_offset[ranks]] */
    double *weight;       /* [pair_offset[ranks]], bytes; whole numbers, exact up to 2^53 */
    struct topomap_coordinates *coordinates; /* of the process grid of a pattern, or NULL */
};

/* The largest total of bytes, and of messages, that a graph may carry: sums stay exact in a
 * double. */
#define GRAPH_MAX_BYTES (UINT64_C(1) << 53)

/* topomap_graph_create of edges that become the function's own: they are freed as soon as the graph
 * can do without, and after an error. Large ones are so never held twice. */
struct topomap_graph *graph_take(uint32_t ranks, struct topomap_edge *edges, size_t count,
                                 struct topomap_error *error);

/* The same without the symmetrised view, which graph_join_directions adds when the rows are as they
 * should be. It returns -1 when memory is out. */
struct topomap_graph *graph_rows(uint32_t ranks, struct topomap_edge *edges, size_t count,
                                 struct topomap_error *error);
int graph_join_directions(struct topomap_graph *graph);

/* All edges of a graph, also those of ranks to themselves, behind what `*edges` holds already; the
 * array grows as by array_grow. Returns -1 when memory is out. */
int graph_append_edges(const struct topomap_graph *graph, struct topomap_edge **edges,
                       size_t *capacity, size_t *count);

/* What to add to a message that a graph does not have `ranks` ranks: that its ranks may be counted
 * from 1, or "". */
const char *graph_rank_hint(const struct topomap_graph *graph, uint32_t ranks);

/* The graph in which `dst` sends to `src` what `src` sends to `dst` in this one. */
struct topomap_graph *graph_turn(const struct topomap_graph *graph, struct topomap_error *error);

#endif
