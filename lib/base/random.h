/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* A seeded generator of pseudo-random numbers; the same everywhere (xoshiro256**, Blackman and
 * Vigna 2018, seeded by splitmix64). */
struct random {
    uint64_t state[4];
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);

/* A number from 0 to bound-1, without bias (Lemire 2019); bound > 0. */
uint32_t random_below(struct random *random, uint32_t bound);

/* A number in [0, 1). */
double random_unit(struct random *random);

/* A number in which each bit depends on all bits of the given one. */
uint64_t random_hash(uint64_t number);

/* Shuffle `count` numbers (Fisher-Yates). */
void random_shuffle(struct random *random, uint32_t *numbers, uint32_t count);

#endif
