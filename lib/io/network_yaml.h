/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_NETWORK_YAML_H
#define IO_NETWORK_YAML_H

#include "io/network_format.h"
#include "io/switches.h"
#include "io/yaml.h"

/* topomap's own description: the map below `network:`. */
struct topomap_network *network_own_parse(const struct source *source, const struct item *map,
                                          struct topomap_error *error);

/* Slurm's topology.yaml: a list of topologies, of which the cluster's default one counts
 * (io/network_topology_yaml.c). */
struct topomap_network *network_topology_parse(const struct source *source,
                                               const struct item *list,
                                               struct topomap_error *error);

/* Grids; `kind` is "torus", "mesh" or "haec" (io/network_grid.c). */
struct topomap_network *network_grid_parse(const struct source *source, const struct item *map,
                                           const char *kind, struct topomap_error *error);

/* Dragonflies; `kind` is "dragonfly" or "percs" (io/network_dragonfly.c). */
struct topomap_network *network_dragonfly_parse(const struct source *source,
                                                const struct item *map, const char *kind,
                                                struct topomap_error *error);

/* Distance matrices (io/network_matrix.c). */
struct topomap_network *network_matrix_parse(const struct source *source, const struct item *map,
                                             struct topomap_error *error);

/* Switch trees (io/network_tree.c). */
struct topomap_network *network_tree_parse(const struct source *source, const struct item *map,
                                           struct topomap_error *error);

/*
 * Switches out of a list of maps with the keys `nodes`, `width` and what `name_key` and
 * `children_key` are called. Keys that are not among those `known` are refused.
 */
struct topomap_network *network_switches_parse(const struct source *source,
                                               const struct item *list, const char *name_key,
                                               const char *children_key, const char *known,
                                               struct topomap_error *error);

#endif
