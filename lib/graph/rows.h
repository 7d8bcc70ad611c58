/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_ROWS_H
#define GRAPH_ROWS_H

#include "graph/graph.h"

/* A growing array of edges. */
struct edge_array {
    struct topomap_edge *edge;
    size_t count;
    size_t capacity;
};

/* Returns -1 when memory runs out. */
int edge_array_add(struct edge_array *array, struct topomap_edge edge);

/*
 * Builds the rows of a graph from a stream of edges. While edges are grouped by source they are
 * written to their final place, so that a large graph is held and written only once. If a source
 * comes back, all edges are kept in a list and sorted at the end. Start from {0}.
 */
struct rows {
    uint32_t source;        /* of the open row */
    size_t begin;           /* where the open row begins */
    uint32_t least;         /* the least destination that keeps the open row sorted */
    bool mixed;             /* the open row is not sorted */
    bool window;            /* this is a part, see rows_part */
    uint32_t first;         /* first row of a part; the arrays are those of the whole and stay */
    size_t count;
    size_t capacity;
    uint32_t *target;       /* [capacity] */
    uint64_t *bytes;        /* [capacity] */
    uint64_t *messages;     /* [capacity] */
    size_t *offset;         /* [offsets]: filled up to the open row */
    size_t offsets;
    uint32_t ranks;         /* seen so far, without the open row */
    uint64_t total_bytes;
    uint64_t total_messages;
    struct edge_array self;  /* edges of ranks to themselves */
    struct edge_array loose; /* all edges, once sources have come back */
    bool counted;            /* the numbers of messages are known, and not just taken to be 1 */
    struct topomap_edge *scratch; /* for sorting a row */
    size_t scratch_capacity;
};

/* Add any edge. The caller makes sure that all bytes and all messages together are at most 2^53.
 * Returns -1 when memory runs out. */
int rows_add_any(struct rows *rows, uint32_t src, uint32_t dst, uint64_t bytes, uint64_t messages);

/* A run of edges that are added to the open row together: at most `room` of them. */
struct row_run {
    uint32_t *target;
    uint64_t *bytes, *messages;
    size_t room;
    uint64_t total_bytes, total_messages;
    uint32_t least;
    bool mixed;
};

/* There is no room if the open row is not that of `source`. */
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

/* Add edge number `i` of a run. It must lead to another rank and must not be empty. */
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

/* End a run of `count` edges. */
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

/* The same as rows_add_any, but quick for an edge of the open row. */
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

/* Make room for `count` edges. Returns -1 when memory runs out. */
int rows_reserve(struct rows *rows, size_t count);

/*
 * Fill parts of a graph in parallel. First rows_reserve_ranks and rows_reserve make room in `whole`
 * for all ranks and edges. rows_part opens a part of up to `most` edges, which starts at edge `at`
 * of `whole`; its sources start at `first` and must not occur in other parts. rows_join joins the
 * parts, in the order of their sources from rank 0 on; the caller then frees them by rows_free.
 * Returns -1 when memory runs out.
 */
int rows_reserve_ranks(struct rows *rows, uint32_t ranks);
void rows_part(struct rows *part, const struct rows *whole, uint32_t first, size_t at, size_t most);
int rows_join(struct rows *whole, struct rows *parts, size_t count);

/* The graph of all edges, without its symmetrised view; `rows` is left empty. TOPOMAP_INPUT if an
 * edge names a rank that does not exist. */
struct topomap_graph *rows_finish(struct rows *rows, uint32_t ranks, struct topomap_error *error);

void rows_free(struct rows *rows);

#endif
