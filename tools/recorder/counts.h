/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters of this rank: how much it sent where. */
#ifndef RECORDER_COUNTS_H
#define RECORDER_COUNTS_H

#include "io/profile_live.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Not a rank: a process outside MPI_COMM_WORLD. */
#define OUTSIDE LIVE_OUTSIDE

/*
 * Count what this process sends to (PROFILE_FETCHED: gets from) world rank `other` or OUTSIDE, in
 * the current phase. Each thread has its own counters and waits for no other. Memory grows with
 * partners, parts, steps, phases and sizes. `step` is below PROFILE_STEPS; of point-to-point
 * messages it is not looked at: the first one of its size to a rank decides to which step all of
 * these in the phase belong, the one after those that this thread may have waited for. How often
 * the thread turns to a step is counted as PROFILE_AWAITED for its own rank: anew when it has sent
 * in another step or a collective since, or has received from a rank that it sends to in the step.
 */
void counts_add(enum profile_part part, uint32_t step, uint32_t other, uint64_t bytes,
                uint64_t messages);

/* The thread has waited for a message from world rank `other`; OUTSIDE: for several, or from
 * somewhere else. What it sends next in a new step is counted as PROFILE_AWAITED for that rank. */
void counts_received(uint32_t other);

/* Whether to record this call of the thread. With sampling one call of a block is recorded, and
 * counts for all of them. */
bool counts_sampled(void);

/* Call it before the first use; `rank` is that of this process in MPI_COMM_WORLD, `slice` the
 * milliseconds of a phase, or 0: the application marks them. */
void counts_setup(uint32_t rank, uint32_t sampling, uint32_t slice);

/* Start a phase for all threads; PHASE_OFF: nothing is recorded. */
#define PHASE_OFF 0
#define PHASE_FIRST 1
void counts_phase(uint32_t phase);
bool counts_on(void);

/* Call `visit` for each counter of all threads; one pair may have counters in several threads. Safe
 * while threads count, and in a signal handler. */
struct count {
    uint64_t bytes, messages;
    uint32_t other;
    struct profile_kind kind;
};
void counts_visit(void (*visit)(void *where, const struct count *count), void *where);

/* Messages that were lost because memory ran out; note more of them. */
uint64_t counts_lost(void);
void counts_lose(uint64_t messages);

#endif
