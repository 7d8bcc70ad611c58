/* SPDX-License-Identifier: BSD-3-Clause */
/* Tells point-to-point messages of a profile that wait for one another apart; see
 * io/profile_format.h. */
#ifndef IO_PROFILE_STEPS_H
#define IO_PROFILE_STEPS_H

#include "graph/graph.h"
#include "io/profile_format.h"

/* What ranks send in each step of a phase, and as edges from each rank what it waited for: their
 * bytes are its place among what the rank awaited in the step, if that is known, and the bytes to
 * itself are how often it turned to the step. */
struct profile_steps {
    uint32_t ranks, count;
    struct topomap_graph *messages[PROFILE_STEPS], *awaited[PROFILE_STEPS]; /* [count], owned */
};

void steps_free(struct profile_steps *steps);

/* Takes over an exchange, also on failure. */
typedef int steps_tell(void *context, struct topomap_graph *exchange);

/*
 * Call `tell` for each exchange: what waits for others comes after them, but waves that follow one
 * another are one. If that would make more than `most` exchanges they are the steps.
 * Returns -1 when memory runs out, or what `tell` returned if that is negative.
 */
int steps_exchanges(const struct profile_steps *steps, uint64_t most, steps_tell *tell,
                    void *context, struct topomap_error *error);

#endif
