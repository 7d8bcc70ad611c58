/* SPDX-License-Identifier: BSD-3-Clause */
/* Edges of generated graphs. All functions add to `edges` and return -1 when memory is out. */
#ifndef GRAPH_GENERATE_H
#define GRAPH_GENERATE_H

#include "graph/rows.h"

/* Bytes of each edge of a random graph. */
#define GENERATED_BYTES 1024

/* Points in a square and those near them; see topomap_graph_geometric. */
int geometric_edges(struct edge_array *edges, uint32_t ranks, double degree, uint64_t seed);

/* Each rank draws `half` partners among all others, and is drawn by as many on average; both send 1
 * byte. Of 2 ranks and more. */
int random_edges(struct edge_array *edges, uint32_t ranks, uint32_t half, uint64_t seed);

/*
 * A graph whose degrees follow a power law with the exponent 3, by preferential attachment: the
 * first half + 1 ranks exchange all to all; each later one joins `half` others, chosen by chance
 * with the number of those that they have already. There are
 *
 *     half (half + 1) / 2 + half (ranks - half - 1)
 *
 * pairs, and both of a pair send. Source: Barabasi and Albert, Emergence of scaling in random
 * networks, Science 286, 1999; drawn from the list of all ends of edges, as in Batagelj and
 * Brandes, Efficient generation of large random networks, Physical Review E 71, 2005.
 */
int power_law_edges(struct edge_array *edges, uint32_t ranks, uint32_t half, uint64_t seed);

/* Sizes of the benchmark CG: order of the matrix and iterations of the power method. False if there
 * is no such class. */
struct cg_size {
    uint32_t order;
    uint32_t iterations;
};
bool cg_find_class(char name, struct cg_size *size);

/*
 * The point-to-point messages of a whole run of CG on a power of two of ranks. These form a grid
 * with as many columns as rows, or twice as many. In each of 26 products of matrix and vector of an
 * iteration a rank adds up its part with ranks of its row at distances 1, 2, 4, ... and sends it to
 * its place in the transposed matrix; 52 sums of 1 number and one of 2 go through the row, too.
 * Source: NAS Parallel Benchmarks 3.3, MPI version, CG/cg.f (Bailey et al., The NAS parallel
 * benchmarks, NASA RNR-94-007, 1994).
 */
int cg_edges(struct edge_array *edges, uint32_t ranks, const struct cg_size *size);

#endif
