/* SPDX-License-Identifier: BSD-3-Clause */
/* Links between places of a network, for a view in space. */
#ifndef DRAW_SPACE_H
#define DRAW_SPACE_H

#include "draw/scene.h"

/*
 * Places are the distinct coordinates of nodes: nodes of a torus, routers of a dragonfly. A link
 * joins two places if the route between their nodes has no other link, but those of nodes. Only
 * links that carry something on one of the sides are here.
 */
struct space {
    uint32_t places;
    double (*at)[3];     /* [places], see network/position.h */
    uint32_t count;
    uint32_t *ends;      /* [2 * count] places */
    uint32_t *wraps;     /* [count]: 1 for a link that closes a ring */
    uint64_t *load[2];   /* [count] bytes of the busier direction, of each side */
    uint32_t room;
};

/* Without coordinates, or with too many places to look at, it is empty. Call space_free in any
 * case. Returns 0, or -1 with an error. */
int space_make(struct space *space, const struct scene *scene, struct topomap_error *error);
void space_free(struct space *space);

#endif
