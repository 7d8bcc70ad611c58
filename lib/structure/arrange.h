/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_ARRANGE_H
#define STRUCTURE_ARRANGE_H

#include "graph/graph.h"
#include "structure/lattice.h"

/*
 * Put a lattice as people write it: the dimension first in which rank numbers grow fastest, and
 * lines of two that are halves of a ring of four joined, as far as the numbers of ranks or rings
 * beside them tell, or there were more than TOPOMAP_MAX_DIMS dimensions. It becomes one of 0
 * dimensions if ranks share a place, too much of it is empty, or there are still too many
 * dimensions. *joined: whether rings of four were seen.
 */
int lattice_arrange(struct lattice *lattice, const struct topomap_graph *graph, bool *joined,
                    struct topomap_error *error);

#endif
