/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counters in a file that all ranks of the node map, so that they survive if a rank is killed:
 * PROFILE.ranks/node-RANK.RUN, see io/profile_live.h. If the file cannot be made, or is full, ranks
 * count in their own memory.
 */
#ifndef RECORDER_LIVE_H
#define RECORDER_LIVE_H

#include "io/profile_live.h"

/* Make the file of each node. Collective over `comm`. */
void live_start(void *comm);

/* Zeroed memory in the file for 2^power entries, and its `place` there; NULL if there is none. */
void *live_table(unsigned power, uint64_t *place);

/* From now on a thread counts in the table at `place`; 0: in its own memory. */
void live_publish(unsigned thread, uint64_t place);

/* Whether all counts of this rank are in the file, also if the process ends now. Safe in a signal
 * handler. */
bool live_holds(void);

/* This rank has reached MPI_Finalize. */
void live_finalized(void);

/* The file was truncated below a mapping: replace the page at `address` by memory, if it belongs to
 * the file. Safe in a signal handler. */
bool live_mend(void *address);

/* Whether a page was replaced: counts were lost. */
bool live_mended(void);

#endif
