/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the chunks 'R' of a profile: triples of one rank; see io/profile_format.h. */
#ifndef IO_PROFILE_ROW_H
#define IO_PROFILE_ROW_H

#include "graph/rows.h"
#include "io/profile_chunk.h"

/* The rank and the state of a chunk 'R' being read. */
struct profile_row {
    uint32_t ranks; /* ranks of the run */
    uint32_t rank, part, phase, step;
    uint32_t other; /* the other rank of the triple before */
};

/* Collects the edges of a graph. */
struct profile_edges {
    struct rows rows;
    uint64_t bytes, messages; /* sums of all, including ranks to themselves */
};

/* Start to read a chunk 'R'. */
int row_begin(struct chunk *chunk, uint32_t ranks, struct profile_row *row);

/* Read the triples of a row; they are added to `edges` unless it is NULL. */
int row_triples(struct chunk *chunk, struct profile_row *row, struct profile_edges *edges);

/* TOPOMAP_INPUT if all bytes, or all messages, together exceed the limit of a graph. */
int row_check_sums(const struct source *source, const struct profile_edges *edges,
                   struct topomap_error *error);

#endif
