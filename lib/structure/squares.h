/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_SQUARES_H
#define STRUCTURE_SQUARES_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/*
 * Where ranks lie if the skeleton is a product of lines and rings, or almost: a few edges or ranks
 * may be missing. In a square of edges u-a-w-b opposite edges are parallel; classes of parallel
 * edges that meet at ranks, but in no square, follow each other in the same dimension, one to
 * each side of these ranks. A ring of four is a square, and comes as two lines of two. O(sum of
 * squared degrees). Source of the relation: Djokovic, "Distance-preserving subgraphs of
 * hypercubes", J. Combinatorial Theory B 14, 1973; Winkler, Discrete Applied Mathematics 7, 1984.
 */
int lattice_of_squares(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

#endif
