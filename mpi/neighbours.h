/* SPDX-License-Identifier: BSD-3-Clause */
/* The topology of a communicator: what it says of each rank, and giving it to another order. */
#ifndef MPI_NEIGHBOURS_H
#define MPI_NEIGHBOURS_H

#include <mpi.h>

#include <stdbool.h>

/* A rank that the calling process sends to. */
struct edge {
    int rank;
    int weight;
};

/*
 * Whom the calling process sends to: `edges` [count], which the caller frees; 2-d neighbours of a
 * process grid, those of a graph, or the destinations of a distributed graph. Local. Returns the
 * count, or -1 if memory is out.
 */
int neighbours_get(MPI_Comm comm, struct edge **edges);

/* The edges of all ranks, on rank 0 only. */
struct edges {
    int *count;        /* [ranks]: of each rank */
    struct edge *edge; /* in order of ranks */
};

/* Collective over `comm`; takes what neighbours_get gave. Returns 0, on all processes -1 if memory
 * is out somewhere or there are more than 2^31 edges. edges_free in any case. */
int edges_gather(MPI_Comm comm, const struct edge *own, int count, struct edges *edges);
void edges_free(struct edges *edges);

/*
 * A communicator of the processes of `ordered`, in its order, whose rank r has the topology that
 * rank r of `comm` has. Collective over both, which have the same processes. MPI_SUCCESS or
 * MPI_ERR_NO_MEM, the same on all.
 */
int neighbours_rebuild(MPI_Comm comm, MPI_Comm ordered, MPI_Comm *built);

#endif
