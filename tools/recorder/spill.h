/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files for the case that a rank does not come to gathering: PROFILE.ranks/RANK. They are written
 * in signal handlers too, so that nothing here takes memory or locks. A rank that is killed at once
 * leaves its counters beside them (live.h).
 */
#ifndef RECORDER_SPILL_H
#define RECORDER_SPILL_H

#include <stddef.h>
#include <stdint.h>

/* The folder for what ranks leave, PROFILE.ranks: its name, which is needed first; remove it with
 * all that ranks left, of this run or earlier ones; make it. */
void spill_prepare(void);
void spill_clean(void);
void spill_make_folder(void);

/* From now on write what this rank counted to a file of its own when it is ended by a signal or
 * exits. */
void spill_arm(void);

/* The record is safe. */
void spill_disarm(void);

/* Write it now, unless that was done. */
void spill_now(void);

/* Whole chunks with the records of some ranks. */
struct block {
    struct block *next;
    size_t length;
    uint64_t count; /* of chunks */
    unsigned char data[];
};

/* From now on this is what is spilled, all blocks from `newest` on, instead of what was counted. */
void spill_hold(struct block *newest);

#endif
