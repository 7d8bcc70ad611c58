/* SPDX-License-Identifier: BSD-3-Clause */
/* How much went where: counters of this rank. */
#ifndef RECORDER_COUNTS_H
#define RECORDER_COUNTS_H

#include "io/profile_live.h"

#include <stdatomic.h>
#include <stdbool.h>

/* No rank: a process outside MPI_COMM_WORLD. */
#define OUTSIDE LIVE_OUTSIDE

/*
 * Add to what this process sends to (PROFILE_FETCHED: gets from) world rank `other` or OUTSIDE, in
 * the phase that is on. Each thread has counters of its own and waits for no other. Memory grows by
 * partners, parts and phases.
 */
void counts_add(enum profile_part part, uint32_t other, uint64_t bytes, uint64_t messages);

/* Whether this call of the thread is one to record: with sampling one of so many, which then counts
 * as all of them. */
bool counts_sampled(void);

/* Set before the first use. */
void counts_setup(uint32_t sampling, uint32_t slice);

/* The phase from here on, for all threads; PHASE_OFF: nothing is recorded. */
#define PHASE_OFF 0
#define PHASE_FIRST 1
void counts_phase(uint32_t phase);
bool counts_on(void);

/* Call `visit` for each counter, of all threads; a counter may have been split over threads. Safe
 * while threads count, and in a signal handler. */
struct count {
    uint64_t bytes, messages;
    uint32_t other, phase;
    enum profile_part part;
};
void counts_visit(void (*visit)(void *where, const struct count *count), void *where);

/* Counters that could not be kept because memory was out. */
uint64_t counts_lost(void);

#endif
