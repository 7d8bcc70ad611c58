/* SPDX-License-Identifier: BSD-3-Clause */
/* The traffic in a profile: its chunks 'R', which are most of it. They are read in sections, side
 * by side, each with the chunks of some ranks; see io/profile_format.h. */
#ifndef IO_PROFILE_TRAFFIC_H
#define IO_PROFILE_TRAFFIC_H

#include "graph/rows.h"
#include "io/profile_chunk.h"

#define TRAFFIC_SECTIONS 16

/* Phases that occur, ascending. */
struct phases {
    uint32_t *phase;
    size_t count, capacity;
};

struct profile_traffic {
    uint32_t ranks;
    size_t least;                     /* bytes of a section but the last */
    unsigned sections;
    size_t cut[TRAFFIC_SECTIONS + 1]; /* section i is the bytes from cut[i] up to cut[i + 1] */
    uint32_t first[TRAFFIC_SECTIONS]; /* the first rank in it */
    size_t triples[TRAFFIC_SECTIONS]; /* in it, at most */
    bool ordered;                     /* rows come in the order of the senders' ranks, */
    uint32_t last;                    /* the last of which was this */
};

/* Before the first chunk of a text of `length` bytes is met. */
void traffic_begin(struct profile_traffic *traffic, uint32_t ranks, size_t length);

/* Note where a chunk 'R' is, in the order of the text. The chunk is not checked here. */
void traffic_meet(struct profile_traffic *traffic, const struct chunk *chunk);

/* Check all chunks that were met, up to byte `end`: their sums and what they are about, and with
 * `whole` each triple. Their phases are added to `phases`. */
int traffic_check(struct profile_traffic *traffic, const struct source *source, size_t end,
                  bool whole, struct phases *phases, struct topomap_error *error);

/* The rows of the chunks of these parts (enum topomap_part) and of this phase, or of
 * TOPOMAP_EVERY_PHASE, after traffic_check. On failure too the caller frees them. */
int traffic_rows(const struct profile_traffic *traffic, const struct source *source, unsigned parts,
                 uint32_t phase, struct rows *rows, struct topomap_error *error);

#endif
