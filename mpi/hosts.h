/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the node of each process of a communicator, from MPI itself. */
#ifndef MPI_HOSTS_H
#define MPI_HOSTS_H

#include <mpi.h>

#include <stdint.h>

#define HOST_NAME (MPI_MAX_PROCESSOR_NAME > 256 ? MPI_MAX_PROCESSOR_NAME : 256)

/* The names of a node. */
struct host {
    char name[HOST_NAME];  /* MPI's name of the processor */
    char slurm[HOST_NAME]; /* Slurm's name of the node, if the process knows one; else "" */
};

/* The nodes, ordered by the lowest rank on each; only on rank 0. */
struct hosts {
    uint32_t count;
    struct host *host; /* [count] */
    uint32_t *tasks;   /* [count]: processes on each node */
    uint32_t *node;    /* [ranks]: node of each rank */
};

/*
 * Collective over `comm`: ranks that share memory have a leader, and only leaders send their names
 * to rank 0. Nodes with the same name are one. Returns 0, or -1 on rank 0 if memory runs out;
 * `hosts` is then empty there. Call hosts_free in any case.
 */
int hosts_gather(MPI_Comm comm, struct hosts *hosts);
void hosts_free(struct hosts *hosts);

#endif
