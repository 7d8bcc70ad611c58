/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/known_gains.h"

#include "base/memory.h"

#include <stdlib.h>

/* Entries for each unit, and the most for all: some megabytes. */
#define FOR_EACH 32
#define MOST (1U << 16)

int known_gains_init(struct known_gains *known, uint32_t units)
{
    known->entries = 1;
    while (known->entries < MOST && known->entries < (uint64_t)FOR_EACH * units)
        known->entries *= 2;
    known->entry = array_new(known->entries, sizeof *known->entry);
    return known->entry ? 0 : -1;
}

void known_gains_free(struct known_gains *known)
{
    free(known->entry);
    *known = (struct known_gains){0};
}

static uint64_t pair_of(const uint32_t *unit)
{
    uint64_t less = unit[0] < unit[1] ? unit[0] : unit[1];
    uint64_t more = unit[0] < unit[1] ? unit[1] : unit[0];

    return (less << 32 | more) + 1;
}

static struct known_gain *entry_of(const struct known_gains *known, uint64_t pair)
{
    return &known->entry[(pair * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (known->entries - 1)];
}

const struct loads_price *known_gains_find(const struct known_gains *known, const uint32_t *unit,
                                           uint32_t version)
{
    uint64_t pair = pair_of(unit);
    const struct known_gain *entry = entry_of(known, pair);

    return entry->pair == pair && entry->version == version ? &entry->gain : NULL;
}

void known_gains_note(struct known_gains *known, const uint32_t *unit, uint32_t version,
                      struct loads_price gain)
{
    uint64_t pair = pair_of(unit);

    *entry_of(known, pair) = (struct known_gain){pair, version, gain};
}
