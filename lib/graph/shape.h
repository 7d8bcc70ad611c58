/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_SHAPE_H
#define GRAPH_SHAPE_H

#include "topomap_internal.h"

/* A box of places: a process grid, or a block of one. Numbers of places grow fastest along the last
 * dimension, or along the first one (column-major). */
struct shape {
    uint32_t dims;
    uint32_t dim[TOPOMAP_MAX_DIMENSIONS];
    uint32_t stride[TOPOMAP_MAX_DIMENSIONS]; /* places per step along each dimension */
    uint32_t places;                         /* at most TOPOMAP_MAX_RANKS */
};

/* Parse lengths such as 16x8x64 at *cursor in `text`, and move *cursor past them. -1 with
 * TOPOMAP_INPUT if they are malformed or too many. Strides are set with the last dimension
 * fastest. */
int shape_parse(struct shape *shape, const char *text, const char **cursor,
                struct topomap_error *error);

/* Set the strides for either order of places. */
void shape_set_strides(struct shape *shape, bool column_major);

/* The coordinate of place number `place` in dimension `d`. */
static inline uint32_t shape_at(const struct shape *shape, uint32_t place, uint32_t d)
{
    return place / shape->stride[d] % shape->dim[d];
}

#endif
