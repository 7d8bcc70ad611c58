/* SPDX-License-Identifier: BSD-3-Clause */
#include "search/arrangement.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void arrangement_renew(struct arrangement *arrangement)
{
    uint32_t *first = arrangement->first;

    memset(first, 0, ((size_t)arrangement->places + 1) * sizeof *first);
    for (uint32_t unit = 0; unit < arrangement->units; unit++)
        first[arrangement->place[unit] + 1]++;
    for (uint32_t place = 0; place < arrangement->places; place++)
        first[place + 1] += first[place];
    /* Filling backwards turns the ends of the ranges into their starts. */
    for (uint32_t unit = arrangement->units; unit-- > 0;) {
        arrangement->slot[unit] = --first[arrangement->place[unit] + 1];
        arrangement->member[arrangement->slot[unit]] = unit;
    }
    for (uint32_t place = 0; place < arrangement->places; place++)
        first[place] = first[place + 1];
    first[arrangement->places] = arrangement->units;
}

int arrangement_init(struct arrangement *arrangement, uint32_t units, uint32_t places,
                     uint32_t *place, const uint32_t *size)
{
    *arrangement = (struct arrangement){
        .units = units,
        .places = places,
        .place = place,
        .size = size,
        .first = array_raw((size_t)places + 1, sizeof *arrangement->first),
        .member = array_raw(units, sizeof *arrangement->member),
        .slot = array_raw(units, sizeof *arrangement->slot),
    };
    if (!arrangement->first || !arrangement->member || !arrangement->slot) {
        arrangement_free(arrangement);
        return -1;
    }
    arrangement_renew(arrangement);
    return 0;
}

void arrangement_free(struct arrangement *arrangement)
{
    free(arrangement->first);
    free(arrangement->member);
    free(arrangement->slot);
    *arrangement = (struct arrangement){0};
}

void arrangement_rotate(struct arrangement *arrangement, const uint32_t *unit, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        arrangement_swap(arrangement, unit[i], unit[i + 1]);
}
