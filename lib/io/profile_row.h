/* SPDX-License-Identifier: BSD-3-Clause */
/* What chunks 'R' of a profile hold: triples of one rank; see io/profile_format.h. */
#ifndef IO_PROFILE_ROW_H
#define IO_PROFILE_ROW_H

#include "graph/rows.h"
#include "io/profile_chunk.h"

/* Whose traffic a chunk 'R' holds. */
struct profile_row {
    uint32_t ranks; /* that there are */
    uint32_t rank, part, phase;
    uint32_t other; /* of the triple before */
};

/* The edges of a graph. */
struct profile_edges {
    struct rows rows;
    uint64_t bytes, messages; /* of all, also of ranks to themselves */
};

/* Begin to read a chunk 'R'. */
int row_begin(struct chunk *chunk, uint32_t ranks, struct profile_row *row);

/* The triples of a row; they go to `edges` unless it is NULL. */
int row_triples(struct chunk *chunk, struct profile_row *row, struct profile_edges *edges);

/* TOPOMAP_INPUT if all bytes or all messages together exceed what a graph may carry. */
int row_check_sums(const struct source *source, const struct profile_edges *edges,
                   struct topomap_error *error);

#endif
