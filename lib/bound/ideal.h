/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BOUND_IDEAL_H
#define BOUND_IDEAL_H

#include "machine/allocation.h"

/* The steps of a grid, by which the cost of ideal placements is estimated. */
struct ideal_axis {
    uint32_t length;
    bool ring;
    double weight;   /* weight of all steps along it; a diagonal edge is several steps */
    double straight; /* weight of the edges along it alone, and their number */
    size_t straights;
    double diagonal; /* weight of the heaviest diagonal edge that changes it too */
};

struct ideal {
    uint32_t ranks;
    uint32_t axes;
    struct ideal_axis axis[TOPOMAP_MAX_DIMS];
    double changing[TOPOMAP_MAX_DIMS + 1]; /* weight of edges that change so many coordinates */
};

/*
 * Whether no diagonal edge is heavier than the mean edge along each axis that it changes. Then
 * boxes are good groups of ranks. Otherwise groups along heavy diagonals can have far fewer bytes
 * to the outside, and the steps of a placement tell little: with diagonals of four times the weight
 * of axes, some placements have a tenth fewer hop-bytes than the best boxes, with heavier ones a
 * fifth.
 */
bool ideal_boxes_are_good(const struct ideal *ideal);

/* Returns false if the structure is not a grid or hypercube. Longer edges do not count.
 * O(edges). */
bool ideal_init(struct ideal *ideal, const struct topomap_structure *structure,
                const struct topomap_graph *graph);

/*
 * Lower bound of the weight of steps that leave groups of `tasks` ranks. Each line of ranks that a
 * group meets has a step out of the group at its end, see bound/projections.h. Steps through the
 * faces of the whole grid do not exist and are subtracted. Groups may also span rings. Without
 * diagonals it is a bound of hop-bytes. With them it is none, as a diagonal edge may take a single
 * hop; then it is an estimate, which holds if boxes are good.
 */
double ideal_steps(const struct ideal *ideal, uint32_t tasks);

/*
 * Estimate of the hop-bytes on a switch tree if the ranks of each node and of each switch were a
 * box with whole sides, as near to a cube as possible: no shape of so many ranks has less surface
 * (Alonso and Cerf, The three dimensional polyominoes of minimal area, 1996). The faces of the grid
 * are spread evenly over boxes, so placements may be some hundredths lower. 0 for other networks,
 * and if boxes are not good.
 */
int ideal_hop_bytes(const struct ideal *ideal, const struct topomap_allocation *allocation,
                    double *hop_bytes, struct topomap_error *error);

#endif
