/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_MIXTURE_H
#define STRUCTURE_MIXTURE_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/*
 * Find the places of ranks if the skeleton is a product of two graphs. One is a complete graph of
 * three or more ranks, or a product of complete graphs as in structure/cliques.h; the other
 * consists of lines and rings. So it is all to all along some dimensions and has neighbours along
 * others. O(sum of squared degrees).
 */
int lattice_of_mixture(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

#endif
