/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_GRID_TEXT_H
#define NETWORK_GRID_TEXT_H

#include "network/network.h"

/* The parsers and writers in the rows of tori, meshes and HAEC boxes; see network_ops. */
struct topomap_network *torus_parse(const struct source *source, const struct item *map,
                                    struct topomap_error *error);
struct topomap_network *mesh_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error);
struct topomap_network *haec_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error);
bool torus_simgrid(const struct topomap_network *network, struct text *attributes);

#endif
