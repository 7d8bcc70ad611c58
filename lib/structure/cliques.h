/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_CLIQUES_H
#define STRUCTURE_CLIQUES_H

#include "structure/lattice.h"
#include "structure/skeleton.h"

/*
 * Find the places of ranks if the skeleton is exactly a product of complete graphs (a Hamming
 * graph): all to all in every line of ranks. A hypercube is a product of complete graphs of two
 * ranks. O(edges).
 */
int lattice_of_cliques(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

#endif
