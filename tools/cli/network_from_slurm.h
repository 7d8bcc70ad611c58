/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_NETWORK_FROM_SLURM_H
#define CLI_NETWORK_FROM_SLURM_H

#include "topomap.h"

/* The network of a partition (NULL: the cluster's) as topomap's YAML, with the source as a comment
 * on top; the caller frees it. A flat network has all nodes of the cluster. NULL with an error. */
char *network_from_slurm(const char *partition, struct topomap_error *error);

#endif
