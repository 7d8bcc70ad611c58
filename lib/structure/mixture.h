/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_MIXTURE_H
#define STRUCTURE_MIXTURE_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/*
 * Where ranks lie if the skeleton is a product of such a product as in structure/cliques.h, or of
 * one complete graph of three or more, and of lines and rings: all to all in some directions,
 * neighbours in others. O(sum of squared degrees).
 */
int lattice_of_mixture(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

#endif
