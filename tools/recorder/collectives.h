/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on intra- and inter-communicators. On an inter-communicator each group does its part
 * with its first rank as root, and the two first ranks exchange the results (reduce, allreduce,
 * reduce-scatter, broadcast, barrier). Blocks that differ from rank to rank go straight from sender
 * to receiver.
 */
#ifndef RECORDER_COLLECTIVES_H
#define RECORDER_COLLECTIVES_H

#include "record.h"

/* The bytes for rank i, or from it. */
typedef uint64_t block_bytes(const void *from, int i);

void collective_barrier(struct collective *c);
void collective_bcast(struct collective *c, int root, uint64_t bytes);
void collective_reduce(struct collective *c, int root, uint64_t bytes);
void collective_allreduce(struct collective *c, uint64_t elements, uint64_t element);
void collective_gather(struct collective *c, int root, uint64_t block);
void collective_gatherv(struct collective *c, int root, uint64_t own);
void collective_scatter(struct collective *c, int root, uint64_t block);
void collective_scatterv(struct collective *c, int root, block_bytes *block, const void *from);
void collective_allgather(struct collective *c, uint64_t block);

/* `own` is what this rank sends; the blocks are what it receives. */
void collective_allgatherv(struct collective *c, uint64_t own, block_bytes *block,
                           const void *from);
void collective_alltoall(struct collective *c, block_bytes *block, const void *from);
void collective_reduce_scatter(struct collective *c, block_bytes *block, const void *from);
void collective_scan(struct collective *c, uint64_t bytes);

/* Blocks are indexed by neighbour. */
void collective_neighbours(struct collective *c, MPI_Comm comm, block_bytes *block,
                           const void *from);

/* The same number for all ranks. */
uint64_t collective_same(const void *from, int i);

#endif
