/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_IDEAL_H
#define BOUND_IDEAL_H

#include "machine/allocation.h"

/* The steps of a grid, to tell what placements of it cost that are as good as can be. */
struct ideal_axis {
    uint32_t length;
    bool ring;
    double weight; /* of all steps along it together; a diagonal edge makes several */
};

struct ideal {
    uint32_t ranks;
    uint32_t axes;
    struct ideal_axis axis[TOPOMAP_MAX_DIMS];
    double changing[TOPOMAP_MAX_DIMS + 1]; /* weight of the edges that change so many coordinates */
};

/* Returns false if the structure is no grid or hypercube. Longer edges do not count. O(edges). */
bool ideal_init(struct ideal *ideal, const struct topomap_structure *structure,
                const struct topomap_graph *graph);

/*
 * The weight of steps that leave groups of `tasks` ranks at least: each line of ranks that a group
 * meets has a step out of it at its end, see bound/projections.h. No step crosses the faces of the
 * whole grid, which are taken off; groups may also go all the way round rings.
 */
double ideal_steps(const struct ideal *ideal, uint32_t tasks);

/*
 * About the hop-bytes on a tree of switches if the ranks of each node and below each switch were a
 * box of whole sides, as near to a cube as can be: no shape of so many ranks has less surface
 * (Alonso and Cerf, The three dimensional polyominoes of minimal area, 1996). Faces of the grid
 * count as if all boxes had the same part of them, so that placements may be some hundredths lower.
 * 0 for other networks.
 */
int ideal_hop_bytes(const struct ideal *ideal, const struct topomap_allocation *allocation,
                    double *hop_bytes, struct topomap_error *error);

#endif
