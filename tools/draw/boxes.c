/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws the boxes of a recipe as solids and as planes: the ranks of the application and their
 * places. */
#include "draw/boxes.h"

#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "draw/scale.h"
#include "draw/scene.h"
#include "draw/solids.h"
#include "recipe/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CELL 20.0
#define BESIDE 8.0  /* least size of a cell if the boxes are side by side */
#define LEAST 2.0   /* least size of a cell, in pixels */
#define LOWEST 8.0  /* least height of a plane, for which its cells may be higher than wide */
#define HIGHEST 480.0 /* most height of a box with cells larger than that */
#define CELLS 65536 /* the most cells drawn of a box; others are left out */
#define SEAMS 5.0   /* least size of a cell with seams between boxes */
#define SOLIDS 6    /* the most solids side by side */
#define SOLID_CELL 36.0
#define SOLID_HIGH 250.0
#define SOLID_GAP 36.0

/* A box with values in its cells. */
struct view {
    const struct recipe_parts *box;
    const char *name;
    const double *value;          /* [cells], in scan order */
    const uint8_t *shade;         /* [cells]: their colours */
    uint32_t step[BOX_MAX_DIMS];  /* one place in this many is drawn */
    uint32_t drawn[BOX_MAX_DIMS]; /* number of places drawn */
};

struct values {
    double *application[2], *network[2]; /* part and rank of each cell */
    uint8_t *tint;                       /* [ranks]: by part, and by place in it */
    uint8_t *shade[2];                   /* [cells] of both boxes */
};

static const char *const names[] = {"box of the application that the rank is in",
                                    "number of the rank"};

/* ---- values ------------------------------------------------------------------------------- */

static void free_values(struct values *values)
{
    for (int i = 0; i < 2; i++) {
        free(values->application[i]);
        free(values->network[i]);
        free(values->shade[i]);
    }
    free(values->tint);
}

/* Give each rank the tint of its part: from light to dark as the ranks of the part follow each
 * other. */
static int make_tints(struct values *values, const struct topomap_recipe *recipe)
{
    uint32_t *part = array_raw(recipe->ranks, sizeof *part);
    uint32_t *size = array_new(recipe->application.count, sizeof *size);
    uint32_t *seen = array_new(recipe->application.count, sizeof *seen);
    bool made = part && size && seen;

    for (uint32_t cell = 0; made && cell < recipe->ranks; cell++) {
        part[recipe->application_rank[cell]] = recipe->application.part[cell];
        size[recipe->application.part[cell]]++;
    }
    for (uint32_t rank = 0; made && rank < recipe->ranks; rank++) {
        uint32_t p = part[rank], last = size[p] - 1;
        uint64_t steps = (uint64_t)seen[p]++ * (SVG_TINTS_EACH - 1);

        values->tint[rank] = (uint8_t)(SVG_SHADES + 1 + p % SVG_HUES * SVG_TINTS_EACH +
                                       (last ? (steps + last / 2) / last : 0));
    }
    free(part);
    free(size);
    free(seen);
    return made ? 0 : -1;
}

static int make_values(struct values *values, const struct topomap_recipe *recipe)
{
    *values = (struct values){.tint = array_raw(recipe->ranks, 1)};
    for (int i = 0; i < 2; i++) {
        values->application[i] = array_raw(recipe->ranks, sizeof(double));
        values->network[i] = array_raw(recipe->ranks, sizeof(double));
        values->shade[i] = array_raw(recipe->ranks, 1);
        if (!values->application[i] || !values->network[i] || !values->shade[i])
            return -1;
    }
    if (!values->tint || make_tints(values, recipe) < 0)
        return -1;
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

/* Colour the cells of both boxes by the tints of their ranks, or by their values on a scale. */
static void colour(struct values *values, const struct topomap_recipe *recipe,
                   const struct scale *scale)
{
    for (uint32_t cell = 0; cell < recipe->ranks; cell++) {
        uint32_t ranks[2] = {recipe->application_rank[cell], recipe->rank[cell]};

        for (int i = 0; i < 2; i++)
            values->shade[i][cell] = scale ? scale_shade(scale, ranks[i]) : values->tint[ranks[i]];
    }
}

/* ---- planes ------------------------------------------------------------------------------- */

/* Draw half as many places along a dimension. */
static void halve(struct view *view, uint32_t d)
{
    view->step[d] *= 2;
    view->drawn[d] = (view->box->size[d] + view->step[d] - 1) / view->step[d];
}

/* Leave out places along the longest dimensions until few enough remain, and along those of a plane
 * until these fit into the picture. */
static void thin_out(struct view *view)
{
    uint64_t cells;

    for (uint32_t d = 0; d < BOX_MAX_DIMS; d++) {
        view->step[d] = 1;
        view->drawn[d] = d < view->box->dims ? view->box->size[d] : 1;
        while (d < 2 && LEAST * view->drawn[d] > SCENE_INSIDE)
            halve(view, d);
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
        halve(view, longest);
    }
}

/* One place in so many is drawn. */
static uint32_t places_each(const struct view *view)
{
    uint32_t each = 1;

    for (uint32_t d = 0; d < view->box->dims; d++)
        each *= view->step[d];
    return each;
}

/* The cell of a drawn place, at `column` and `row` of a plane. Planes are numbered with the last
 * dimension slowest. */
static size_t cell_at(const struct view *view, uint32_t column, uint32_t row, uint32_t plane)
{
    uint32_t at[BOX_MAX_DIMS] = {column, row};
    size_t cell = 0;

    for (uint32_t d = 2; d < view->box->dims; d++) {
        at[d] = plane % view->drawn[d];
        plane /= view->drawn[d];
    }
    for (uint32_t d = 0; d < view->box->dims; d++)
        cell = cell * view->box->size[d] + at[d] * view->step[d];
    return cell;
}

static uint32_t count_planes(const struct view *view)
{
    uint32_t planes = 1;

    for (uint32_t d = 2; d < view->box->dims; d++)
        planes *= view->drawn[d];
    return planes;
}

/* The distance of planes. */
static double gap(double cell)
{
    return cell < 4 ? 4 : 8;
}

/* The width of so many planes side by side. */
static double line_width(const struct view *view, uint32_t line, double cell)
{
    return line * (cell * view->drawn[0] + gap(cell)) - gap(cell);
}

/* The number of planes side by side: those along the third dimension, if there is room. */
static uint32_t planes_of_line(const struct view *view, uint32_t planes, double room)
{
    uint32_t line = view->box->dims > 3 ? view->drawn[2] : planes;

    while (line > 1 && line_width(view, line, LEAST) > room)
        line = (line + 1) / 2;
    return line;
}

static uint32_t lines_of(uint32_t planes, uint32_t line)
{
    HOLDS(line > 0);
    return (planes + line - 1) / line;
}

/* Make the cells of many planes smaller, with more planes side by side, until they are not too
 * high. */
static void shrink(const struct view *view, uint32_t planes, double room, uint32_t *line,
                   double *cell)
{
    while (*cell > LEAST &&
           lines_of(planes, *line) * (*cell * view->drawn[1] + gap(*cell)) > HIGHEST) {
        *cell = *cell - 0.5 < LEAST ? LEAST : *cell - 0.5;
        if (view->box->dims <= 3)
            *line = (uint32_t)((room + gap(*cell)) / (*cell * view->drawn[0] + gap(*cell)));
        *line = *line > planes ? planes : *line < 1 ? 1 : *line;
    }
}

/* The size of cells with which a line of planes fits into the room. */
static double fit(const struct view *view, uint32_t line, double room)
{
    double cell = CELL;

    while (cell > LEAST && line_width(view, line, cell) > room)
        cell -= 0.5;
    return cell;
}

/* A plane's cells and parts, for drawing. */
struct plane {
    uint8_t *shade;
    uint32_t *part;
};

static double plane_height(const struct view *view, double cell)
{
    return fmax(cell * view->drawn[1], LOWEST);
}

static void draw_plane(struct svg *svg, const struct plane *plane, const struct view *view,
                       uint32_t number, double x, double y, double cell)
{
    uint32_t columns = view->drawn[0], rows = view->drawn[1];

    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            size_t at = cell_at(view, column, row, number);

            plane->shade[(size_t)row * columns + column] = view->shade[at];
            plane->part[(size_t)row * columns + column] = view->box->part[at];
        }
    }
    svg_cells(svg, x, y, cell * columns, plane_height(view, cell), columns, rows, plane->shade);
    if (cell >= SEAMS)
        solid_seams(svg, (const double[]){cell, 0, 0, cell, x, y}, columns, rows, plane->part);
}

static void name_box(const struct view *view, char *text, size_t size)
{
    char shape[200], some[40] = "";

    box_print(view->box->dims, view->box->size, shape, sizeof shape);
    if (places_each(view) > 1)
        snprintf(some, sizeof some, "; 1 of %u places is drawn", places_each(view));
    snprintf(text, size, "%s: %s in %u %s%s", view->name, shape, view->box->count,
             view->box->count == 1 ? "box" : "boxes", some);
}

/* Draw a box from x and *y on, and move *y below it. */
static int draw_box(struct svg *svg, const struct view *view, double x, double *y, double room,
                    struct topomap_error *error)
{
    uint32_t planes = count_planes(view), line = planes_of_line(view, planes, room);
    struct plane plane;
    double cell = fit(view, line, room);
    char name[300];

    shrink(view, planes, room, &line, &cell);
    plane.shade = array_raw((size_t)view->drawn[0] * view->drawn[1], sizeof *plane.shade);
    plane.part = array_raw((size_t)view->drawn[0] * view->drawn[1], sizeof *plane.part);
    name_box(view, name, sizeof name);
    scene_heading(svg, x, *y + 13, room, name);
    *y += 20;
    for (uint32_t i = 0; i < planes && plane.shade && plane.part; i++) {
        double left = x + i % line * (cell * view->drawn[0] + gap(cell));

        draw_plane(svg, &plane, view, i, left, *y, cell);
        if ((i + 1) % line == 0 || i + 1 == planes)
            *y += plane_height(view, cell) + gap(cell);
    }
    free(plane.shade);
    free(plane.part);
    *y += 8;
    return plane.shade && plane.part ? 0 : error_memory(error);
}

/* Whether both boxes fit side by side, all planes of each in a line. */
static bool fit_beside(const struct view view[2])
{
    return line_width(&view[0], count_planes(&view[0]), BESIDE) <= SCENE_HALF &&
           line_width(&view[1], count_planes(&view[1]), BESIDE) <= SCENE_HALF;
}

static int draw_planes(struct svg *svg, const struct view view[2], double *y,
                       struct topomap_error *error)
{
    bool beside = fit_beside(view);
    double room = beside ? SCENE_HALF : SCENE_INSIDE, top = *y, bottom;

    if (draw_box(svg, &view[0], SCENE_MARGIN, y, room, error) < 0)
        return -1;
    bottom = *y;
    if (beside)
        *y = top;
    if (draw_box(svg, &view[1], SCENE_MARGIN + (beside ? SCENE_SECOND : 0), y, room, error) < 0)
        return -1;
    *y = bottom > *y ? bottom : *y;
    return 0;
}

/* ---- solids ------------------------------------------------------------------------------- */

/* The solids of a box: one of its first three dimensions for each place in the others; 0 with fewer
 * dimensions, or if too small. */
static uint32_t count_solids(const struct view *view)
{
    uint32_t count = 1;

    for (uint32_t d = 0; d < 3; d++) {
        if (view->drawn[d] < 2)
            return 0;
    }
    for (uint32_t d = 3; d < view->box->dims; d++)
        count = count > SOLIDS ? count : count * view->drawn[d];
    return count;
}

/* Draw the solid with this number; returns -1 if memory ran out. */
static int draw_solid(struct svg *svg, const struct view *view, uint32_t number, double x,
                      double y, double cell)
{
    struct solid solid = {.size = {view->drawn[0], view->drawn[1], view->drawn[2]}};
    size_t cells = (size_t)solid.size[0] * solid.size[1] * solid.size[2], i = 0;
    uint8_t *shade = array_raw(cells, sizeof *shade);
    uint32_t *part = array_raw(cells, sizeof *part);
    int result = shade && part ? 0 : -1;

    for (uint32_t a = 0; a < solid.size[0] && result == 0; a++) {
        for (uint32_t b = 0; b < solid.size[1]; b++) {
            for (uint32_t c = 0; c < solid.size[2]; c++, i++) {
                size_t at = cell_at(view, a, b, number * solid.size[2] + c);

                shade[i] = view->shade[at];
                part[i] = view->box->part[at];
            }
        }
    }
    solid.shade = shade;
    solid.part = cell >= SEAMS ? part : NULL;
    if (result == 0)
        result = solid_draw(svg, &solid, x, y, cell);
    free(shade);
    free(part);
    return result;
}

/* Draw the solids of both boxes side by side, if there are any and they are few. */
static int draw_solids(struct svg *svg, const struct view view[2], double *y,
                       struct topomap_error *error)
{
    uint32_t count[2] = {count_solids(&view[0]), count_solids(&view[1])};
    double wide[2] = {0}, high[2] = {0}, cell = SOLID_CELL, x = SCENE_MARGIN, room, most = 0;

    if (count[0] + count[1] == 0 || count[0] + count[1] > SOLIDS)
        return 0;
    for (int i = 0; i < 2; i++) {
        if (!count[i])
            continue;
        solid_extent(view[i].drawn, &wide[i], &high[i]);
        most = high[i] > most ? high[i] : most;
    }
    room = SCENE_INSIDE - (count[0] + count[1] - 1) * SOLID_GAP;
    room /= count[0] * wide[0] + count[1] * wide[1];
    cell = room < cell ? room : cell;
    cell = SOLID_HIGH / most < cell ? SOLID_HIGH / most : cell;
    for (int i = 0; i < 2; i++) {
        if (count[i])
            svg_label(svg, x, *y + 13, SVG_HEADING, SVG_START, "strong", "%s", view[i].name);
        for (uint32_t k = 0; k < count[i]; k++, x += cell * wide[i] + SOLID_GAP) {
            if (draw_solid(svg, &view[i], k, x, *y + 22 + cell * (most - high[i]), cell) < 0)
                return error_memory(error);
        }
    }
    *y += 22 + cell * most + 18;
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
                        .value = network ? values->network[which] : values->application[which],
                        .shade = values->shade[network]};

    thin_out(&view);
    return view;
}

/* Explain the tints: a bar for each hue, and the boxes that have it. */
static void tints_legend(struct svg *svg, uint32_t parts, double x, double y)
{
    double one = 5;

    svg_label(svg, x, y + 10, SVG_BODY, SVG_START, "ink", "%s",
              parts > 1 ? "box of the application that the rank is in, from its first rank, light, "
                          "to its last, dark"
                        : "number of the rank, from the first, light, to the last, dark");
    for (uint32_t hue = 0; hue < SVG_HUES && hue < parts; hue++, x += SVG_TINTS_EACH * one + 18) {
        for (unsigned k = 0; k < SVG_TINTS_EACH; k++) {
            char class[16];

            snprintf(class, sizeof class, "h%u sharp", hue * SVG_TINTS_EACH + k);
            svg_rect(svg, x + k * one, y + 17, one, 12, class, NULL);
        }
        if (parts > 1)
            svg_label(svg, x, y + 44, SVG_SMALL, SVG_START, "ink", hue + SVG_HUES < parts
                          ? "%u, %u%s" : "%u", hue, hue + SVG_HUES,
                      hue + 2 * SVG_HUES < parts ? ", ..." : "");
    }
}

static double draw_head(struct svg *svg, const char *title)
{
    double y = scene_title(svg, title);

    return scene_words(svg, SCENE_MARGIN, y + 20, SCENE_INSIDE, "faint", note) + 16;
}

static int draw_boxes(struct svg *svg, const struct topomap_recipe *recipe,
                      const struct values *values, bool solids, double *y,
                      struct topomap_error *error)
{
    struct view view[2] = {view_of(recipe, values, false, 0), view_of(recipe, values, true, 0)};

    if (solids && draw_solids(svg, view, y, error) < 0)
        return -1;
    if (draw_planes(svg, view, y, error) < 0)
        return -1;
    *y += 10;
    return 0;
}

/* Draw both boxes in tints, and, if these repeat for each of many parts, by ranks. */
static int draw_all(struct svg *svg, const struct topomap_recipe *recipe, struct values *values,
                    double *y, struct topomap_error *error)
{
    struct scale scale = {.low = 0};

    svg->tints = true;
    colour(values, recipe, NULL);
    tints_legend(svg, recipe->application.count, SCENE_MARGIN, *y);
    *y += SCALE_HEIGHT;
    if (draw_boxes(svg, recipe, values, true, y, error) < 0)
        return -1;
    if (recipe->application.count < 2)
        return 0;
    for (uint32_t cell = 0; cell < recipe->ranks; cell++)
        scale_include(&scale, recipe->rank[cell]);
    colour(values, recipe, &scale);
    scale_legend(svg, &scale, SCENE_MARGIN, *y, 400, names[1], "", NULL);
    *y += SCALE_HEIGHT;
    return draw_boxes(svg, recipe, values, false, y, error);
}

char *boxes_draw(const struct topomap_recipe *recipe, const char *title,
                 struct topomap_error *error)
{
    struct svg svg = {0};
    struct values values;
    double y = draw_head(&svg, title);
    int result = make_values(&values, recipe) < 0 ? error_memory(error) : 0;
    char *taken = NULL, about[200];

    if (result == 0)
        result = draw_all(&svg, recipe, &values, &y, error);
    free_values(&values);
    if (result == 0) {
        snprintf(about, sizeof about, "%u ranks, %u boxes of the application, %u of the network",
                 recipe->ranks, recipe->application.count, recipe->network.count);
        taken = svg_take(&svg, SCENE_WIDTH, y + SCENE_MARGIN, title, about);
        if (!taken)
            error_memory(error);
    }
    svg_free(&svg);
    return taken;
}

/* The most planes and columns printed. */
#define PLANES_TEXT 8
#define COLUMNS_TEXT 72

static void print_box(struct text *out, struct view *view, uint32_t count)
{
    uint32_t planes, columns, shown;
    char name[300];

    planes = count_planes(view);
    columns = view->drawn[0] < COLUMNS_TEXT ? view->drawn[0] : COLUMNS_TEXT;
    shown = planes < PLANES_TEXT ? planes : PLANES_TEXT;
    while (shown > 1 && shown * (columns + 1) > SCENE_COLUMNS - 2)
        shown--;
    name_box(view, name, sizeof name);
    text_printf(out, "%s%s\n", name, planes > shown || columns < view->drawn[0]
                                         ? "; the first ones of its planes" : "");
    for (uint32_t row = 0; row < view->drawn[1] && row < COLUMNS_TEXT; row++) {
        text_puts(out, "  ");
        for (uint32_t plane = 0; plane < shown; plane++) {
            for (uint32_t column = 0; column < columns; column++) {
                double value = view->value[cell_at(view, column, row, plane)];

                text_add(out, &"0123456789abcdefghijklmnopqrstuvwxyz"[(size_t)(
                             count <= 36 ? value : value * 36 / count)], 1);
            }
            text_puts(out, plane + 1 < shown ? " " : "");
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

    text_printf(&out, "%s\n", title);
    scene_words_text(&out, note);
    text_puts(&out, "\n");
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
