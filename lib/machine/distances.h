/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_DISTANCES_H
#define MACHINE_DISTANCES_H

#include "network/network.h"

/* Up to this many nodes there is one part, the node itself. No part has more numbers than this. */
#define DISTANCES_NODES 1024
#define DISTANCES_NUMBERS 4096

/* The table of ways out of groups has at most this many entries. It is used if there are too many
 * routers for a table of one part. */
#define DISTANCES_WAYS (UINT32_C(1) << 24)

/*
 * Tables of the distances of chosen nodes, small enough to stay in the processor's caches. The
 * distance of two different nodes is a sum over parts: each part adds the hops between the two
 * nodes' numbers in it. Grids have a part for each dimension, whose numbers are coordinates. Trees
 * and dragonflies have one part, whose numbers are leaf switches or routers. For few nodes of any
 * network there is one part, whose numbers are the nodes.
 *
 * If there are too many routers but they form groups, there are two other tables: the hops inside a
 * group, and the hops from each router to the links to each other group. A node's numbers are then
 * its group and its router in the group.
 *
 * Distances above 255, which weights of links or levels may cause, are only tabled for few nodes.
 */
struct distances {
    uint32_t parts;                    /* 0: there are groups, `wide`, or no tables at all */
    bool single;                       /* the only part is the node, numbered in the order chosen */
    uint16_t *number;                  /* [nodes][parts, or 2 with groups]; NULL: no tables */
    uint32_t size[NETWORK_MAX_DIMS];   /* how many numbers each part has */
    uint8_t *hops[NETWORK_MAX_DIMS];   /* [size][size] of each part */
    struct network_groups in;          /* the groups; all 0 if there are parts */
    uint8_t *inside;                   /* [in.routers][in.routers]: hops inside a group */
    uint8_t *way_out;                  /* [in.groups * in.routers][in.groups][in.links] */
    uint32_t across;                   /* hops of the ways between groups, without those inside
                                        * the two groups */
    uint16_t *wide;                    /* [size[0]][size[0]]: distances of nodes above 255; else
                                        * NULL */
};

/*
 * Make the tables for `nodes` nodes of a network, or none if they would be too large. Returns -1
 * when memory runs out.
 */
int distances_init(struct distances *distances, const struct topomap_network *network,
                   uint32_t nodes, const uint32_t *node);
void distances_free(struct distances *distances);

static inline bool distances_exist(const struct distances *distances)
{
    return distances->number || distances->wide;
}

/* distances_between for groups and wide distances; not inline, to keep distances_between small. */
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
