/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_TREE_TEXT_H
#define NETWORK_TREE_TEXT_H

#include "network/network.h"

/* What the row of trees holds to read and to write them, see network_ops. */
struct topomap_network *tree_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error);
bool tree_simgrid(const struct topomap_network *network, struct text *attributes);

/*
 * Switches out of a list of maps with the keys `nodes`, `width` and what `name_key` and
 * `children_key` are called. Keys that are not among those `known` are refused.
 */
struct topomap_network *tree_switches_parse(const struct source *source, const struct item *list,
                                            const char *name_key, const char *children_key,
                                            const char *known, struct topomap_error *error);

#endif
