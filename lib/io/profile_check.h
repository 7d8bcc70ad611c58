/* SPDX-License-Identifier: BSD-3-Clause */
/* Checking all that follows the head of a profile, in sections side by side. */
#ifndef IO_PROFILE_CHECK_H
#define IO_PROFILE_CHECK_H

#include "io/profile_traffic.h"

/* Phases that occur, ascending. */
struct phases {
    uint32_t *phase;
    size_t count, capacity;
};

/* What the chunks behind the head say; `done` and the phases are the caller's to free. */
struct profile_contents {
    uint8_t *done; /* [ranks]: 1 for those that 'D' names */
    uint32_t recorded, unfinished;
    uint64_t outside_messages, outside_bytes;
    struct phases phases;
    struct profile_traffic traffic;
};

/*
 * Check the chunks from byte `begin` of the text, behind the head, to its end: their sums and what
 * they are about, and with `whole` each triple. The first one that is wrong is told. On failure too
 * the caller frees what `contents` holds.
 */
int profile_check(const struct source *source, size_t begin, uint32_t ranks, bool whole,
                  struct profile_contents *contents, struct topomap_error *error);

#endif
