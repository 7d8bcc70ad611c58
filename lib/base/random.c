/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/random.h"

uint64_t random_hash(uint64_t number)
{
    uint64_t z = number + UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t splitmix(uint64_t *state)
{
    uint64_t result = random_hash(*state);

    *state += UINT64_C(0x9e3779b97f4a7c15);
    return result;
}

void random_seed(struct random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = splitmix(&seed);
}

uint32_t random_below(struct random *random, uint32_t bound)
{
    uint64_t product = (random_next(random) >> 32) * bound;
    uint32_t threshold = (0U - bound) % bound;

    while ((uint32_t)product < threshold)
        product = (random_next(random) >> 32) * bound;
    return (uint32_t)(product >> 32);
}

double random_unit(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1.0p-53;
}

void random_shuffle(struct random *random, uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = random_below(random, i);
        uint32_t t = numbers[i - 1];

        numbers[i - 1] = numbers[j];
        numbers[j] = t;
    }
}
