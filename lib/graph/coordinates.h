/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_COORDINATES_H
#define GRAPH_COORDINATES_H

#include "graph/shape.h"

struct topomap_coordinates {
    uint32_t ranks;
    uint32_t dimensions;
    double *value; /* [ranks][dimensions] */
};

/* Those of the places of a process grid. */
struct topomap_coordinates *coordinates_of_shape(const struct shape *shape,
                                                 struct topomap_error *error);

#endif
