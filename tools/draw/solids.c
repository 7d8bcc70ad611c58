/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/solids.h"

#include "base/memory.h"

#include <stdlib.h>

/* A step away from the reader, to the right and up, in cells of the front. */
#define AWAY 0.46
#define UP 0.30

/* A face: which of the box's dimensions its columns and rows count, and where it lies. The matrix
 * is that of SVG: (column, row) is drawn at (a column + c row + e, b column + d row + f). */
struct face {
    uint32_t across, down;
    bool reversed;       /* rows count from the far end on */
    uint32_t at;         /* of the remaining dimension */
    double matrix[6];
};

static size_t cell_of(const struct solid *solid, const struct face *face, uint32_t column,
                      uint32_t row)
{
    uint32_t at[3];

    at[3 - face->across - face->down] = face->at;
    at[face->across] = column;
    at[face->down] = face->reversed ? solid->size[face->down] - 1 - row : row;
    return ((size_t)at[0] * solid->size[1] + at[1]) * solid->size[2] + at[2];
}

static void add_point(struct text *text, char command, const double m[6], uint32_t column,
                      uint32_t row)
{
    text_add(text, &command, 1);
    svg_number(text, m[0] * column + m[2] * row + m[4]);
    text_add(text, " ", 1);
    svg_number(text, m[1] * column + m[3] * row + m[5]);
}

static void add_seam(struct text *text, bool *begun, const double m[6], const uint32_t from[2],
                     const uint32_t to[2])
{
    if (!*begun)
        text_puts(text, "<path class=\"seam\" d=\"");
    *begun = true;
    add_point(text, 'M', m, from[0], from[1]);
    add_point(text, 'L', m, to[0], to[1]);
}

void solid_seams(struct svg *svg, const double matrix[6], uint32_t columns, uint32_t rows,
                 const uint32_t *part)
{
    bool begun = false;

    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            const uint32_t *at = part + (size_t)row * columns + column;
            const uint32_t end[2] = {column + 1, row + 1};

            if (column + 1 < columns && at[0] != at[1])
                add_seam(&svg->text, &begun, matrix, (const uint32_t[]){column + 1, row}, end);
            if (row + 1 < rows && at[0] != at[columns])
                add_seam(&svg->text, &begun, matrix, (const uint32_t[]){column, row + 1}, end);
        }
    }
    if (begun)
        text_puts(&svg->text, "\"/>\n");
}

static int draw_face(struct svg *svg, const struct solid *solid, const struct face *face)
{
    uint32_t columns = solid->size[face->across], rows = solid->size[face->down];
    uint8_t *shade = array_raw((size_t)columns * rows, sizeof *shade);
    uint32_t *part = array_raw((size_t)columns * rows, sizeof *part);

    for (uint32_t row = 0; row < rows && shade && part; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            size_t cell = cell_of(solid, face, column, row);

            shade[(size_t)row * columns + column] = solid->shade[cell];
            part[(size_t)row * columns + column] = solid->part ? solid->part[cell] : 0;
        }
    }
    if (shade && part) {
        svg_face(svg, face->matrix, columns, rows, shade);
        solid_seams(svg, face->matrix, columns, rows, part);
    }
    free(shade);
    free(part);
    return shade && part ? 0 : -1;
}

/* Darken a face, which is turned away from the light. */
static void shadow(struct svg *svg, const struct face *face, const uint32_t *size)
{
    uint32_t columns = size[face->across], rows = size[face->down];

    text_puts(&svg->text, "<path class=\"shadow\" d=\"");
    add_point(&svg->text, 'M', face->matrix, 0, 0);
    add_point(&svg->text, 'L', face->matrix, columns, 0);
    add_point(&svg->text, 'L', face->matrix, columns, rows);
    add_point(&svg->text, 'L', face->matrix, 0, rows);
    text_puts(&svg->text, "z\"/>\n");
}

void solid_extent(const uint32_t size[3], double *width, double *height)
{
    *width = size[0] + AWAY * size[2];
    *height = size[1] + UP * size[2];
}

int solid_draw(struct svg *svg, const struct solid *solid, double x, double y, double cell)
{
    double away = AWAY * cell, up = UP * cell, top = y + up * solid->size[2];
    double right = x + cell * solid->size[0];
    const struct face front = {0, 1, false, 0, {cell, 0, 0, cell, x, top}};
    const struct face above = {0, 2, true, 0,
                               {cell, 0, -away, up, x + away * solid->size[2], y}};
    const struct face side = {2, 1, false, solid->size[0] - 1, {away, -up, 0, cell, right, top}};

    if (draw_face(svg, solid, &front) < 0 || draw_face(svg, solid, &above) < 0 ||
        draw_face(svg, solid, &side) < 0)
        return -1;
    shadow(svg, &side, solid->size);
    return 0;
}
