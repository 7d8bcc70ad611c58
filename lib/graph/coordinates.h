/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_COORDINATES_H
#define GRAPH_COORDINATES_H

#include "graph/shape.h"

struct topomap_coordinates {
    uint32_t ranks;
    uint32_t dimensions;
    double *value; /* [ranks][dimensions] */
};

/* The coordinates of all places of a process grid. */
struct topomap_coordinates *coordinates_of_shape(const struct shape *shape,
                                                 struct topomap_error *error);

/*
 * Find the process grid whose places have these coordinates: whole numbers from 0 on, one rank at
 * each place. place[rank] [ranks] is the number of its place. TOPOMAP_IMPOSSIBLE if the coordinates
 * do not form such a grid.
 */
int coordinates_grid(const struct topomap_coordinates *coordinates, struct shape *grid,
                     uint32_t *place, struct topomap_error *error);

/* The coordinates of ranks in a recognised structure of at least one dimension. */
struct topomap_coordinates *coordinates_of_structure(const struct topomap_structure *structure,
                                                     uint32_t ranks, struct topomap_error *error);

#endif
