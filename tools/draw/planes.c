/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "draw/chords.h"
#include "draw/placement.h"
#include "machine/allocation.h"

#include <stdio.h>
#include <stdlib.h>

#define ACROSS 500   /* the most cells of all planes side by side */
#define ROWS 64
#define ACROSS_TEXT 64
#define CELL 36.0    /* largest size of a cell, in pixels */
#define HIGHEST 330.0 /* largest height of a plane */
#define NARROW 680.0 /* least width of a picture */
#define NUMBERS 13.0 /* height of the numbers of planes */
#define CELL_BESIDE 6.0 /* smallest size if before and after are side by side */
#define GAP 8.0      /* between planes */
#define GUTTER 40.0  /* between before and after */

/* The network as a row of planes, and the places that form one cell. */
struct shape {
    uint32_t columns, rows, planes;       /* in places */
    uint32_t across, down, through;       /* places per cell along each of them */
};

static uint32_t cells(uint32_t places, uint32_t each)
{
    return (places + each - 1) / each;
}

/* Columns are the first dimension, rows the second, planes all others. For routers in rows the
 * columns of a group are the columns here. */
static struct shape shape_of(const struct topomap_network *network, uint32_t most)
{
    struct shape s = {1, 1, 1, 1, 1, 1};
    bool routers = network->traits & NETWORK_ROUTER_ROWS;

    for (uint32_t d = 0; d < network->dims; d++) {
        if (d == (routers ? 1 : 0))
            s.columns = network->dim[d];
        else if (d < 2)
            s.rows = network->dim[d];
        else
            s.planes *= network->dim[d];
    }
    while (cells(s.rows, s.down) > ROWS)
        s.down++;
    while (cells(s.columns, s.across) * cells(s.planes, s.through) > most) {
        if (cells(s.columns, s.across) > cells(s.planes, s.through))
            s.across++;
        else
            s.through++;
    }
    return s;
}

/* Find the cell of each node: column[nodes] and row[nodes]. */
static void find_cells(struct placement_drawing *drawing, const struct shape *s)
{
    const struct scene *scene = drawing->scene;
    bool routers = scene->network->traits & NETWORK_ROUTER_ROWS;
    uint32_t at[TOPOMAP_MAX_DIMS];

    for (uint32_t node = 0; node < scene->nodes; node++) {
        uint32_t plane = 0, column, row;

        topomap_network_coordinates(scene->network, scene->allocation->node[node], at);
        for (uint32_t d = scene->network->dims; d-- > 2;)
            plane = plane * scene->network->dim[d] + at[d];
        column = routers ? at[1] : at[0];
        row = scene->network->dims < 2 ? 0 : routers ? at[0] : at[1];
        drawing->column[node] = plane / s->through * drawing->plane_columns + column / s->across;
        drawing->row[node] = row / s->down;
    }
}

static int prepare_some(struct placement_drawing *drawing, uint32_t most, struct shape *s,
                        struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;

    *s = shape_of(scene->network, most);
    drawing->planes = cells(s->planes, s->through);
    drawing->plane_columns = cells(s->columns, s->across);
    drawing->column = array_raw(scene->nodes, sizeof *drawing->column);
    drawing->row = array_raw(scene->nodes, sizeof *drawing->row);
    if (!drawing->column || !drawing->row)
        return error_memory(error);
    find_cells(drawing, s);
    return mosaic_make(&drawing->mosaic, (size_t)drawing->planes * drawing->plane_columns,
                       cells(s->rows, s->down), error);
}

static void describe(const struct placement_drawing *drawing, const struct shape *s, char *note,
                     size_t size)
{
    const struct topomap_network *network = drawing->scene->network;
    uint32_t dims = network->dims;
    bool routers = network->traits & NETWORK_ROUTER_ROWS;
    uint32_t places = s->across * s->down * s->through;
    char cell[80], planes[80] = "";

    if (places > 1)
        snprintf(cell, sizeof cell, "the mean of %ux%ux%u places", s->across, s->down, s->through);
    else
        snprintf(cell, sizeof cell, "%s", routers ? "a router" : "a node");
    if (s->planes > 1 && routers)
        snprintf(planes, sizeof planes, "; a square is a group, in order");
    else if (s->planes > 1)
        snprintf(planes, sizeof planes, "; squares are planes along %c%s",
                 network_axis_letter(dims, 2), dims > 3 ? " and the dimensions behind it" : "");
    if (routers)
        snprintf(note, size, "a cell is %s, coloured by the mean of its ranks%s", cell, planes);
    else
        snprintf(note, size, "a cell is %s, coloured by the mean of its ranks; to the right is "
                             "%c%s%c%s",
                 cell, network_axis_letter(dims, 0), dims > 1 ? ", down " : " ",
                 dims > 1 ? network_axis_letter(dims, 1) : ' ', planes);
}

/* The largest cells with which the planes fit into the width. */
static double cell_size(const struct placement_drawing *drawing, double width)
{
    double room = width - GAP * (drawing->planes - 1);
    double cell = room / ((double)drawing->planes * drawing->plane_columns);

    return cell > CELL ? CELL : cell;
}

/* The width of the headings and of the planes below them. */
static double row_width(const struct placement_drawing *drawing)
{
    double widest = drawing->planes * (drawing->cell * drawing->plane_columns + GAP) - GAP;

    for (unsigned i = 0; i < drawing->scene->sides; i++) {
        double name = 1.15 * svg_width(drawing->scene->side[i].name, SVG_HEADING);

        widest = name > widest ? name : widest;
    }
    return widest;
}

/* Choose the size of cells, and whether before and after are side by side. A picture without
 * circles is no wider than its planes. */
static void lay_out(struct placement_drawing *drawing)
{
    const struct scene *scene = drawing->scene;
    double width = drawing->width - 2 * SCENE_MARGIN, half = (width - GUTTER) / 2;
    double rows = (double)drawing->mosaic.rows;

    drawing->beside = cell_size(drawing, half) >= CELL_BESIDE;
    drawing->cell = cell_size(drawing, drawing->beside ? half : width);
    if (drawing->cell * rows > HIGHEST)
        drawing->cell = HIGHEST / rows;
    drawing->second = half + GUTTER;
    if (scene->network->traits & NETWORK_ROUTER_ROWS)
        return;
    drawing->second = row_width(drawing) + GUTTER;
    width = row_width(drawing) + (drawing->beside && scene->sides > 1 ? drawing->second : 0);
    drawing->width = (width < NARROW ? NARROW : width) + 2 * SCENE_MARGIN;
}

static int prepare(struct placement_drawing *drawing, bool letters, char *note, size_t size,
                   struct topomap_error *error)
{
    struct shape s;

    if (prepare_some(drawing, letters ? ACROSS_TEXT : ACROSS, &s, error) < 0)
        return -1;
    drawing->planes_each = s.through;
    lay_out(drawing);
    describe(drawing, &s, note, size);
    return 0;
}

static void fill(struct placement_drawing *drawing, const struct measure *measure,
                 const struct scene_side *side)
{
    mosaic_clear(&drawing->mosaic);
    for (uint32_t rank = 0; rank < drawing->scene->ranks; rank++) {
        uint32_t node = side->placement[rank];

        mosaic_add(&drawing->mosaic, drawing->column[node], drawing->row[node],
                   measure->value[rank]);
    }
}

/* The height of the numbers above planes. */
static double numbers(const struct placement_drawing *drawing)
{
    return drawing->scene->network->dims == 3 && drawing->planes > 1 ? NUMBERS : 0;
}

/* Number the planes along the third dimension, where there is room. */
static void draw_numbers(struct placement_drawing *drawing, double x, double y, double width)
{
    const struct topomap_network *network = drawing->scene->network;
    bool routers = network->traits & NETWORK_ROUTER_ROWS;
    char text[40];

    for (uint32_t p = 0; p < drawing->planes && numbers(drawing) > 0; p++, x += width + GAP) {
        if (routers)
            snprintf(text, sizeof text, "%u", p * drawing->planes_each);
        else
            snprintf(text, sizeof text, "%c %u", network_axis_letter(3, 2),
                     p * drawing->planes_each);
        if (svg_width(text, SVG_SMALL) < width)
            svg_label(&drawing->svg, x + width / 2, y, SVG_SMALL, SVG_MIDDLE, "faint", "%s", text);
    }
}

static void draw_row(struct placement_drawing *drawing, const struct measure *measure,
                     const struct scene_side *side, double x, double y)
{
    struct mosaic *mosaic = &drawing->mosaic;
    double width = drawing->cell * drawing->plane_columns;
    double height = drawing->cell * (double)mosaic->rows;

    fill(drawing, measure, side);
    svg_label(&drawing->svg, x, y + 13, SVG_HEADING, SVG_START, "strong", "%s",
              placement_side(measure, side));
    draw_numbers(drawing, x, y + 17 + NUMBERS, width);
    for (uint32_t p = 0; p < drawing->planes; p++)
        mosaic_draw(mosaic, (size_t)p * drawing->plane_columns, drawing->plane_columns,
                    &drawing->svg, &measure->scale, x + p * (width + GAP),
                    y + 19 + numbers(drawing), width, height);
}

/* Draw the groups in a circle, before and after side by side. */
static void draw_circles(struct placement_drawing *drawing, const struct measure *measure,
                         const struct chords *chords, double *y)
{
    for (unsigned i = 0; i < drawing->scene->sides; i++) {
        fill(drawing, measure, &drawing->scene->side[i]);
        chords_draw(chords, drawing, measure, i, SCENE_MARGIN + i * (CHORDS_SIZE + GUTTER), *y);
    }
    *y += CHORDS_SIZE + 32; /* below the number of the lowest group */
    scale_legend(&drawing->svg, &chords->scale, SCENE_MARGIN, *y, 400,
                 "chords: bytes between two groups, both ways", "B", NULL);
    *y += SCALE_HEIGHT + 6;
}

static int draw(struct placement_drawing *drawing, double *y, struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;
    struct chords chords;
    bool beside = drawing->beside;
    double high = 19 + numbers(drawing) + drawing->cell * (double)drawing->mosaic.rows + 8;

    if (chords_make(&chords, drawing, error) < 0) {
        chords_free(&chords);
        return -1;
    }
    for (unsigned m = 0; m < drawing->measures.count; m++) {
        const struct measure *measure = &drawing->measures.item[m];

        *y += 14;
        scale_legend(&drawing->svg, &measure->scale, SCENE_MARGIN, *y, 400, measure->name, "",
                     NULL);
        *y += SCALE_HEIGHT;
        if (m == 0 && chords.groups) {
            draw_circles(drawing, measure, &chords, y);
            continue;
        }
        for (unsigned i = measure->moved ? 1 : 0; i < scene->sides; i++) {
            bool right = beside && i == 1 && !measure->moved;

            draw_row(drawing, measure, &scene->side[i],
                     SCENE_MARGIN + (right ? drawing->second : 0), *y);
            if (!beside || right || measure->moved || scene->sides == 1)
                *y += high;
        }
    }
    chords_free(&chords);
    return 0;
}

static void print_row(struct placement_drawing *drawing, const struct measure *measure,
                      const struct scene_side *side, struct text *out)
{
    const struct mosaic *mosaic = &drawing->mosaic;

    fill(drawing, measure, side);
    text_printf(out, "%s\n", placement_side(measure, side));
    for (size_t row = 0; row < mosaic->rows; row++) {
        text_puts(out, "  ");
        for (size_t column = 0; column < mosaic->columns; column++) {
            char letter = mosaic_letter(mosaic, &measure->scale, column, row);

            if (column && column % drawing->plane_columns == 0)
                text_puts(out, " ");
            text_add(out, &letter, 1);
        }
        text_puts(out, "\n");
    }
}

static void print(struct placement_drawing *drawing, struct text *out)
{
    for (unsigned m = 0; m < drawing->measures.count; m++) {
        const struct measure *measure = &drawing->measures.item[m];

        text_printf(out, "%s: 0 is %.6g, 9 is %.6g\n", measure->name, measure->scale.low,
                    measure->scale.high);
        for (unsigned i = measure->moved ? 1 : 0; i < drawing->scene->sides; i++)
            print_row(drawing, measure, &drawing->scene->side[i], out);
        text_puts(out, "\n");
    }
}

const struct placement_form placement_planes = {prepare, draw, print};
