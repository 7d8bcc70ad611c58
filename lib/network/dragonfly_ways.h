/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_DRAGONFLY_WAYS_H
#define NETWORK_DRAGONFLY_WAYS_H

#include "network/network.h"

/* Where a router stands in its group. */
struct dragonfly_spot {
    uint32_t row;
    uint32_t column;
};

/* What the files of dragonflies and PERCS share. */
struct dragonfly {
    struct network_dragonfly shape;
    struct dragonfly_spot *spot; /* [routers] of any group */
    uint32_t *door;              /* [doors]: the router of a group that each port belongs to */
    uint32_t doors;              /* ports of a group that links may lead from */
    uint32_t asides;             /* third groups that count for two groups ... */
    struct dragonfly_aside {
        uint32_t offset;         /* ... among all of them, from the first that counts; */
        uint32_t parts;          /* of NETWORK_PARTS: what goes there if all goes aside */
    } aside[NETWORK_WAYS];
    uint32_t routers;      /* per group */
    uint32_t trunk;        /* links from a group to each other group */
    uint32_t across;       /* links of a router to other rows */
    uint32_t first_row;    /* first link of a class; node links come before it */
    uint32_t first_across;
    uint32_t first_global;
};

enum link_class {
    CLASS_ROW,
    CLASS_COLUMN,
    CLASS_GLOBAL,
    CLASS_NODE, /* only if node links count */
    DRAGONFLY_CLASSES
};

enum routing {
    MINIMAL,
    VALIANT,
    ADAPTIVE,
};

extern const struct network_routing dragonfly_routings[];
extern const struct network_routing dragonfly_percs_routings[];

static inline const struct dragonfly *dragonfly_of(const struct topomap_network *network)
{
    return network->data;
}

/* The group that is `index` among the others, counted as the arrangement says. */
uint32_t dragonfly_group_at(const struct dragonfly *d, uint32_t from, uint32_t index);

/* A router: its group, and its number there. */
struct dragonfly_router {
    uint32_t group;
    uint32_t index;
};

static inline struct dragonfly_router dragonfly_router(const struct dragonfly *d, uint32_t router)
{
    return (struct dragonfly_router){router / d->routers, router % d->routers};
}

/* The router of a group that its k-th link to another group leads from. */
uint32_t dragonfly_door_to(const struct dragonfly *d, uint32_t from, uint32_t to, uint32_t k);

/* The weighted distance of two routers of one group, and from a router to the k-th link to another
 * group. */
uint32_t dragonfly_local_hops(const struct dragonfly *d, const uint32_t *weight, uint32_t a,
                              uint32_t b);
uint32_t dragonfly_hops_to_link(const struct dragonfly *d, const uint32_t *weight,
                                struct dragonfly_router router, uint32_t group, uint32_t k);

/* The link of the trunk with the shortest way between two routers, whose weighted distance is in
 * *hops then. The search begins at `start`, which decides among equally short ones. */
uint32_t dragonfly_best_link(const struct dragonfly *d, const uint32_t *weight,
                             struct dragonfly_router a, struct dragonfly_router b, uint32_t start,
                             uint32_t *hops);

/* Fill the tables of routers and ports, once all else is known. Returns -1 when memory runs out. */
int dragonfly_table(struct dragonfly *d);

/* See network_ops. */
size_t dragonfly_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                       uint32_t *links, size_t size);
size_t dragonfly_spread(const struct topomap_network *network, uint32_t a, uint32_t b,
                        struct network_share *shares);

#endif
