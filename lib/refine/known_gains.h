/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_KNOWN_GAINS_H
#define REFINE_KNOWN_GAINS_H

#include "refine/channel_loads.h"

/*
 * The gains of swaps that were looked at and not made. Until anything moves they stay what they
 * are, and a search that chooses swaps at random comes back to many of them.
 */
struct known_gains {
    struct known_gain {
        uint64_t pair;    /* of units, plus 1; 0: none */
        uint32_t version; /* of the loads, when it was computed */
        struct loads_price gain;
    } *entry;             /* [entries], hashed by pair */
    uint32_t entries;     /* a power of two */
};

/* Room for some gains of each unit. Returns -1 when memory runs out. */
int known_gains_init(struct known_gains *known, uint32_t units);
void known_gains_free(struct known_gains *known);

/* The gain of swapping two units, or NULL if it is not known for this version of the loads. */
const struct loads_price *known_gains_find(const struct known_gains *known, const uint32_t *unit,
                                           uint32_t version);
void known_gains_note(struct known_gains *known, const uint32_t *unit, uint32_t version,
                      struct loads_price gain);

#endif
