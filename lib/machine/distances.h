/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_DISTANCES_H
#define MACHINE_DISTANCES_H

#include "network/network.h"

/* Up to so many nodes the only part is the node itself; and no part has more numbers. */
#define DISTANCES_NODES 1024
#define DISTANCES_NUMBERS 4096

/* More routers in groups are tabled group by group if all ways out of groups are no more. */
#define DISTANCES_WAYS (UINT32_C(1) << 24)

/*
 * Tables of the distances of chosen nodes, small enough to stay near the processor. The distance of
 * two different nodes is the sum over parts of the hops between their numbers: for grids there is
 * a part for each dimension, numbered by coordinates; in trees and dragonflies one, the leaf switch
 * or router; for few nodes, or of any network, one that is the node itself.
 *
 * Where there are too many routers for that, but they are in groups, there are two tables instead:
 * of the hops inside any group, and of those from each router to the links to each other group.
 * Numbers are those of the group and of the router in it.
 *
 * Distances above 255, which weights of links or levels may cause, are tabled for few nodes only.
 */
struct distances {
    uint32_t parts;                    /* 0: there are groups, `wide`, or no tables */
    bool single;                       /* the only part is the node, numbered as chosen */
    uint16_t *number;                  /* [nodes][parts or 2]; NULL: no tables */
    uint32_t size[NETWORK_MAX_DIMS];   /* numbers of each part */
    uint8_t *hops[NETWORK_MAX_DIMS];   /* [size][size] of each part */
    struct network_groups in;          /* groups; all 0 with parts */
    uint8_t *inside;                   /* [in.routers][in.routers] */
    uint8_t *way_out;                  /* [in.groups * in.routers][in.groups][in.links] */
    uint32_t across;                   /* hops of all ways besides those out of the two groups */
    uint16_t *wide;                    /* [size[0]][size[0]]: distances of the nodes; else NULL */
};

/*
 * Tables for `nodes` nodes of a network; none if they would be too large. Returns -1 when memory is
 * out.
 */
int distances_init(struct distances *distances, const struct topomap_network *network,
                   uint32_t nodes, const uint32_t *node);
void distances_free(struct distances *distances);

static inline bool distances_exist(const struct distances *distances)
{
    return distances->number || distances->wide;
}

/* The same as distances_between where there are groups or wide distances; no inline, to keep that
 * one small. */
uint32_t distances_without_parts(const struct distances *distances, uint32_t a, uint32_t b);

/* Hops between chosen nodes; there must be tables. */
static inline uint32_t distances_between(const struct distances *distances, uint32_t a, uint32_t b)
{
    const uint16_t *x, *y;
    uint32_t hops = 0;

    if (a == b)
        return 0;
    if (distances->parts == 0)
        return distances_without_parts(distances, a, b);
    x = distances->number + (size_t)a * distances->parts;
    y = distances->number + (size_t)b * distances->parts;
    for (uint32_t p = 0; p < distances->parts; p++)
        hops += distances->hops[p][(size_t)x[p] * distances->size[p] + y[p]];
    return hops;
}

#endif
