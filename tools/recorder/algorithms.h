/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives as the messages of textbook algorithms. These say how data move between ranks
 * whatever the MPI library does, which depends on library, release and settings. Each function
 * reports the messages that `rank` of `size` ranks sends; blocks are in bytes. Only barriers report
 * messages without bytes.
 *
 * Sources: Thakur, Rabenseifner, Gropp, Optimization of Collective Communication Operations in
 * MPICH, 2005; Hensgen, Finkel, Manber, Two Algorithms for Barrier Synchronization, 1988; Bruck et
 * al., Efficient Algorithms for All-to-All Communications, 1997; Hillis, Steele, Data Parallel
 * Algorithms, 1986.
 */
#ifndef RECORDER_ALGORITHMS_H
#define RECORDER_ALGORITHMS_H

#include <stdbool.h>
#include <stdint.h>

/* Receives messages: `send` is called for each, with `to`. Before, `step` tells how many of the
 * rounds of the algorithm, in which each rank waits for the one before, have gone; 0 at first.
 * Rings and pairwise exchanges are `at_once`: a rank that gets its messages early is soon many
 * rounds ahead of others, so that messages of all rounds are under way together. */
struct sink {
    void (*send)(struct sink *sink, int to, uint64_t bytes, uint64_t messages);
    uint32_t step;
    bool at_once;
};

/* Dissemination: ceil(log2 size) rounds. */
void algorithm_barrier(struct sink *sink, int rank, int size);

/*
 * Binomial trees by relative ranks. A broadcast doubles the ranks that have the data in each round:
 * each sends to the rank that is farther by the number of such ranks, so the parent of a rank is
 * the rank without its highest bit. In the other collectives the ranks of a subtree must be
 * consecutive, as their blocks are: the parent is the rank without its lowest bit.
 */
void algorithm_bcast(struct sink *sink, int rank, int size, int root, uint64_t bytes);
void algorithm_reduce(struct sink *sink, int rank, int size, int root, uint64_t bytes);
void algorithm_gather(struct sink *sink, int rank, int size, int root, uint64_t block);
void algorithm_scatter(struct sink *sink, int rank, int size, int root, uint64_t block);

/* Recursive doubling; a ring from ALGORITHM_RING_ALLREDUCE bytes on, if there are at least as many
 * elements as ranks. */
#define ALGORITHM_RING_ALLREDUCE 10000
void algorithm_allreduce(struct sink *sink, int rank, int size, uint64_t elements,
                         uint64_t element);

/* Recursive doubling for powers of two, else Bruck's algorithm; a ring if all blocks together have
 * at least ALGORITHM_RING_ALLGATHER bytes. */
#define ALGORITHM_RING_ALLGATHER 81920
void algorithm_allgather(struct sink *sink, int rank, int size, uint64_t block);

/* A ring; block(from, i) is the size of rank i's block. */
void algorithm_allgatherv(struct sink *sink, int rank, int size,
                          uint64_t (*block)(const void *from, int i), const void *from);

/* Pairwise exchange, for all-to-all and reduce-scatter: a block of block(from, i) bytes goes
 * straight to rank i. `rank` is negative if these are in the other group. */
void algorithm_pairwise(struct sink *sink, int rank, int size,
                        uint64_t (*block)(const void *from, int i), const void *from);

/* Recursive doubling. */
void algorithm_scan(struct sink *sink, int rank, int size, uint64_t bytes);

#endif
