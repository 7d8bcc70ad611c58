/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on a communicator of either kind. On an inter-communicator each group does its part
 * with its first rank as root, and the first ranks exchange what came of it (reduce, allreduce,
 * reduce-scatter, broadcast, barrier); blocks that differ from rank to rank go straight from who
 * sends to who receives.
 */
#ifndef RECORDER_COLLECTIVES_H
#define RECORDER_COLLECTIVES_H

#include "record.h"

/* Bytes for, or of, rank i. */
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

/* `own` is what this rank sends; the blocks are those that it receives. */
void collective_allgatherv(struct collective *c, uint64_t own, block_bytes *block,
                           const void *from);
void collective_alltoall(struct collective *c, block_bytes *block, const void *from);
void collective_reduce_scatter(struct collective *c, block_bytes *block, const void *from);
void collective_scan(struct collective *c, uint64_t bytes);

/* Blocks are counted by neighbour. */
void collective_neighbours(struct collective *c, MPI_Comm comm, block_bytes *block,
                           const void *from);

/* The same for all. */
uint64_t collective_same(const void *from, int i);

#endif
