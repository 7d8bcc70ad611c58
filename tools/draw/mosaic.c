/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/mosaic.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

int mosaic_make(struct mosaic *mosaic, size_t columns, size_t rows, struct topomap_error *error)
{
    *mosaic = (struct mosaic){.columns = columns, .rows = rows};
    mosaic->sum = array_new(columns * rows, sizeof *mosaic->sum);
    mosaic->count = array_new(columns * rows, sizeof *mosaic->count);
    mosaic->shade = array_new(columns * rows, sizeof *mosaic->shade);
    return mosaic->sum && mosaic->count && mosaic->shade ? 0 : error_memory(error);
}

void mosaic_free(struct mosaic *mosaic)
{
    free(mosaic->sum);
    free(mosaic->count);
    free(mosaic->shade);
    *mosaic = (struct mosaic){0};
}

void mosaic_clear(struct mosaic *mosaic)
{
    memset(mosaic->sum, 0, mosaic->columns * mosaic->rows * sizeof *mosaic->sum);
    memset(mosaic->count, 0, mosaic->columns * mosaic->rows * sizeof *mosaic->count);
}

void mosaic_add(struct mosaic *mosaic, size_t column, size_t row, double value)
{
    mosaic->sum[row * mosaic->columns + column] += value;
    mosaic->count[row * mosaic->columns + column]++;
}

static uint8_t shade_of(const struct mosaic *mosaic, const struct scale *scale, size_t column,
                        size_t row)
{
    size_t cell = row * mosaic->columns + column;

    return mosaic->count[cell] ? scale_shade(scale, mosaic->sum[cell] / mosaic->count[cell]) : 0;
}

void mosaic_draw(struct mosaic *mosaic, size_t first, size_t columns, struct svg *svg,
                 const struct scale *scale, double x, double y, double width, double height)
{
    for (size_t row = 0; row < mosaic->rows; row++) {
        for (size_t column = 0; column < columns; column++)
            mosaic->shade[row * columns + column] = shade_of(mosaic, scale, first + column, row);
    }
    svg_rect(svg, x, y, width, height, "panel", NULL);
    svg_cells(svg, x, y, width, height, columns, mosaic->rows, mosaic->shade);
}

char mosaic_letter(const struct mosaic *mosaic, const struct scale *scale, size_t column,
                   size_t row)
{
    unsigned shade = shade_of(mosaic, scale, column, row);

    return (char)(shade ? '0' + (shade - 1) * 10 / SVG_SHADES : ' ');
}
