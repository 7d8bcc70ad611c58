/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_ARRANGE_H
#define STRUCTURE_ARRANGE_H

#include "graph/graph.h"
#include "structure/lattice.h"

/*
 * Put a lattice into its usual form: the dimension in which rank numbers grow fastest comes first.
 * Lines of two that are halves of a ring of four are joined if the numbers of ranks or the rings
 * beside them show it, or if there would be more than TOPOMAP_MAX_DIMS dimensions. The lattice gets
 * 0 dimensions if ranks share a place, too much of it is empty, or there are still too many
 * dimensions. *joined: whether rings of four were found.
 */
int lattice_arrange(struct lattice *lattice, const struct topomap_graph *graph, bool *joined,
                    struct topomap_error *error);

#endif
