/* SPDX-License-Identifier: BSD-3-Clause */
/* The run that is recorded, and what becomes of the record. */
#ifndef RECORDER_RUN_H
#define RECORDER_RUN_H

#include "io/profile_format.h"

#include <stdbool.h>
#include <stdint.h>

#define RUN_PATH 4096

struct run {
    struct profile_head head;
    uint32_t rank;
    double seconds;            /* longest time for gathering */
    unsigned mask;             /* of the modes of new files */
    char path[RUN_PATH];       /* of the profile */
};
extern struct run run;

/* Say one line on standard error. */
void run_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What this rank counted, into `writer`. Safe in a signal handler. */
void run_write(struct profile_writer *writer, enum profile_end end);

/* ---- gathering, at MPI_Finalize ---------------------------------------------------------- */

/* Bring the records of all ranks together on rank 0, in a binomial tree of `comm`, which writes the
 * profile. What does not arrive in time is spilled by who has it. */
void gather(void *comm);

/* ---- spilling: one file for each rank ---------------------------------------------------- */

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
