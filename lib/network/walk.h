/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_WALK_H
#define NETWORK_WALK_H

#include "network/network.h"

/* A walk along links, which notes them as the links of a route or as shares of traffic. */
struct walk {
    uint32_t *links;              /* [size], or NULL: */
    struct network_share *shares; /* large enough for all */
    size_t size;
    size_t length;                /* links so far, also those behind the end of the array */
    uint32_t place;               /* where the walk is */
    uint32_t parts;               /* of NETWORK_PARTS: what goes this way, for shares */
};

static inline void walk_link(struct walk *walk, uint32_t link)
{
    if (walk->shares)
        walk->shares[walk->length] =
            (struct network_share){link, (float)walk->parts / (float)NETWORK_PARTS};
    else if (walk->length < walk->size)
        walk->links[walk->length] = link;
    walk->length++;
}

/* Give the shares noted from index `first` on what now goes this way. */
static inline void walk_resize(struct walk *walk, size_t first)
{
    for (size_t i = first; i < walk->length; i++)
        walk->shares[i].part = (float)walk->parts / (float)NETWORK_PARTS;
}

/* The i-th of `ways` parts of a whole number, at most NETWORK_PARTS: they differ by 1 at most. */
static inline uint32_t walk_part(uint32_t whole, uint32_t i, uint32_t ways)
{
    return ways == 1 ? whole : whole * (i + 1) / ways - whole * i / ways;
}

#endif
