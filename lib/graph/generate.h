/* SPDX-License-Identifier: BSD-3-Clause */
/* Edges of generated graphs. All functions append to `edges` and return -1 when memory runs out. */
#ifndef GRAPH_GENERATE_H
#define GRAPH_GENERATE_H

#include "graph/rows.h"

/* Bytes of each edge of a random graph. */
#define GENERATED_BYTES 1024

/* Random points in a square and edges between near ones; see topomap_graph_geometric. */
int geometric_edges(struct edge_array *edges, uint32_t ranks, double degree, uint64_t seed);

/* Each rank draws `half` partners among all others, and is drawn by `half` others on average; both
 * ranks of a pair send 1 byte. Needs at least 2 ranks. */
int random_edges(struct edge_array *edges, uint32_t ranks, uint32_t half, uint64_t seed);

/*
 * A graph whose degrees follow a power law with the exponent 3, by preferential attachment: the
 * first half + 1 ranks exchange all to all. Each later rank joins `half` others, chosen with
 * probabilities in proportion to their degrees. That makes
 *
 * half (half + 1) / 2 + half (ranks - half - 1)
 *
 * pairs, and both ranks of a pair send. Source: Barabasi and Albert, Emergence of scaling in random
 * networks, Science 286, 1999. Ranks are drawn from the list of the ends of all edges, as in
 * Batagelj and Brandes, Efficient generation of large random networks, Physical Review E 71, 2005.
 */
int power_law_edges(struct edge_array *edges, uint32_t ranks, uint32_t half, uint64_t seed);

/* Sizes of the benchmark CG: order of the matrix and iterations of the power method. False for an
 * unknown class. */
struct cg_size {
    uint32_t order;
    uint32_t iterations;
};
bool cg_find_class(char name, struct cg_size *size);

/*
 * The point-to-point messages of a whole run of CG on a power of two of ranks. The ranks form a
 * grid with as many columns as rows, or twice as many. An iteration has 26 products of matrix and
 * vector. In each of them a rank sums its part with ranks of its row at distances 1, 2, 4, ... and
 * sends the result to its place in the transposed matrix. 52 sums of one number and one sum of two
 * also go through the row. Source: NAS Parallel Benchmarks 3.3, MPI version, CG/cg.f (Bailey et
 * al., The NAS parallel benchmarks, NASA RNR-94-007, 1994).
 */
int cg_edges(struct edge_array *edges, uint32_t ranks, const struct cg_size *size);

#endif
