/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SLURM_PEERS_H
#define IO_SLURM_PEERS_H

#include "network/switches.h"

/*
 * Switches of Slurm's that are no tree, as topomap's YAML, freed by the caller: a fabric. In a
 * hypercube (topology/hypercube, Slurm 22.05) a switch lists its neighbours. In a dragonfly
 * (TopologyParam=dragonfly) the lowest switches are groups, and each of them is linked to all
 * others; what stands above them only serves the scheduler. NULL with an error.
 */
char *slurm_hypercube_describe(const struct switch_list *list, struct topomap_error *error);
char *slurm_dragonfly_describe(const struct switch_list *list, struct topomap_error *error);

#endif
