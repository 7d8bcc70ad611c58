/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "draw/bars.h"
#include "draw/placement.h"
#include "machine/allocation.h"

#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 512
#define ROWS 64
#define COLUMNS_TEXT (SCENE_COLUMNS - 4)
#define CELL 46.0      /* largest width of a node */
#define NUMBER_HIGH 11.0 /* height of cells with room for a number */

static uint32_t most_tasks(const struct scene *scene)
{
    uint32_t most = 1;

    for (uint32_t node = 0; node < scene->nodes; node++) {
        if (scene->first[node + 1] - scene->first[node] > most)
            most = scene->first[node + 1] - scene->first[node];
    }
    return most;
}

static int prepare_some(struct placement_drawing *drawing, uint32_t columns,
                        struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;
    uint32_t tasks = most_tasks(scene);

    drawing->column = array_raw(scene->nodes, sizeof *drawing->column);
    if (!drawing->column)
        return error_memory(error);
    HOLDS(scene->nodes > 0 && tasks > 0 && columns > 0);
    drawing->per_column = (scene->nodes + columns - 1) / columns;
    drawing->per_row = (tasks + ROWS - 1) / ROWS;
    if (bars_order(scene, drawing->column, error) < 0)
        return -1;
    return mosaic_make(&drawing->mosaic,
                       (scene->nodes + drawing->per_column - 1) / drawing->per_column,
                       (tasks + drawing->per_row - 1) / drawing->per_row, error);
}

static int prepare(struct placement_drawing *drawing, bool letters, char *note, size_t size,
                   struct topomap_error *error)
{
    uint32_t ranks;

    if (prepare_some(drawing, letters ? COLUMNS_TEXT : COLUMNS, error) < 0)
        return -1;
    ranks = drawing->per_column * drawing->per_row;
    if (ranks == 1)
        snprintf(note, size, "a column is a node, a cell one of its ranks, in the order of slots");
    else
        snprintf(note, size, "a column is %u nodes that follow each other, a cell the mean of %u "
                 "ranks", drawing->per_column, ranks);
    return 0;
}

static void fill(struct placement_drawing *drawing, const struct measure *measure,
                 const struct scene_side *side)
{
    const struct scene *scene = drawing->scene;

    mosaic_clear(&drawing->mosaic);
    for (uint32_t rank = 0; rank < scene->ranks; rank++) {
        uint32_t node = side->placement[rank];

        mosaic_add(&drawing->mosaic, drawing->column[node] / drawing->per_column,
                   (side->place[rank] - scene->first[node]) / drawing->per_row,
                   measure->value[rank]);
    }
}

/* ---- strips ------------------------------------------------------------------------------- */

/* Draw the names of nodes where there is room for them. */
static void draw_names(struct placement_drawing *drawing, double x, double *y, double width)
{
    const struct scene *scene = drawing->scene;
    double one = width / scene->nodes, widest = 0;

    for (uint32_t node = 0; node < scene->nodes && scene->nodes <= 64; node++) {
        double wide = svg_width(topomap_allocation_host(scene->allocation, node), SVG_SMALL);

        widest = wide > widest ? wide : widest;
    }
    if (scene->nodes > 64 || widest + SVG_APART > one)
        return;
    for (uint32_t node = 0; node < scene->nodes; node++)
        svg_label(&drawing->svg, x + one * (drawing->column[node] + 0.5), *y + 11, SVG_SMALL,
                  SVG_MIDDLE, "ink", "%s", topomap_allocation_host(scene->allocation, node));
    *y += 16;
}

/* Draw the numbers of ranks in their cells. */
static void draw_numbers(struct placement_drawing *drawing, const struct measure *measure,
                         const struct scene_side *side, double x, double y, double cell,
                         double high)
{
    const struct scene *scene = drawing->scene;
    char last[16];

    snprintf(last, sizeof last, "%u", scene->ranks - 1);
    if (drawing->per_column * drawing->per_row > 1 || high < NUMBER_HIGH ||
        svg_width(last, SVG_SMALL) + SVG_APART > cell)
        return;
    for (uint32_t rank = 0; rank < scene->ranks; rank++) {
        uint32_t node = side->placement[rank];
        double row = side->place[rank] - scene->first[node];
        unsigned shade = scale_shade(&measure->scale, measure->value[rank]);

        svg_label(&drawing->svg, x + cell * (drawing->column[node] + 0.5),
                  y + high * (row + 0.5) + 3.5, SVG_SMALL, SVG_MIDDLE, shades_text(shade),
                  "%u", rank);
    }
}

/* The height of a row of cells. */
static double row_height(const struct mosaic *mosaic)
{
    double high = 128.0 / (double)mosaic->rows;

    return high > 15 ? 15 : high < 2 ? 2 : high;
}

static void draw_strip(struct placement_drawing *drawing, const struct measure *measure,
                       const struct scene_side *side, double x, double *y, double width)
{
    struct mosaic *mosaic = &drawing->mosaic;
    /* The last column may hold fewer nodes than the others, but its cell has the same width. */
    double drawn = width * (double)mosaic->columns * drawing->per_column / drawing->scene->nodes;
    double height = row_height(mosaic) * (double)mosaic->rows;

    fill(drawing, measure, side);
    scene_heading(&drawing->svg, x, *y + 13, SCENE_INSIDE, placement_side(measure, side));
    mosaic_draw(mosaic, 0, mosaic->columns, &drawing->svg, &measure->scale, x, *y + 19, drawn,
                height);
    draw_numbers(drawing, measure, side, x, *y + 19, drawn / (double)mosaic->columns,
                 row_height(mosaic));
    *y += 19 + height + 7;
}

static int draw(struct placement_drawing *drawing, double *y, struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;
    double x = SCENE_MARGIN, width = CELL * scene->nodes;

    width = width > SCENE_INSIDE ? SCENE_INSIDE : width;
    *y += 10;
    if (scene->network->tree && bars_draw(&drawing->svg, scene, drawing->column, x, y, width, NULL,
                                          NULL, error) < 0)
        return -1;
    draw_names(drawing, x, y, width);
    for (unsigned m = 0; m < drawing->measures.count; m++) {
        const struct measure *measure = &drawing->measures.item[m];

        if (m)
            svg_cut(&drawing->svg, *y + 4);
        *y += 14;
        scale_legend(&drawing->svg, &measure->scale, x, *y, 400, measure->name, "", NULL);
        *y += SCALE_HEIGHT;
        for (unsigned i = measure->moved ? 1 : 0; i < scene->sides; i++)
            draw_strip(drawing, measure, &scene->side[i], x, y, width);
    }
    return 0;
}

/* ---- letters ------------------------------------------------------------------------------ */

static void print_strip(struct placement_drawing *drawing, const struct measure *measure,
                        const struct scene_side *side, struct text *out)
{
    const struct mosaic *mosaic = &drawing->mosaic;
    unsigned wide = mosaic->columns <= COLUMNS_TEXT / 4 ? 3 : 1;

    fill(drawing, measure, side);
    text_printf(out, "%s\n", placement_side(measure, side));
    for (size_t row = 0; row < mosaic->rows; row++) {
        text_puts(out, "  ");
        for (size_t column = 0; column < mosaic->columns; column++) {
            for (unsigned i = 0; i < wide; i++) {
                char letter = i ? ' ' : mosaic_letter(mosaic, &measure->scale, column, row);

                text_add(out, &letter, 1);
            }
        }
        text_puts(out, "\n");
    }
}

static void print(struct placement_drawing *drawing, struct text *out)
{
    const struct scene *scene = drawing->scene;

    for (unsigned m = 0; m < drawing->measures.count; m++) {
        const struct measure *measure = &drawing->measures.item[m];

        text_printf(out, "%s: 0 is %.6g, 9 is %.6g\n", measure->name, measure->scale.low,
                    measure->scale.high);
        for (unsigned i = measure->moved ? 1 : 0; i < scene->sides; i++)
            print_strip(drawing, measure, &scene->side[i], out);
        text_puts(out, "\n");
    }
}

const struct placement_form placement_strips = {prepare, draw, print};
