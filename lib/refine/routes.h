/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_ROUTES_H
#define REFINE_ROUTES_H

#include "machine/allocation.h"

/* What the ways are over, and what loads there are. */
enum routes_kind {
    ROUTES_LINK_BYTES,       /* bytes on links; trunks carry as many at a time as they have links */
    ROUTES_LINK_SECONDS,     /* seconds on links */
    ROUTES_CHANNELS,         /* seconds on links and on ports of nodes */
    ROUTES_DELAYED_CHANNELS, /* the same, and ways have latencies */
};

/*
 * The ways between the nodes of an allocation, each found when it is first asked for. The channels
 * that they are over are numbered in the order in which ways use them first.
 */
struct routes {
    const struct topomap_allocation *allocation;
    enum routes_kind kind;

    struct route {
        uint64_t pair; /* of nodes, plus 1; 0: none */
        uint32_t length;
        double latency;
    } *route;         /* [count]: those of all pairs, or the last used ones, hashed by pair */
    struct network_share *shares; /* [count][longest]: their channels, by number */
    uint32_t count;
    bool all;         /* there is room for each pair of nodes */
    uint32_t longest;

    uint32_t *number; /* [channels]: counted from 1; 0: no route uses it */
    double *slowness; /* [channels], by number: seconds for each byte; where loads are bytes, 1 /
                       * links of a trunk */
    double *latency;  /* [channels], by number: seconds */
    uint32_t channels;
    uint32_t used;    /* how many are numbered */
    struct network_spread spread;
    uint64_t work;    /* channels of ways that were found */
};

int routes_init(struct routes *routes, const struct topomap_allocation *allocation,
                enum routes_kind kind, struct topomap_error *error);
void routes_free(struct routes *routes);

/* Find the way between two allocated nodes, which stands at this index. */
void routes_make(struct routes *routes, uint32_t a, uint32_t b, size_t index);

/* A hash of two nodes, of 24 bits. */
static inline size_t routes_hash(uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | b;

    return (pair + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
}

/* The index of the way between two allocated nodes. */
static inline size_t routes_index(const struct routes *routes, uint32_t a, uint32_t b)
{
    if (routes->all)
        return (size_t)a * routes->allocation->nodes + b;
    return routes_hash(a, b) & (routes->count - 1);
}

/*
 * The ways between two allocated nodes, with the numbers of the channels that they are over in
 * *shares. They come in order, if there is only one way. Both are valid until the next call,
 * but see routes_both.
 */
static inline const struct route *routes_find(struct routes *routes, uint32_t a, uint32_t b,
                                              const struct network_share **shares)
{
    size_t index = routes_index(routes, a, b);

    if (routes->route[index].pair != ((uint64_t)a << 32 | b) + 1)
        routes_make(routes, a, b, index);
    *shares = routes->shares + index * routes->longest;
    return &routes->route[index];
}

/* Whether the ways of both nodes to another one are valid at the same time, and those back. */
static inline bool routes_both(const struct routes *routes, uint32_t a, uint32_t b, uint32_t place)
{
    return routes->all ||
           (routes_index(routes, a, place) != routes_index(routes, b, place) &&
            routes_index(routes, place, a) != routes_index(routes, place, b));
}

#endif
