/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks all that follows the head of a profile, in sections, in parallel. */
#ifndef IO_PROFILE_CHECK_H
#define IO_PROFILE_CHECK_H

#include "io/profile_traffic.h"

/* The phases that occur, ascending. */
struct phases {
    uint32_t *phase;
    size_t count, capacity;
};

/* Contents of the chunks after the head; the caller frees `done` and the phases. */
struct profile_contents {
    uint8_t *done; /* [ranks]: 1 if the rank has a chunk 'D' */
    uint32_t recorded, unfinished;
    uint64_t outside_messages, outside_bytes;
    struct phases phases;
    uint32_t steps; /* the most of any part */
    struct profile_traffic traffic;
};

/*
 * Check the chunks from byte `begin` of the text, after the head, to its end: their checksums,
 * their fields and, with `whole`, each triple. The error is about the first chunk that is wrong.
 * The caller frees what `contents` holds, also on failure.
 */
int profile_check(const struct source *source, size_t begin, uint32_t ranks, bool whole,
                  struct profile_contents *contents, struct topomap_error *error);

#endif
