/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_LATTICE_H
#define STRUCTURE_LATTICE_H

#include "topomap_internal.h"

#define LATTICE_MAX_DIMS 24

/* Places of ranks in a box. */
struct lattice {
    uint32_t dims; /* 0: none was found */
    uint32_t dim[LATTICE_MAX_DIMS];
    bool wrap[LATTICE_MAX_DIMS];     /* the dimension is a ring */
    bool complete[LATTICE_MAX_DIMS]; /* the dimension is all to all */
    uint32_t *at;                    /* [ranks][dims] */
};

/* The coordinate of a rank without a place. */
#define LATTICE_UNKNOWN UINT32_MAX

/* The number of a place; the last dimension is fastest. */
uint32_t lattice_place(const struct lattice *lattice, const uint32_t *at);

/* The number of places in the box; UINT32_MAX if it does not fit. */
uint32_t lattice_places(const struct lattice *lattice);

/* The most places of a box for this many ranks: a third may be empty. */
static inline uint32_t lattice_most_places(uint32_t ranks)
{
    return ranks + ranks / 2;
}

void lattice_free(struct lattice *lattice);

#endif
