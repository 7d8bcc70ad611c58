/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_COMMON_GUILLOTINE_H
#define MAP_COMMON_GUILLOTINE_H

#include "map/hierarchy/hierarchy.h"
#include "topomap_internal.h"

/* A grid of ranks without empty places, which nodes hold `tasks` of each. */
struct guillotine_grid {
    const struct topomap_structure *structure;
    double plane[TOPOMAP_MAX_DIMS]; /* traffic through a whole plane across each dimension */
    uint32_t ranks;
    uint32_t tasks;
};

/*
 * Cut the grid into boxes for the children of each switch, and these again, down to the nodes, with
 * guillotine cuts: each goes through a whole box and leaves whole children on both sides. Of all
 * such cuts those with the fewest hop-bytes are found by dynamic programming over boxes:
 * Christofides and Whitlock, An Algorithm for Two-Dimensional Cutting Problems, Operations Research
 * 25(1), 1977.
 * Sets node [ranks] for each place of the grid, numbered with the last dimension fastest.
 * TOPOMAP_IMPOSSIBLE if there are no such boxes, if switches of one level have different numbers of
 * children, or if there are too many boxes to try.
 */
int guillotine_cut(const struct guillotine_grid *grid, const struct topomap_allocation *allocation,
                   const struct hierarchy *hierarchy, uint32_t *node,
                   struct topomap_error *error);

#endif
