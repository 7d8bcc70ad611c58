/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_BACKGROUND_H
#define NETWORK_BACKGROUND_H

#include "network/network.h"

/* Links with a background of their own are few, and their names are looked for one by one. */
#define BACKGROUND_MAX_LINKS 256U
#define BACKGROUND_MAX_SEARCH (1U << 20)

/*
 * Say that other jobs send `bytes` per second over each link of a class, or over a single link (of
 * each of its parallel links); `name` is that of either. Classes come first, then links, both after
 * the speeds and the routing. TOPOMAP_INPUT: there is no such link, or nothing of it is left.
 */
int background_add(struct topomap_network *network, const char *name, double bytes,
                   struct topomap_error *error);

#endif
