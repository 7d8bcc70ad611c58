/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_WINDING_H
#define MAP_COMMON_WINDING_H

#include "bound/ideal.h"

/*
 * Ways to fold a grid onto a box of nodes. The grid is cut into blocks of one shape, one for each
 * node. The line of blocks along each axis of the grid winds to and fro through one or more sides
 * of the box, so that each step is one hop. Where several axes share a side, one winds in the gaps
 * between the steps of another.
 */
struct winding_side {
    uint32_t length;
    enum network_wrap wrap;
    uint32_t weight; /* of a hop */
};

struct winding_task {
    struct ideal grid;
    uint32_t sides;
    struct winding_side side[NETWORK_MAX_DIMS];
    uint32_t tasks; /* of a node; lengths of axes = tasks * lengths of sides, multiplied up */
};

struct winding {
    double cost;                            /* weight times hops */
    double cut;                             /* weight that leaves nodes */
    uint32_t block[TOPOMAP_MAX_DIMS];       /* length of a block along each axis */
    uint32_t part[TOPOMAP_MAX_DIMS][NETWORK_MAX_DIMS]; /* [axis][side]: steps of the axis there */
    uint32_t winds[TOPOMAP_MAX_DIMS][NETWORK_MAX_DIMS]; /* [axis]: its sides, fastest first */
    uint32_t nests[NETWORK_MAX_DIMS][TOPOMAP_MAX_DIMS]; /* [side]: its axes, innermost first */
};

/*
 * Find a cheap winding: first without shared sides, then with them, among some ten thousand
 * candidates at most. False if there is none. Windings are reflected Gray codes of mixed radix
 * (Knuth, The Art of Computer Programming 4A, 7.2.1.1).
 */
bool winding_find(const struct winding_task *task, struct winding *best);

/* The place in the box, place[sides], of the block that holds the rank at at[axes] of the grid. */
void winding_place(const struct winding_task *task, const struct winding *winding,
                   const uint32_t *at, uint32_t *place);

#endif
