/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files for ranks whose records are not gathered: PROFILE.ranks/RANK. They are also written in
 * signal handlers, so nothing here allocates memory or takes locks. A rank that is killed at once
 * leaves its counters beside them (live.h).
 */
#ifndef RECORDER_SPILL_H
#define RECORDER_SPILL_H

#include <stddef.h>
#include <stdint.h>

/* The folder for the records of ranks, PROFILE.ranks: set its name, which comes first; remove it
 * with all records, of this run or earlier ones; create it, and say where it cannot be used. */
void spill_prepare(void);
void spill_clean(void);
void spill_make_folder(void);

/* From now on, write this rank's counts to its file when a signal ends it or it exits. */
void spill_arm(void);

/* The record is safe: do not write it any more. */
void spill_disarm(void);

/* Write it now, unless it has been written. The first of all ranks says in a line where it is,
 * which begins with `why`. */
#define SPILL_EARLY "a rank did not reach MPI_Finalize"
void spill_now(const char *why);

/* Complete chunks with the records of some ranks. */
struct block {
    struct block *next;
    size_t length;
    uint64_t count; /* number of chunks */
    unsigned char data[];
};

/* From now on spill all blocks from `newest` on, instead of the counts. */
void spill_hold(struct block *newest);

#endif
