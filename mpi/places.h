/* SPDX-License-Identifier: BSD-3-Clause */
/* The network, and the nodes of a communicator in it. */
#ifndef MPI_PLACES_H
#define MPI_PLACES_H

#include "hosts.h"

#include "topomap.h"

struct places {
    struct topomap_network *network;
    struct topomap_allocation *allocation; /* in the order of `hosts` */
    char from[4096];                       /* where the description of the network comes from */
};

/*
 * `file` describes the network. If it is "", the network is the file that srun's plugin names in
 * SLURM_TOPOMAP_NETWORK_FILE, or inside a job the one that Slurm reports, or else flat. A node is
 * found by MPI's name, by that name up to its first dot or, if all nodes have different ones, by
 * Slurm's name. Returns 0, or -1 with an error. Call places_free in any case.
 */
int places_find(struct places *places, const struct hosts *hosts, const char *file,
                struct topomap_error *error);
void places_free(struct places *places);

#endif
