/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws the boxes of a recipe as planes: the ranks of the application and their places. */
#include "draw/boxes.h"

#include "base/error.h"
#include "base/memory.h"
#include "draw/mosaic.h"
#include "draw/scene.h"
#include "recipe/recipe.h"

#include <stdio.h>
#include <stdlib.h>

#define WIDTH 1180.0
#define GAP 8.0
#define CELL 16.0
#define LEAST 3.0   /* least size of a cell, in pixels */
#define HIGHEST 640.0 /* most height of a box with cells larger than that */
#define CELLS 65536 /* the most cells drawn of a box; others are left out */

/* A box with values in its cells. */
struct view {
    const struct recipe_parts *box;
    const char *name;
    const double *value;          /* [cells], in scan order */
    uint32_t step[BOX_MAX_DIMS];  /* one place in this many is drawn */
    uint32_t drawn[BOX_MAX_DIMS]; /* number of places drawn */
};

struct values {
    double *application[2], *network[2]; /* part and rank of each cell */
};

static const char *const names[] = {"part of the application that the rank is in",
                                    "number of the rank"};

/* ---- values ------------------------------------------------------------------------------- */

static void free_values(struct values *values)
{
    for (int i = 0; i < 2; i++) {
        free(values->application[i]);
        free(values->network[i]);
    }
}

static int make_values(struct values *values, const struct topomap_recipe *recipe)
{
    *values = (struct values){.application = {NULL}};
    for (int i = 0; i < 2; i++) {
        values->application[i] = array_raw(recipe->ranks, sizeof(double));
        values->network[i] = array_raw(recipe->ranks, sizeof(double));
        if (!values->application[i] || !values->network[i])
            return -1;
    }
    /* The array of the network's parts holds those of ranks for a while. */
    for (uint32_t cell = 0; cell < recipe->ranks; cell++) {
        uint32_t rank = recipe->application_rank[cell];

        values->application[0][cell] = recipe->application.part[cell];
        values->application[1][cell] = rank;
        values->network[1][rank] = recipe->application.part[cell];
    }
    for (uint32_t cell = 0; cell < recipe->ranks; cell++)
        values->network[0][cell] = values->network[1][recipe->rank[cell]];
    for (uint32_t cell = 0; cell < recipe->ranks; cell++)
        values->network[1][cell] = recipe->rank[cell];
    return 0;
}

/* ---- planes ------------------------------------------------------------------------------- */

/* Leave out places along the longest dimensions until few enough remain. */
static void thin_out(struct view *view)
{
    uint64_t cells;

    for (uint32_t d = 0; d < BOX_MAX_DIMS; d++) {
        view->step[d] = 1;
        view->drawn[d] = d < view->box->dims ? view->box->size[d] : 1;
    }
    for (;;) {
        uint32_t longest = 0;

        cells = 1;
        for (uint32_t d = 0; d < view->box->dims; d++) {
            cells *= view->drawn[d];
            longest = view->drawn[d] > view->drawn[longest] ? d : longest;
        }
        if (cells <= CELLS)
            return;
        view->step[longest] *= 2;
        view->drawn[longest] = (view->box->size[longest] + view->step[longest] - 1) /
                               view->step[longest];
    }
}

/* The value of a drawn place, at `column` and `row` of a plane. Planes are numbered with the last
 * dimension slowest. */
static double value_at(const struct view *view, uint32_t column, uint32_t row, uint32_t plane)
{
    uint32_t at[BOX_MAX_DIMS] = {column, row};
    size_t cell = 0;

    for (uint32_t d = 2; d < view->box->dims; d++) {
        at[d] = plane % view->drawn[d];
        plane /= view->drawn[d];
    }
    for (uint32_t d = 0; d < view->box->dims; d++)
        cell = cell * view->box->size[d] + at[d] * view->step[d];
    return view->value[cell];
}

static uint32_t count_planes(const struct view *view)
{
    uint32_t planes = 1;

    for (uint32_t d = 2; d < view->box->dims; d++)
        planes *= view->drawn[d];
    return planes;
}

/* The number of planes side by side: those along the third dimension, if there is room. */
static uint32_t planes_of_line(const struct view *view, uint32_t planes)
{
    uint32_t line = view->box->dims > 3 ? view->drawn[2] : planes;
    double room = WIDTH - 2 * SCENE_MARGIN;

    while (line > 1 && line * (view->drawn[0] * LEAST + GAP) > room)
        line = (line + 1) / 2;
    return line;
}

/* Make the cells of many planes smaller, with more planes side by side, until they are not too
 * high. */
static void shrink(const struct view *view, uint32_t planes, uint32_t *line, double *cell)
{
    double room = WIDTH - 2 * SCENE_MARGIN;

    while (*cell > LEAST &&
           ((planes + *line - 1) / *line) * (*cell * view->drawn[1] + GAP) > HIGHEST) {
        *cell = *cell - 0.5 < LEAST ? LEAST : *cell - 0.5;
        if (view->box->dims <= 3)
            *line = (uint32_t)((room + GAP) / (*cell * view->drawn[0] + GAP));
        *line = *line > planes ? planes : *line < 1 ? 1 : *line;
    }
}

static void fill(struct mosaic *mosaic, const struct view *view, uint32_t plane)
{
    mosaic_clear(mosaic);
    for (uint32_t row = 0; row < view->drawn[1]; row++) {
        for (uint32_t column = 0; column < view->drawn[0]; column++)
            mosaic_add(mosaic, column, row, value_at(view, column, row, plane));
    }
}

static void name_box(const struct view *view, char *text, size_t size)
{
    char shape[200];

    box_print(view->box->dims, view->box->size, shape, sizeof shape);
    snprintf(text, size, "%s: %s in %u boxes", view->name, shape, view->box->count);
}

static int draw_box(struct svg *svg, struct view *view, const struct scale *scale, double *y,
                    struct topomap_error *error)
{
    uint32_t planes, line;
    struct mosaic mosaic;
    double cell;
    char name[300];

    thin_out(view);
    planes = count_planes(view);
    line = planes_of_line(view, planes);
    cell = (WIDTH - 2 * SCENE_MARGIN - GAP * (line - 1)) / ((double)line * view->drawn[0]);
    cell = cell > CELL ? CELL : cell;
    shrink(view, planes, &line, &cell);
    if (mosaic_make(&mosaic, view->drawn[0], view->drawn[1], error) < 0) {
        mosaic_free(&mosaic);
        return -1;
    }
    name_box(view, name, sizeof name);
    svg_label(svg, SCENE_MARGIN, *y + 13, SVG_HEADING, SVG_START, "strong", "%s", name);
    *y += 20;
    for (uint32_t plane = 0; plane < planes; plane++) {
        double x = SCENE_MARGIN + plane % line * (cell * view->drawn[0] + GAP);

        fill(&mosaic, view, plane);
        mosaic_draw(&mosaic, 0, view->drawn[0], svg, scale, x, *y, cell * view->drawn[0],
                    cell * view->drawn[1]);
        if ((plane + 1) % line == 0 || plane + 1 == planes)
            *y += cell * view->drawn[1] + GAP;
    }
    mosaic_free(&mosaic);
    *y += 8;
    return 0;
}

/* ---- pictures ----------------------------------------------------------------------------- */

static const char note[] = "planes of each box: to the right its first dimension, down the second, "
                           "plane after plane the third, and line after line the others";

static struct view view_of(const struct topomap_recipe *recipe, const struct values *values,
                           bool network, int which)
{
    struct view view = {.box = network ? &recipe->network : &recipe->application,
                        .name = network ? "network" : "application",
                        .value = network ? values->network[which] : values->application[which]};

    return view;
}

static double draw_head(struct svg *svg, const char *title)
{
    double y = SCENE_MARGIN + SVG_TITLE - 3;

    svg_label(svg, SCENE_MARGIN, y, SVG_TITLE, SVG_START, "strong", "%s", title);
    return scene_words(svg, SCENE_MARGIN, y + 20, WIDTH - 2 * SCENE_MARGIN, "faint", note) + 16;
}

static int draw_values(struct svg *svg, const struct topomap_recipe *recipe,
                       const struct values *values, int which, double *y,
                       struct topomap_error *error)
{
    struct scale scale = {.low = 0};

    for (uint32_t cell = 0; cell < recipe->ranks; cell++)
        scale_include(&scale, values->application[which][cell]);
    scale_legend(svg, &scale, SCENE_MARGIN, *y, 400, names[which], "", NULL);
    *y += SCALE_HEIGHT;
    for (int network = 0; network < 2; network++) {
        struct view view = view_of(recipe, values, network, which);

        if (draw_box(svg, &view, &scale, y, error) < 0)
            return -1;
    }
    *y += 10;
    return 0;
}

char *boxes_draw(const struct topomap_recipe *recipe, const char *title,
                 struct topomap_error *error)
{
    struct svg svg = {0};
    struct values values;
    double y = draw_head(&svg, title);
    int result = make_values(&values, recipe) < 0 ? error_memory(error) : 0;
    char *taken = NULL, about[200];

    /* Skip the parts of an application that is not cut: only its ranks differ. */
    for (int which = recipe->application.count > 1 ? 0 : 1; which < 2 && result == 0; which++)
        result = draw_values(&svg, recipe, &values, which, &y, error);
    free_values(&values);
    if (result == 0) {
        snprintf(about, sizeof about, "%u ranks, %u boxes of the application, %u of the network",
                 recipe->ranks, recipe->application.count, recipe->network.count);
        taken = svg_take(&svg, WIDTH, y + SCENE_MARGIN, title, about);
        if (!taken)
            error_memory(error);
    }
    svg_free(&svg);
    return taken;
}

/* The most planes and columns printed. */
#define PLANES_TEXT 8
#define COLUMNS_TEXT 32

static void print_box(struct text *out, struct view *view, uint32_t count)
{
    uint32_t planes, columns, shown;
    char name[300];

    thin_out(view);
    planes = count_planes(view);
    columns = view->drawn[0] < COLUMNS_TEXT ? view->drawn[0] : COLUMNS_TEXT;
    shown = planes < PLANES_TEXT ? planes : PLANES_TEXT;
    while (shown > 1 && shown * (columns + 1) > 96)
        shown--;
    name_box(view, name, sizeof name);
    text_printf(out, "%s%s\n", name, planes > shown || columns < view->drawn[0]
                                         ? "; the first ones of its planes" : "");
    for (uint32_t row = 0; row < view->drawn[1] && row < COLUMNS_TEXT; row++) {
        text_puts(out, "  ");
        for (uint32_t plane = 0; plane < shown; plane++) {
            for (uint32_t column = 0; column < columns; column++) {
                double value = value_at(view, column, row, plane);

                text_add(out, &"0123456789abcdefghijklmnopqrstuvwxyz"[(size_t)(
                             count <= 36 ? value : value * 36 / count)], 1);
            }
            text_puts(out, " ");
        }
        text_puts(out, "\n");
    }
    text_puts(out, "\n");
}

char *boxes_print(const struct topomap_recipe *recipe, const char *title,
                  struct topomap_error *error)
{
    struct text out = {0};
    struct values values;
    char *taken = NULL;

    text_printf(&out, "%s\n%s\n\n", title, note);
    if (make_values(&values, recipe) == 0) {
        bool cut = recipe->application.count > 1;
        uint32_t count = cut ? recipe->application.count : recipe->ranks;

        text_printf(&out, "%s: 0 to 9, then a to z\n", names[cut ? 0 : 1]);
        for (int network = 0; network < 2; network++) {
            struct view view = view_of(recipe, &values, network, cut ? 0 : 1);

            print_box(&out, &view, count);
        }
        taken = text_take(&out);
    }
    if (!taken)
        error_memory(error);
    text_free(&out);
    free_values(&values);
    return taken;
}
