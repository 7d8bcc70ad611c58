/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counters of running ranks, in a file that they map: what they have counted is in it whenever they
 * are killed. The ranks of a node share a file: a head, a slot for each rank, and tables of entries
 * in any order, one for each thread. Numbers are those of the machine that wrote it.
 */
#ifndef IO_PROFILE_LIVE_H
#define IO_PROFILE_LIVE_H

#include "io/profile_format.h"
#include "input/source.h"

#define LIVE_MAGIC "topomap-live 1\n"
#define LIVE_ORDER UINT32_C(0x01020304) /* tells the order of bytes */
#define LIVE_TABLES 64 /* threads that count at once */
#define LIVE_TEXT 128

enum live_state {
    LIVE_NOTHING,   /* the rank has not begun */
    LIVE_COUNTING,
    LIVE_FINALIZED, /* the rank has come to MPI_Finalize: this is all it sent */
    LIVE_GIVEN_UP,  /* what the rank counts does not fit in here */
};

struct live_slot {
    uint32_t state; /* enum live_state */
    uint32_t rank;
    /* Where in the file the table of each thread begins, shifted by 8, and the logarithm to base 2
     * of its number of entries; 0: none. */
    uint64_t tables[LIVE_TABLES];
};

struct live_head {
    char magic[16];
    uint32_t order;
    uint32_t slots; /* ranks on the node */
    uint64_t run;
    uint32_t ranks, sampling, slice, unused;
    uint64_t used;  /* bytes of the file that are given away */
    char library[LIVE_TEXT], program[LIVE_TEXT];
    struct live_slot slot[];
};

/* The bits of a key from the lowest on: 1 + the other rank (LIVE_OUTSIDE for one outside of
 * MPI_COMM_WORLD), 33; part, 3; phase. 0: no entry. */
#define LIVE_OUTSIDE UINT32_MAX
#define LIVE_KEY_PART 33
#define LIVE_KEY_PHASE 36

struct live_entry {
    uint64_t key, bytes, messages;
};

/* Whether a text is such a file, by its first bytes. */
bool live_is(const struct source *source);

/* The profile that it makes, which the caller frees; TOPOMAP_INPUT if it is damaged, written by a
 * machine of another kind, or no rank has begun. */
char *live_profile(const struct source *source, size_t *length, struct topomap_error *error);

#endif
