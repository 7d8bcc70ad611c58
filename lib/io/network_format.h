/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_NETWORK_FORMAT_H
#define IO_NETWORK_FORMAT_H

#include "input/source.h"
#include "network/network.h"

/* What is wanted of a description of Slurm's. Networks that are neither trees nor flat are written
 * as topomap's YAML first: then there is `yaml`, and no network and no error yet. */
struct network_wanted {
    const char *topology; /* which of several in a topology.yaml; NULL: the cluster's default */
    char *yaml;           /* output, to be freed; NULL: none */
    bool own;             /* output: it was topomap's own description */
};

/* Slurm's topology.conf, or what `scontrol show topology` prints. Lines `TopologyPlugin=` and
 * `TopologyParam=` as in slurm.conf may say what its switches mean (io/slurm_peers.h). */
struct topomap_network *network_slurm_parse(const struct source *source,
                                            struct network_wanted *wanted,
                                            struct topomap_error *error);

/* The description that a short form like torus:4x4x4 stands for, freed by the caller; NULL if
 * `spec` is none but may name a file. Returns 0 or -1. */
int network_short_form(const char *spec, char **text, struct topomap_error *error);

/* The switches of a network that has a tree as topomap's YAML, freed by the caller; `origin` is
 * named in a comment. NULL when memory runs out. */
char *network_tree_print(const struct topomap_network *network, const char *origin);

/* YAML: Slurm's topology.yaml is a list of topologies; topomap's own format begins with
 * `network:`. */
struct topomap_network *network_yaml_parse(const struct source *source,
                                           struct network_wanted *wanted,
                                           struct topomap_error *error);

#endif
