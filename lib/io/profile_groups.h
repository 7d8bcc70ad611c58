/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups phases of a profile that exchange alike, where it has more of them than a graph tells
 * apart: as one exchange, phases that differ would share links that they use in turn. */
#ifndef IO_PROFILE_GROUPS_H
#define IO_PROFILE_GROUPS_H

#include "topomap_internal.h"

#define GROUPS_SKETCH 64

/* What a phase exchanges: a vector of length 1, or 0 if that is nothing, which is the same for
 * phases of the same pairs with proportional traffic. */
struct phase_sketch {
    float part[GROUPS_SKETCH];
    double volume; /* bytes, with some for each message */
};

void groups_sketch(const struct topomap_graph *phase, struct phase_sketch *sketch);

/* Form up to `most` groups of `count` phases, at least one of each. group[count] becomes the group
 * of each, numbered from 0 in the order of their first phases. Returns the number of groups; 0 when
 * memory runs out. */
uint32_t groups_form(const struct phase_sketch *sketch, size_t count, uint32_t most,
                     uint32_t *group);

#endif
