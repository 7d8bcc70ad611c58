/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_LATTICE_H
#define STRUCTURE_LATTICE_H

#include "topomap_internal.h"

#define LATTICE_MAX_DIMS 24

/* Places of ranks in a box. */
struct lattice {
    uint32_t dims; /* 0: none was found */
    uint32_t dim[LATTICE_MAX_DIMS];
    bool wrap[LATTICE_MAX_DIMS];     /* a ring */
    bool complete[LATTICE_MAX_DIMS]; /* all to all */
    uint32_t *at;                    /* [ranks][dims] */
};

/* Coordinate of a rank that has no place yet. */
#define LATTICE_UNKNOWN UINT32_MAX

/* The number of a place, first dimension slowest. */
uint32_t lattice_place(const struct lattice *lattice, const uint32_t *at);

/* The places of the box; UINT32_MAX if there are more than that. */
uint32_t lattice_places(const struct lattice *lattice);

/* The places that a box of so many ranks has at most: a third may be empty. */
static inline uint32_t lattice_most_places(uint32_t ranks)
{
    return ranks + ranks / 2;
}

void lattice_free(struct lattice *lattice);

#endif
