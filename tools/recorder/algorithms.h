/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives as the messages that textbook algorithms send. They say what moves between ranks
 * whatever the MPI library does, which differs between libraries, releases and settings. Each
 * function tells the messages that `rank` of `size` ranks sends; blocks are in bytes. Messages
 * without bytes are told by barriers only.
 *
 * Sources: Thakur, Rabenseifner, Gropp, Optimization of Collective Communication Operations in
 * MPICH, 2005; Hensgen, Finkel, Manber, Two Algorithms for Barrier Synchronization, 1988; Bruck et
 * al., Efficient Algorithms for All-to-All Communications, 1997; Hillis, Steele, Data Parallel
 * Algorithms, 1986.
 */
#ifndef RECORDER_ALGORITHMS_H
#define RECORDER_ALGORITHMS_H

#include <stdint.h>

/* Where messages go: `send` is called with each, and with `to`. */
struct sink {
    void (*send)(struct sink *sink, int to, uint64_t bytes, uint64_t messages);
};

/* Dissemination: ceil(log2 size) rounds. */
void algorithm_barrier(struct sink *sink, int rank, int size);

/*
 * Binomial trees of the ranks counted from the root. A broadcast doubles, in each round, the ranks
 * that have the data: each sends to the one that is as many ranks further as there are such ranks,
 * so that a parent is found by clearing the highest bit. In the others the ranks below a rank
 * follow it without a gap, as their blocks have to: a parent is found by clearing the lowest bit.
 */
void algorithm_bcast(struct sink *sink, int rank, int size, int root, uint64_t bytes);
void algorithm_reduce(struct sink *sink, int rank, int size, int root, uint64_t bytes);
void algorithm_gather(struct sink *sink, int rank, int size, int root, uint64_t block);
void algorithm_scatter(struct sink *sink, int rank, int size, int root, uint64_t block);

/* Recursive doubling; a ring from ALGORITHM_RING_ALLREDUCE bytes on, where there are as many
 * elements as ranks. */
#define ALGORITHM_RING_ALLREDUCE 10000
void algorithm_allreduce(struct sink *sink, int rank, int size, uint64_t elements,
                         uint64_t element);

/* Recursive doubling for powers of two, else Bruck's algorithm; a ring from
 * ALGORITHM_RING_ALLGATHER bytes of all blocks on. */
#define ALGORITHM_RING_ALLGATHER 81920
void algorithm_allgather(struct sink *sink, int rank, int size, uint64_t block);

/* A ring; block(from, i) is the block of rank i. */
void algorithm_allgatherv(struct sink *sink, int rank, int size,
                          uint64_t (*block)(const void *from, int i), const void *from);

/* Pairwise exchange: block(from, i) goes straight to rank i. All-to-all and reduce-scatter. */
void algorithm_pairwise(struct sink *sink, int rank, int size,
                        uint64_t (*block)(const void *from, int i), const void *from);

/* Recursive doubling. */
void algorithm_scan(struct sink *sink, int rank, int size, uint64_t bytes);

#endif
