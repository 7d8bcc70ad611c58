/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_SIMGRID_H
#define IO_SIMGRID_H

#include "base/text.h"
#include "network/network.h"

/*
 * A platform file of SimGrid in the making: hosts, the channels that routes use, and routes.
 * Source of the format: the SimGrid manual, "Platform Description", DTD version 4.1.
 */
struct simgrid {
    const struct topomap_network *network;
    struct text text;     /* hosts and channels */
    struct text routes;
    uint32_t *route;      /* [longest_route + 2] */
    bool *declared;       /* [channels] */
};

/* 0, or -1 when memory is out; platform_free in both cases. */
int platform_init(struct simgrid *file, const struct topomap_network *network);
void platform_free(struct simgrid *file);

void platform_host(struct simgrid *file, uint32_t node);

/* The route from one node to another, with the channels on it that are new. */
void platform_route(struct simgrid *file, uint32_t a, uint32_t b);

/* The links of `count` nodes, and all switches and their links, of a network that is a tree. */
void platform_tree(struct simgrid *file, uint32_t count, const uint32_t *nodes);

/* What was added, as one zone of a kind of routing; the caller frees it. NULL when memory was
 * out. */
char *platform_take(struct simgrid *file, const char *routing);

/* The whole network as a cluster that SimGrid knows, if it is one; false: it is none. */
bool platform_cluster(struct text *text, const struct topomap_network *network);

#endif
