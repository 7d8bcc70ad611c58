/* SPDX-License-Identifier: BSD-3-Clause */
#include "structure/lattice.h"

#include <stdlib.h>

uint32_t lattice_place(const struct lattice *lattice, const uint32_t *at)
{
    uint32_t place = 0;

    for (uint32_t d = 0; d < lattice->dims; d++)
        place = place * lattice->dim[d] + at[d];
    return place;
}

uint32_t lattice_places(const struct lattice *lattice)
{
    uint32_t places = 1;

    for (uint32_t d = 0; d < lattice->dims; d++) {
        if (__builtin_mul_overflow(places, lattice->dim[d], &places))
            return UINT32_MAX;
    }
    return places;
}

void lattice_free(struct lattice *lattice)
{
    free(lattice->at);
    *lattice = (struct lattice){0};
}
