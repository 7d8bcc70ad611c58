/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counters of running ranks, in a file that they map: whenever a rank is killed, the file holds
 * what it has counted. The ranks of a node share a file: a head, a slot for each rank, and one
 * table for each thread, with entries in any order. Numbers have the byte order of the machine that
 * wrote them.
 */
#ifndef IO_PROFILE_LIVE_H
#define IO_PROFILE_LIVE_H

#include "io/profile_format.h"
#include "input/source.h"

#define LIVE_MAGIC "topomap-live 1\n"
#define LIVE_ORDER UINT32_C(0x01020304) /* shows the byte order */
#define LIVE_TABLES 64 /* most threads that count at the same time */
#define LIVE_TEXT 128

enum live_state {
    LIVE_NOTHING,   /* the rank has not begun */
    LIVE_COUNTING,
    LIVE_FINALIZED, /* the rank has reached MPI_Finalize: the counts are complete */
    LIVE_GIVEN_UP,  /* the rank's counts do not fit into the file */
};

struct live_slot {
    uint32_t state; /* enum live_state */
    uint32_t rank;
    /* For each thread the offset of its table, shifted by 8, and the binary logarithm of its number
     * of entries; 0 without a table. */
    uint64_t tables[LIVE_TABLES];
};

struct live_head {
    char magic[16];
    uint32_t order;
    uint32_t slots; /* ranks on the node */
    uint64_t run;
    uint32_t ranks, sampling, slice, unused;
    uint64_t used;  /* bytes of the file that are in use */
    char library[LIVE_TEXT], program[LIVE_TEXT];
    struct live_slot slot[];
};

/* The bits of a key, from the lowest on: 1 + the other rank (LIVE_OUTSIDE if it is outside
 * MPI_COMM_WORLD), 33; part, 3; phase, 24; step, 4. 0: no entry. Parts from PROFILE_PARTS on are
 * point-to-point, too: messages to the same rank of other sizes. */
#define LIVE_MOST_PART 7
#define LIVE_OUTSIDE UINT32_MAX
#define LIVE_KEY_PART 33
#define LIVE_KEY_PHASE 36
#define LIVE_KEY_STEP 60

struct live_entry {
    uint64_t key, bytes, messages;
};

/* What is counted under a key. Returns the other rank. */
static inline uint32_t live_key(uint64_t key, struct profile_kind *kind)
{
    uint32_t part = (uint32_t)(key >> LIVE_KEY_PART) & LIVE_MOST_PART;

    kind->part = part < PROFILE_PARTS ? (enum profile_part)part : PROFILE_P2P;
    kind->phase = (uint32_t)(key >> LIVE_KEY_PHASE) & (UINT32_MAX >> 8);
    kind->step = (uint32_t)(key >> LIVE_KEY_STEP);
    return (uint32_t)((key & ((UINT64_C(1) << LIVE_KEY_PART) - 1)) - 1);
}

/* Whether a text is such a file; its first bytes tell. */
bool live_is(const struct source *source);

/* The profile of the counters, which the caller frees. TOPOMAP_INPUT if the file is damaged, comes
 * from a machine with another byte order. */
char *live_profile(const struct source *source, size_t *length, struct topomap_error *error);

#endif
