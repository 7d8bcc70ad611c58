/* SPDX-License-Identifier: BSD-3-Clause */
/* A picture of cells, each of which has the colour of the mean of some values. */
#ifndef DRAW_MOSAIC_H
#define DRAW_MOSAIC_H

#include "draw/scale.h"
#include "topomap_internal.h"

struct mosaic {
    size_t columns, rows;
    double *sum;     /* [rows * columns] */
    uint32_t *count; /* [rows * columns]: values in a cell; 0: it has no colour */
    uint8_t *shade;  /* [rows * columns] */
};

/* Make an empty one; mosaic_free() in any case. */
int mosaic_make(struct mosaic *mosaic, size_t columns, size_t rows, struct topomap_error *error);
void mosaic_free(struct mosaic *mosaic);

/* All cells as they were at first. */
void mosaic_clear(struct mosaic *mosaic);

/* Add a value to the cell at a column and a row that are there. */
void mosaic_add(struct mosaic *mosaic, size_t column, size_t row, double value);

/* Draw `columns` of the columns, from `first` on; cells without a value show the panel. */
void mosaic_draw(struct mosaic *mosaic, size_t first, size_t columns, struct svg *svg,
                 const struct scale *scale, double x, double y, double width, double height);

/* The colour of a cell as a digit, '0' for the least and '9' for the greatest; ' ' for none. */
char mosaic_letter(const struct mosaic *mosaic, const struct scale *scale, size_t column,
                   size_t row);

#endif
