/* SPDX-License-Identifier: BSD-3-Clause */
/* The network, and which of its nodes are those of a communicator. */
#ifndef MPI_PLACES_H
#define MPI_PLACES_H

#include "hosts.h"

#include "topomap.h"

struct places {
    struct topomap_network *network;
    struct topomap_allocation *allocation; /* nodes as `hosts` has them */
    char from[4096];                       /* where the network is from */
};

/*
 * `file` describes the network; "": the one that srun's plugin names in SLURM_TOPOMAP_NETWORK_FILE,
 * inside of a job what Slurm tells, or none, and it is flat. A node goes by MPI's name, by that up
 * to its first dot, or, where all nodes have one of their own, by Slurm's. Returns 0 or -1 with an
 * error. places_free in any case.
 */
int places_find(struct places *places, const struct hosts *hosts, const char *file,
                struct topomap_error *error);
void places_free(struct places *places);

#endif
