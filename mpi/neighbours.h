/* SPDX-License-Identifier: BSD-3-Clause */
/* The topology of a communicator: reads it, and transfers it to another order. */
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
 * The ranks to which the calling process sends: `edges` [count], which the caller frees. They are
 * the 2-d neighbours in a process grid, those of a graph, or the destinations of a distributed
 * graph. Local. Returns the count, or -1 if memory runs out.
 */
int neighbours_get(MPI_Comm comm, struct edge **edges);

/* The edges of all ranks; only on rank 0. */
struct edges {
    int *count;        /* [ranks]: number of edges of each rank */
    struct edge *edge; /* in order of ranks */
};

/* Collective over `comm`; `own` is the result of neighbours_get. Returns 0, or -1 on all processes
 * if memory runs out on one or there are more than 2^31 edges. Call edges_free in any case. */
int edges_gather(MPI_Comm comm, const struct edge *own, int count, struct edges *edges);
void edges_free(struct edges *edges);

/*
 * A communicator of the processes of `ordered`, in its order, in which rank r has the topology that
 * rank r has in `comm`. Collective over both, which have the same processes. Returns MPI_SUCCESS or
 * MPI_ERR_NO_MEM, the same on all.
 */
int neighbours_rebuild(MPI_Comm comm, MPI_Comm ordered, MPI_Comm *built);

#endif
