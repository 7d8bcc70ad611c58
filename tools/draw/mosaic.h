/* SPDX-License-Identifier: BSD-3-Clause */
/* A picture of cells, coloured by the mean of the values in each. */
#ifndef DRAW_MOSAIC_H
#define DRAW_MOSAIC_H

#include "draw/scale.h"
#include "topomap_internal.h"

struct mosaic {
    size_t columns, rows;
    double *sum;     /* [rows * columns] */
    uint32_t *count; /* [rows * columns]: number of values in a cell; 0: it has no colour */
    uint8_t *shade;  /* [rows * columns] */
};

/* Make an empty mosaic; call mosaic_free() in any case. */
int mosaic_make(struct mosaic *mosaic, size_t columns, size_t rows, struct topomap_error *error);
void mosaic_free(struct mosaic *mosaic);

/* Empty all cells. */
void mosaic_clear(struct mosaic *mosaic);

/* Add a value to a cell, whose column and row must exist. */
void mosaic_add(struct mosaic *mosaic, size_t column, size_t row, double value);

/* Draw `columns` columns from `first` on; cells without values show the panel behind. */
void mosaic_draw(struct mosaic *mosaic, size_t first, size_t columns, struct svg *svg,
                 const struct scale *scale, double x, double y, double width, double height);

/* The colour of a cell as a digit, '0' for the least to '9' for the greatest; ' ' without a
 * value. */
char mosaic_letter(const struct mosaic *mosaic, const struct scale *scale, size_t column,
                   size_t row);

#endif
