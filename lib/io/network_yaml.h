/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_NETWORK_YAML_H
#define IO_NETWORK_YAML_H

#include "input/item.h"
#include "io/network_format.h"

/* Slurm's topology.yaml: a list of topologies, of which one counts (io/network_topology_yaml.c). */
struct topomap_network *network_topology_parse(const struct source *source,
                                               const struct item *list,
                                               struct network_wanted *wanted,
                                               struct topomap_error *error);

#endif
