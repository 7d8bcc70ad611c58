/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STRUCTURE_LATTICE_H
#define STRUCTURE_LATTICE_H

#include "structure/skeleton.h"

/* Places of ranks in a box. */
struct lattice {
    uint32_t dims; /* 0: none was found */
    uint32_t dim[24];
    bool wrap[24]; /* a ring */
    bool complete[24]; /* all to all */
    uint32_t *at;  /* [ranks][dims] */
};

#define LATTICE_MAX_DIMS 24

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

/*
 * The same if it is, exactly, a product of complete graphs (a Hamming graph): all to all in every
 * line of ranks. A hypercube is the product of complete graphs of two. O(edges).
 */
int lattice_of_cliques(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

/*
 * The same if it is a product of such a product, or of one complete graph of three or more, and of
 * lines and rings: all to all in some directions, neighbours in others. O(sum of squared degrees).
 */
int lattice_of_mixture(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error);

/* Coordinate of a rank that has no place yet. */
#define LATTICE_UNKNOWN UINT32_MAX

/*
 * Coordinates from the classes of parallel edges, class[edges], UINT32_MAX for edges that do not
 * count, and the dimension of each class, dim[classes], UINT32_MAX for none. Needs lattice->dims;
 * fills in the rest. Coordinates that edges do not tell are unknown. Returns -1 when memory is
 * out.
 */
int lattice_unroll(struct lattice *lattice, const struct skeleton *skeleton,
                   const uint32_t *class, uint32_t classes, const uint32_t *dim);

/* Place ranks with unknown coordinates, up to a third of all, beside the neighbours that they have,
 * inside the box or on its faces. The lattice becomes one of 0 dimensions if that fails, or too
 * much of it is empty. */
int lattice_settle(struct lattice *lattice, const struct skeleton *skeleton,
                   struct topomap_error *error);

/*
 * Put a lattice as people write it: the dimension first in which rank numbers grow fastest, and
 * lines of two that are halves of a ring of four joined, as far as the numbers of ranks or rings
 * beside them tell, or there were more than TOPOMAP_MAX_DIMS dimensions. It becomes one of 0
 * dimensions if ranks share a place, too much of it is empty, or there are still too many
 * dimensions. *joined: whether rings of four were seen.
 */
int lattice_arrange(struct lattice *lattice, const struct topomap_graph *graph, bool *joined,
                    struct topomap_error *error);

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
