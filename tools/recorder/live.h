/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counters in a file that all ranks of the node map, so that a rank that is killed at once leaves
 * them: PROFILE.ranks/node-RANK.RUN, see io/profile_live.h. Where it cannot be made, or is full,
 * ranks count in memory of their own.
 */
#ifndef RECORDER_LIVE_H
#define RECORDER_LIVE_H

#include "io/profile_live.h"

/* Make the file of each node; for all ranks of `comm` together. */
void live_start(void *comm);

/* Memory in the file for 2^power entries, zeroed, and its `place` there; NULL: there is none. */
void *live_table(unsigned power, uint64_t *place);

/* From now on a thread counts in the table at `place`; 0: in memory of its own. */
void live_publish(unsigned thread, uint64_t place);

/* This rank has come to MPI_Finalize. */
void live_finalized(void);

/* The file was cut below a mapping: put memory in the place of the page at `address`, if it is one
 * of the file. Safe in a signal handler. */
bool live_mend(void *address);

/* Whether that was done: counters were lost. */
bool live_mended(void);

#endif
