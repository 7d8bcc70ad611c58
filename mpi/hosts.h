/* SPDX-License-Identifier: BSD-3-Clause */
/* On which node each process of a communicator runs, as MPI itself tells. */
#ifndef MPI_HOSTS_H
#define MPI_HOSTS_H

#include <mpi.h>

#include <stdint.h>

#define HOST_NAME (MPI_MAX_PROCESSOR_NAME > 256 ? MPI_MAX_PROCESSOR_NAME : 256)

/* What a node calls itself. */
struct host {
    char name[HOST_NAME];  /* MPI's name of the processor */
    char slurm[HOST_NAME]; /* Slurm's name of the node, if the process knows one; else "" */
};

/* The nodes, in the order of the lowest rank on each; on rank 0 only. */
struct hosts {
    uint32_t count;
    struct host *host; /* [count] */
    uint32_t *tasks;   /* [count]: how many processes run there */
    uint32_t *node;    /* [ranks]: index of the node of each */
};

/*
 * Collective over `comm`: ranks that share memory have one leader, and only leaders tell their
 * names to rank 0; nodes of the same name are one. Returns 0, on rank 0 -1 if memory is out; then
 * `hosts` is empty there. hosts_free in any case.
 */
int hosts_gather(MPI_Comm comm, struct hosts *hosts);
void hosts_free(struct hosts *hosts);

#endif
