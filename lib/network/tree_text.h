/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_TREE_TEXT_H
#define NETWORK_TREE_TEXT_H

#include "network/network.h"

/* The parser and the writer in the row of trees; see network_ops. */
struct topomap_network *tree_parse(const struct source *source, const struct item *map,
                                   struct topomap_error *error);
/* Whether a trunk is one link, and whether the receiver chooses among their links. */
bool tree_joins_lanes(const struct topomap_network *network);
bool tree_is_d_mod_k(const struct topomap_network *network);

bool tree_simgrid(const struct topomap_network *network, struct text *attributes);

/*
 * Read switches from a list of maps with the keys `nodes`, `width`, `name_key` and `children_key`.
 * Keys that are not in `known` are refused.
 */
struct topomap_network *tree_switches_parse(const struct source *source, const struct item *list,
                                            const char *name_key, const char *children_key,
                                            const char *known, struct topomap_error *error);

#endif
