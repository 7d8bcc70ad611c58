/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The steps of collectives. What ranks do together on different communicators, as in the rows and
 * then in the columns of a grid, is not under way at the same time. So the collectives of each
 * communicator begin at a step of their own: those in rounds, which have a step for each, and those
 * whose messages are all sent at once.
 */
#ifndef RECORDER_ROUNDS_H
#define RECORDER_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* Which collectives: communicators with as many ranks, and the same first and last one in
 * MPI_COMM_WORLD, count as the same. All of their ranks know that alike. */
struct rounds_kind {
    int size;
    uint32_t first, last;
    bool at_once;
};

/* The rounds of MPI_COMM_WORLD, of that size, begin at step 0. Call it before the first use. */
void rounds_setup(int world);

/* The step at which they begin, below PROFILE_STEPS, by the order in which kinds are first asked
 * for. Those for which no steps are left share: rounds those of MPI_COMM_WORLD, others the last. */
uint32_t rounds_begin(const struct rounds_kind *kind);

#endif
