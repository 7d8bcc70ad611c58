/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_SQUARES_H
#define STRUCTURE_SQUARES_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/*
 * Find the places of ranks if the skeleton is a product of lines and rings, or nearly so: a few
 * edges or ranks may be missing. In a square u-a-w-b opposite edges are parallel. Classes of
 * parallel edges that meet at ranks but share no square follow each other in the same dimension,
 * one on each side of these ranks. A ring of four is a square, and is found as two lines of two.
 * O(sum of squared degrees). Source of the relation: Djokovic, "Distance-preserving subgraphs of
 * hypercubes", J. Combinatorial Theory B 14, 1973; Winkler, Discrete Applied Mathematics 7, 1984.
 */
int lattice_of_squares(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

#endif
