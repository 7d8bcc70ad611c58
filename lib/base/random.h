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

static inline uint64_t random_rotate(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

/* Inline, as annealing asks for two numbers at each look. */
static inline uint64_t random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = random_rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotate(s[3], 45);
    return result;
}

/* A number from 0 to bound-1, without bias (Lemire 2019); bound > 0. */
uint32_t random_below(struct random *random, uint32_t bound);

/* A number in [0, 1). */
double random_unit(struct random *random);

/* A number in which each bit depends on all bits of the given one. */
uint64_t random_hash(uint64_t number);

/* Shuffle `count` numbers (Fisher-Yates). */
void random_shuffle(struct random *random, uint32_t *numbers, uint32_t count);

#endif
