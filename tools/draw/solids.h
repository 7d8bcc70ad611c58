/* SPDX-License-Identifier: BSD-3-Clause */
/* Boxes of three dimensions, seen from the front, the right and above. */
#ifndef DRAW_SOLIDS_H
#define DRAW_SOLIDS_H

#include "draw/svg.h"

struct solid {
    uint32_t size[3];
    const uint8_t *shade; /* of each cell, as svg_cells() takes them; the last dimension is the
                           * fastest */
    const uint32_t *part; /* of each cell; seams are drawn between parts. NULL: no seams */
};

/* Draw a box into the area with the corner x, y and the size of solid_extent(): its first dimension
 * to the right, the second down, and the third away from the reader. Returns -1 if memory ran
 * out. */
int solid_draw(struct svg *svg, const struct solid *solid, double x, double y, double cell);

/* Width and height of a box whose cells on the front have the size 1. */
void solid_extent(const uint32_t size[3], double *width, double *height);

/* Draw seams between the parts of a matrix of cells: part[rows * columns]. */
void solid_seams(struct svg *svg, const double matrix[6], uint32_t columns, uint32_t rows,
                 const uint32_t *part);

#endif
