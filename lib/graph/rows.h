/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_ROWS_H
#define GRAPH_ROWS_H

#include "graph/graph.h"

/* Edges in an array that grows. */
struct edge_array {
    struct topomap_edge *edge;
    size_t count;
    size_t capacity;
};

/* Returns -1 when memory is out. */
int edge_array_add(struct edge_array *array, struct topomap_edge edge);

/*
 * The rows of a graph while its edges come. Edges that come source by source are put where they
 * stay, so that a large graph is held once and written once. Where a source comes back, all edges
 * are kept as they are, and sorted at the end. Start from {0}.
 */
struct rows {
    uint32_t source;        /* whose row is under way, */
    size_t begin;           /* where it begins, */
    uint32_t least;         /* what its next destination is at least if it stays in order, */
    bool mixed;             /* and whether it is out of order */
    bool window;            /* a part, see below: */
    uint32_t first;         /* its arrays are others' and do not grow, and this is its first row */
    size_t count;
    size_t capacity;
    uint32_t *target;       /* [capacity] */
    uint64_t *bytes;        /* [capacity] */
    uint64_t *messages;     /* [capacity] */
    size_t *offset;         /* [offsets]: filled up to the row under way */
    size_t offsets;
    uint32_t ranks;         /* that occur, but in the row under way */
    uint64_t total_bytes;
    uint64_t total_messages;
    struct edge_array self;  /* of ranks to themselves */
    struct edge_array loose; /* all edges, once they are out of order */
    struct topomap_edge *scratch; /* for sorting a row */
    size_t scratch_capacity;
};

/* Add an edge in any place. All bytes and all messages together are at most 2^53, which the caller
 * sees to. Returns -1 when memory is out. */
int rows_add_any(struct rows *rows, uint32_t src, uint32_t dst, uint64_t bytes, uint64_t messages);

/* Edges of the row under way that are added together: `room` of them at most. */
struct row_run {
    uint32_t *target;
    uint64_t *bytes, *messages;
    size_t room;
    uint64_t total_bytes, total_messages;
    uint32_t least;
    bool mixed;
};

/* No room if the row under way is not that of `source`. */
static inline struct row_run rows_run(const struct rows *rows, uint32_t source)
{
    size_t at = rows->count;

    if (source != rows->source || at == rows->capacity)
        return (struct row_run){.room = 0};
    return (struct row_run){
        .target = rows->target + at,
        .bytes = rows->bytes + at,
        .messages = rows->messages + at,
        .room = rows->capacity - at,
        .least = rows->least,
        .mixed = rows->mixed,
    };
}

/* Add edge number `i` of a run, to another rank and not of nothing. */
static inline void rows_run_add(struct row_run *run, size_t i, uint32_t dst, uint64_t bytes,
                                uint64_t messages)
{
    run->mixed |= dst < run->least;
    run->least = dst + 1;
    run->total_bytes += bytes;
    run->total_messages += messages;
    run->target[i] = dst;
    run->bytes[i] = bytes;
    run->messages[i] = messages;
}

/* A run of `count` edges is over. */
static inline void rows_run_end(struct rows *rows, const struct row_run *run, size_t count)
{
    if (count == 0)
        return;
    rows->count += count;
    rows->total_bytes += run->total_bytes;
    rows->total_messages += run->total_messages;
    rows->least = run->least;
    rows->mixed = run->mixed;
}

/* rows_add_any; quick for an edge of the row under way. */
static inline int rows_add(struct rows *rows, uint32_t src, uint32_t dst, uint64_t bytes,
                           uint64_t messages)
{
    struct row_run run = rows_run(rows, src);

    if (run.room == 0 || src == dst || !(bytes | messages))
        return rows_add_any(rows, src, dst, bytes, messages);
    rows_run_add(&run, 0, dst, bytes, messages);
    rows_run_end(rows, &run, 1);
    return 0;
}

/* Make room for `count` edges. Returns -1 when memory is out. */
int rows_reserve(struct rows *rows, size_t count);

/*
 * Filling parts of a graph side by side. rows_part opens one: up to `most` edges, whose sources are
 * from `first` on and do not come back, in `whole` from edge `at` on, where rows_reserve_ranks and
 * rows_reserve made room for all ranks and edges. rows_join brings the parts together, which stand
 * in the order of their sources, the first one from rank 0 on; the caller frees them by rows_free.
 * Returns -1 when memory is out.
 */
int rows_reserve_ranks(struct rows *rows, uint32_t ranks);
void rows_part(struct rows *part, const struct rows *whole, uint32_t first, size_t at, size_t most);
int rows_join(struct rows *whole, struct rows *parts, size_t count);

/* The graph of all edges, without its symmetrised view, and nothing is left in `rows`.
 * TOPOMAP_INPUT if one is of a rank that there is not. */
struct topomap_graph *rows_finish(struct rows *rows, uint32_t ranks, struct topomap_error *error);

void rows_free(struct rows *rows);

#endif
