/* SPDX-License-Identifier: BSD-3-Clause */
#include "rounds.h"

#include "io/profile_format.h"

#include <pthread.h>

static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct rounds_kind kind;
    uint32_t step;
} known[PROFILE_STEPS];
static uint32_t count, next; /* of them; the first step that none has */
static int world_size;

/* Of binomial trees and of recursive doubling, with one more before and after it if the ranks are
 * no power of two. */
static uint32_t rounds_of(int size)
{
    uint32_t rounds = 0;

    while (INT64_C(1) << rounds < size)
        rounds++;
    return rounds + ((size & (size - 1)) != 0);
}

static bool same(const struct rounds_kind *a, const struct rounds_kind *b)
{
    return a->size == b->size && a->first == b->first && a->last == b->last &&
           a->at_once == b->at_once;
}

static uint32_t add(const struct rounds_kind *kind)
{
    uint32_t steps = kind->at_once ? 1 : rounds_of(kind->size);

    if (next + steps > PROFILE_STEPS - 1)
        return kind->at_once ? PROFILE_STEPS - 1 : 0;
    known[count].kind = *kind;
    known[count++].step = next;
    next += steps;
    return next - steps;
}

static uint32_t find(const struct rounds_kind *kind)
{
    for (uint32_t i = 0; i < count; i++) {
        if (same(&known[i].kind, kind))
            return known[i].step;
    }
    return add(kind);
}

void rounds_setup(int world)
{
    uint32_t steps = rounds_of(world);

    world_size = world;
    count = 0;
    next = steps < PROFILE_STEPS - 1 ? steps : PROFILE_STEPS - 1;
}

uint32_t rounds_begin(const struct rounds_kind *kind)
{
    uint32_t step;

    if (!kind->at_once && kind->size == world_size)
        return 0;
    pthread_mutex_lock(&changing);
    step = find(kind);
    pthread_mutex_unlock(&changing);
    return step;
}
