/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_DRAGONFLY_TEXT_H
#define NETWORK_DRAGONFLY_TEXT_H

#include "network/network.h"

/* The parsers in the rows of dragonflies and PERCS; see network_ops. */
struct topomap_network *dragonfly_parse(const struct source *source, const struct item *map,
                                        struct topomap_error *error);
struct topomap_network *percs_parse(const struct source *source, const struct item *map,
                                    struct topomap_error *error);

#endif
