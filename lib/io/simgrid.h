/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SIMGRID_H
#define IO_SIMGRID_H

#include "base/text.h"
#include "network/network.h"

/*
 * Builds a platform file of SimGrid: hosts, the channels that routes use, and routes. Source of the
 * format: the SimGrid manual, "Platform Description", DTD version 4.1.
 */
struct simgrid {
    const struct topomap_network *network;
    struct text text;     /* declarations of hosts and channels */
    struct text routes;
    uint32_t *route;      /* [longest_route + 2] */
    bool *declared;       /* [channels + max_distance + 1]: channels, and numbers of hops */
    struct topomap_network *drawn; /* owned, or NULL: the routes of `network` are known */
};

/* Returns 0, or -1 when memory runs out; call platform_free in both cases. */
int platform_init(struct simgrid *file, const struct topomap_network *network);
void platform_free(struct simgrid *file);

void platform_host(struct simgrid *file, uint32_t node);

/* Add the route from one node to another, and declare the channels on it that are new. */
void platform_route(struct simgrid *file, uint32_t a, uint32_t b);

/* Add the links of `count` nodes, and all switches and their links, of a tree. */
void platform_tree(struct simgrid *file, uint32_t count, const uint32_t *nodes);

/* Finish the file, as one zone with the given kind of routing; the caller frees it. NULL if memory
 * ran out. */
char *platform_take(struct simgrid *file, const char *routing);

/* Write the whole network as one of SimGrid's own clusters; false if it is none. */
bool platform_cluster(struct text *text, const struct topomap_network *network);

#endif
