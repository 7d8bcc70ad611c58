/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "draw/chords.h"
#include "draw/placement.h"
#include "machine/allocation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ACROSS 1000  /* the most cells of all planes side by side */
#define ROWS 64
#define ACROSS_TEXT (SCENE_COLUMNS - 2)
#define CELL 44.0    /* largest size of a place, in pixels */
#define CELL_DIVIDED 64.0 /* the same with a cell for each of its ranks */
#define DIVIDED 3.0  /* smallest size of such a cell */
#define HIGHEST 330.0 /* largest height of a plane */
#define LOWEST 12.0   /* least height of one, for which its places may be higher than wide */
#define NUMBERS 15.0 /* height of the numbers of planes */
#define NUMBER_TEXT 120 /* bytes of such a number */
#define NUMBER_HIGH 11.0 /* height of cells with room for a number */
#define CELL_BESIDE 4.0 /* smallest size if before and after are side by side */
#define GAP 8.0      /* between planes */
#define LINES 4      /* the most lines of planes */
#define PLANE 100.0  /* least width or height of a plane, unless its places are wide, */
#define WIDE 16.0    /* or there are so many lines */

/* The job's part of the network as a row of planes, and the places that form one cell, or the cells
 * of a place. */
struct shape {
    uint32_t columns, rows, planes; /* in places */
    uint32_t across, down, through; /* places per cell along each of them */
    uint32_t apart;                 /* columns between planes */
};

static uint32_t cells(uint32_t places, uint32_t each)
{
    return (places + each - 1) / each;
}

static struct shape shape_of(const struct region *region, uint32_t most, uint32_t apart)
{
    struct shape s = {region->columns, region->rows, region->planes, 1, 1, 1, apart};

    while (cells(s.rows, s.down) > ROWS)
        s.down++;
    while ((cells(s.columns, s.across) + apart) * cells(s.planes, s.through) > most) {
        if (cells(s.columns, s.across) > cells(s.planes, s.through))
            s.across++;
        else
            s.through++;
    }
    return s;
}

/* Find the place of each node, or the group of places that it is in: column[nodes] and
 * row[nodes]. */
static void find_places(struct placement_drawing *drawing, const struct shape *s)
{
    const struct region *region = &drawing->region;

    for (uint32_t node = 0; node < drawing->scene->nodes; node++) {
        drawing->column[node] = region->plane[node] / s->through * drawing->place_columns +
                                region->column[node] / s->across;
        drawing->row[node] = region->row[node] / s->down;
    }
}

/* Number the tasks of each place from 0 on: offset[nodes] is that of each node's first task.
 * Returns the most tasks of a place, or 0 if memory ran out. */
static uint32_t count_tasks(struct placement_drawing *drawing)
{
    const struct scene *scene = drawing->scene;
    size_t across = (size_t)drawing->planes * drawing->place_columns;
    uint32_t *tasks = array_new(across * drawing->rows, sizeof *tasks), most = 1;

    drawing->offset = array_raw(scene->nodes, sizeof *drawing->offset);
    if (!tasks || !drawing->offset) {
        free(tasks);
        return 0;
    }
    for (uint32_t node = 0; node < scene->nodes; node++) {
        uint32_t *at = &tasks[drawing->row[node] * across + drawing->column[node]];

        drawing->offset[node] = *at;
        *at += scene->first[node + 1] - scene->first[node];
        most = *at > most ? *at : most;
    }
    free(tasks);
    return most;
}

/* Divide each place into cells for so many tasks: nearly square, without empty cells if possible.
 */
static void divide(struct placement_drawing *drawing, uint32_t tasks)
{
    uint32_t least = 1;

    while (least * least < tasks)
        least++;
    drawing->across = least;
    for (uint32_t across = least; across <= 2 * least && across <= tasks; across++) {
        if (tasks % across == 0) {
            drawing->across = across;
            break;
        }
    }
    drawing->down = cells(tasks, drawing->across);
}

static int prepare_some(struct placement_drawing *drawing, const struct shape *s,
                        struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;

    drawing->planes = cells(s->planes, s->through);
    drawing->planes_each = s->through;
    drawing->place_columns = cells(s->columns, s->across);
    drawing->rows = cells(s->rows, s->down);
    drawing->column = array_raw(scene->nodes, sizeof *drawing->column);
    drawing->row = array_raw(scene->nodes, sizeof *drawing->row);
    if (!drawing->column || !drawing->row)
        return error_memory(error);
    find_places(drawing, s);
    return 0;
}

static void describe_cell(const struct placement_drawing *drawing, const struct shape *s,
                          char *text, size_t size)
{
    const char *place = drawing->scene->network->traits & NETWORK_ROUTER_ROWS ? "router" : "node";

    if (drawing->across * drawing->down > 1)
        snprintf(text, size, "a square is a %s, with a cell for each of its ranks", place);
    else if (drawing->single)
        snprintf(text, size, "a cell is a %s, coloured by its rank", place);
    else if (s->across * s->down * s->through > 1)
        snprintf(text, size, "a cell is %ux%ux%u places, coloured by the mean of their ranks",
                 s->across, s->down, s->through);
    else
        snprintf(text, size, "a cell is a %s, coloured by the mean of its ranks", place);
}

/* ", down y", or ", down y from 4 to 7" if others are left out. */
static void describe_axis(const struct topomap_network *network, uint32_t d, const char *way,
                          uint32_t from, uint32_t count, struct text *out)
{
    text_printf(out, "%s%c", way, network_axis_letter(network->dims, d));
    if (count < network->dim[d])
        text_printf(out, count > 1 ? " from %u to %u" : " = %u", from, from + count - 1);
}

/* The coordinates of a plane: "z 3", or "0,1,0" for three dimensions. */
static void number_plane(const struct topomap_network *network, uint32_t plane, char *text,
                         size_t size)
{
    size_t length = 0;

    if (network->traits & NETWORK_ROUTER_ROWS) {
        snprintf(text, size, "%u", plane);
        return;
    }
    if (network->dims == 3) {
        snprintf(text, size, "%c %u", network_axis_letter(3, 2), plane);
        return;
    }
    for (uint32_t d = 2; d < network->dims && length < size; d++) {
        length += (size_t)snprintf(text + length, size - length, "%s%u", d > 2 ? "," : "",
                                   plane % network->dim[d]);
        plane /= network->dim[d];
    }
}

/* Whether there is room above a plane for its number, which is put into text[NUMBER_TEXT]. */
static bool fits_number(const struct placement_drawing *drawing, uint32_t plane, char *text)
{
    number_plane(drawing->scene->network,
                 drawing->region.number[(size_t)plane * drawing->planes_each], text, NUMBER_TEXT);
    return svg_width(text, SVG_SMALL) < drawing->place * drawing->place_columns + GAP / 2;
}

/* Whether some planes have numbers; a single one needs none. */
static bool has_numbers(const struct placement_drawing *drawing)
{
    char text[NUMBER_TEXT];

    for (uint32_t plane = 0; plane < drawing->planes && drawing->region.all > 1; plane++) {
        if (fits_number(drawing, plane, text))
            return true;
    }
    return false;
}

static void describe_planes(const struct placement_drawing *drawing, struct text *out)
{
    const struct topomap_network *network = drawing->scene->network;
    const struct region *region = &drawing->region;
    uint32_t dims = network->dims;
    bool routers = network->traits & NETWORK_ROUTER_ROWS;

    if (region->all < 2)
        return;
    if (routers) {
        text_puts(out, drawing->numbered ? "; numbers are those of groups"
                                         : "; planes are groups, in their order");
        if (network->dim[0] == 1 && region->rows > 1)
            text_printf(out, ", whose routers stand in rows of %u", region->columns);
    } else if (dims > 3)
        text_printf(out, "; planes are %s along %c to %c",
                    drawing->numbered ? "numbered" : "in order", network_axis_letter(dims, 2),
                    network_axis_letter(dims, dims - 1));
    else
        text_printf(out, "; planes are along %c", network_axis_letter(dims, 2));
    if (region->planes < region->all)
        text_printf(out, "; %u of %u have nodes of the job", region->planes, region->all);
}

static void describe(const struct placement_drawing *drawing, const struct shape *s, char *note,
                     size_t size)
{
    const struct topomap_network *network = drawing->scene->network;
    const struct region *region = &drawing->region;
    struct text out = {0};
    char cell[80], *told;

    describe_cell(drawing, s, cell, sizeof cell);
    if (!(network->traits & NETWORK_ROUTER_ROWS)) {
        describe_axis(network, 0, "; to the right is ", region->from[0], region->columns, &out);
        if (network->dims > 1)
            describe_axis(network, 1, ", down ", region->from[1], region->rows, &out);
    }
    describe_planes(drawing, &out);
    told = text_take(&out);
    snprintf(note, size, "%s%s", cell, told ? told : "");
    free(told);
}

/* The largest places with which the planes fit into the width. */
static double place_size(const struct placement_drawing *drawing, double width, double most)
{
    double room = width - GAP * (drawing->line - 1);
    double place = room / ((double)drawing->line * drawing->place_columns);

    place = place > most ? most : place;
    return place * drawing->rows > HIGHEST ? HIGHEST / drawing->rows : place;
}

/* Put the planes into as many lines as it takes to make them wide enough; returns the size of a
 * place. */
static double break_lines(struct placement_drawing *drawing, double width, double most)
{
    double place = 0;
    uint32_t longer;

    for (uint32_t lines = 1; lines <= LINES; lines++) {
        uint32_t before = drawing->line;

        drawing->line = cells(drawing->planes, lines);
        if (lines > 1 && drawing->line == before)
            break; /* one more line does not make the others shorter */
        place = place_size(drawing, width, most);
        longer = drawing->place_columns > drawing->rows ? drawing->place_columns : drawing->rows;
        if (place >= WIDE || place * longer >= PLANE)
            break;
    }
    return place;
}

/* Choose the size of places, the planes in a line, and whether before and after are side by side.
 */
static void size_places(struct placement_drawing *drawing, double most)
{
    bool both = drawing->scene->sides > 1;

    drawing->place = break_lines(drawing, both ? SCENE_HALF : SCENE_INSIDE, most);
    drawing->beside = !both || drawing->place >= CELL_BESIDE;
    if (!drawing->beside)
        drawing->place = break_lines(drawing, SCENE_INSIDE, most);
}

/* Give each rank a cell of its own if there is room for it, for a picture or for letters; the only
 * rank of a place always has one. */
static void choose_division(struct placement_drawing *drawing, const struct shape *s, bool letters,
                            uint32_t tasks)
{
    drawing->single = s->across * s->down * s->through == 1 && tasks <= ROWS;
    if (drawing->single) {
        divide(drawing, tasks);
        size_places(drawing, CELL_DIVIDED);
        drawing->single =
            tasks == 1 || (letters
                               ? (s->columns * drawing->across + 1) * s->planes <= ACROSS_TEXT
                               : drawing->place / drawing->across >= DIVIDED);
    }
    if (drawing->single)
        return;
    drawing->across = drawing->down = 1;
    size_places(drawing, CELL);
}

static int prepare(struct placement_drawing *drawing, bool letters, char *note, size_t size,
                   struct topomap_error *error)
{
    struct shape s;
    uint32_t tasks;

    if (region_make(&drawing->region, drawing->scene, error) < 0)
        return -1;
    s = shape_of(&drawing->region, letters ? ACROSS_TEXT : ACROSS, letters);
    if (prepare_some(drawing, &s, error) < 0)
        return -1;
    tasks = count_tasks(drawing);
    if (!tasks)
        return error_memory(error);
    choose_division(drawing, &s, letters, tasks);
    drawing->numbered = !letters && has_numbers(drawing);
    drawing->plane_columns = drawing->place_columns * drawing->across;
    describe(drawing, &s, note, size);
    return mosaic_make(&drawing->mosaic, (size_t)drawing->planes * drawing->plane_columns,
                       (size_t)drawing->rows * drawing->down, error);
}

/* The cell of a rank: one of its node's place. */
static void find_cell(const struct placement_drawing *drawing, const struct scene_side *side,
                      uint32_t rank, size_t *column, size_t *row)
{
    uint32_t node = side->placement[rank];
    uint32_t task = drawing->offset[node] + side->place[rank] - drawing->scene->first[node];

    if (drawing->across * drawing->down == 1)
        task = 0; /* all ranks of the place share its cell, or there is only one */
    *column = (size_t)drawing->column[node] * drawing->across + task % drawing->across;
    *row = (size_t)drawing->row[node] * drawing->down + task / drawing->across;
}

static void fill(struct placement_drawing *drawing, const struct measure *measure,
                 const struct scene_side *side)
{
    mosaic_clear(&drawing->mosaic);
    for (uint32_t rank = 0; rank < drawing->scene->ranks; rank++) {
        size_t column, row;

        find_cell(drawing, side, rank, &column, &row);
        mosaic_add(&drawing->mosaic, column, row, measure->value[rank]);
    }
}

/* The height of the numbers above planes. */
static double numbers(const struct placement_drawing *drawing)
{
    return drawing->numbered ? NUMBERS : 0;
}

/* Number a plane along the dimensions behind the second one if there is room. */
static void draw_number(struct placement_drawing *drawing, uint32_t plane, double x, double y,
                        double width)
{
    char text[NUMBER_TEXT];

    if (drawing->numbered && fits_number(drawing, plane, text))
        svg_label(&drawing->svg, x + width / 2, y, SVG_SMALL, SVG_MIDDLE, "faint", "%s", text);
}

/* The height of a place. */
static double place_height(const struct placement_drawing *drawing)
{
    return fmax(drawing->place, LOWEST / drawing->rows);
}

/* Draw lines between the places of a plane if these have cells. */
static void draw_grid(struct placement_drawing *drawing, double x, double y, double width,
                      double height)
{
    double high = place_height(drawing);

    if (drawing->across * drawing->down == 1)
        return;
    for (uint32_t column = 1; column < drawing->place_columns; column++)
        svg_line(&drawing->svg, x + column * drawing->place, y, x + column * drawing->place,
                 y + height, "seam");
    for (uint32_t row = 1; row < drawing->rows; row++)
        svg_line(&drawing->svg, x, y + row * high, x + width, y + row * high, "seam");
}

/* The height of a line of planes, and of all lines. */
static double line_height(const struct placement_drawing *drawing)
{
    return numbers(drawing) + place_height(drawing) * drawing->rows;
}

static double lines_height(const struct placement_drawing *drawing)
{
    uint32_t lines = cells(drawing->planes, drawing->line);

    return lines * line_height(drawing) + (lines - 1) * GAP;
}

/* Where a plane is, from the left and the top of all planes. */
static double plane_left(const struct placement_drawing *drawing, size_t plane)
{
    return (double)(plane % drawing->line) * (drawing->place * drawing->place_columns + GAP);
}

static double plane_top(const struct placement_drawing *drawing, size_t plane)
{
    size_t line = plane / drawing->line;

    return (double)line * (line_height(drawing) + GAP) + numbers(drawing);
}

/* Draw the numbers of ranks in their cells if there is room for all of them. */
static void draw_ranks(struct placement_drawing *drawing, const struct measure *measure,
                       const struct scene_side *side, double x, double y)
{
    const struct scene *scene = drawing->scene;
    double wide = drawing->place / drawing->across, high = place_height(drawing) / drawing->down;
    char last[16];

    snprintf(last, sizeof last, "%u", scene->ranks - 1);
    if (!drawing->single || high < NUMBER_HIGH ||
        svg_width(last, SVG_SMALL) + SVG_APART > wide)
        return;
    for (uint32_t rank = 0; rank < scene->ranks; rank++) {
        unsigned shade = scale_shade(&measure->scale, measure->value[rank]);
        size_t column, row, plane;

        find_cell(drawing, side, rank, &column, &row);
        plane = column / drawing->plane_columns;
        svg_label(&drawing->svg,
                  x + plane_left(drawing, plane) +
                      ((double)(column % drawing->plane_columns) + 0.5) * wide,
                  y + plane_top(drawing, plane) + ((double)row + 0.5) * high + 3.5, SVG_SMALL,
                  SVG_MIDDLE, shades_text(shade), "%u", rank);
    }
}

static void draw_row(struct placement_drawing *drawing, const struct measure *measure,
                     const struct scene_side *side, double x, double y)
{
    double width = drawing->place * drawing->place_columns;
    double height = place_height(drawing) * drawing->rows;

    fill(drawing, measure, side);
    scene_heading(&drawing->svg, x, y + 13,
                  drawing->beside && drawing->scene->sides > 1 ? SCENE_HALF : SCENE_INSIDE,
                  placement_side(measure, side));
    y += 19;
    for (uint32_t p = 0; p < drawing->planes; p++) {
        double left = x + plane_left(drawing, p), top = y + plane_top(drawing, p);

        draw_number(drawing, p, left, top - 4, width);
        mosaic_draw(&drawing->mosaic, (size_t)p * drawing->plane_columns, drawing->plane_columns,
                    &drawing->svg, &measure->scale, left, top, width, height);
        draw_grid(drawing, left, top, width, height);
    }
    draw_ranks(drawing, measure, side, x, y);
}

/* Draw the groups in a circle, before and after side by side if there is room. */
static void draw_circles(struct placement_drawing *drawing, const struct measure *measure,
                         const struct chords *chords, double *y)
{
    double high = chords_height(chords) + 32; /* below the number of the lowest group */
    bool beside = chords_width(chords) <= SCENE_HALF;
    char what[80];

    for (unsigned i = 0; i < drawing->scene->sides; i++) {
        fill(drawing, measure, &drawing->scene->side[i]);
        chords_draw(chords, drawing, measure, i,
                    beside && i ? SCENE_MARGIN + SCENE_SECOND : SCENE_MARGIN, *y);
        if (!beside || i + 1 == drawing->scene->sides)
            *y += high;
    }
    snprintf(what, sizeof what, "chords: %s between two groups, both ways",
             scene_weights(drawing->scene));
    scale_legend(&drawing->svg, &chords->scale, SCENE_MARGIN, *y, 400, what,
                 scene_unit(drawing->scene), NULL);
    *y += SCALE_HEIGHT + 6;
}

static int draw(struct placement_drawing *drawing, double *y, struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;
    struct chords chords;
    bool beside = drawing->beside;
    double high = 19 + lines_height(drawing) + 8;

    if (chords_make(&chords, drawing, error) < 0) {
        chords_free(&chords);
        return -1;
    }
    for (unsigned m = 0; m < drawing->measures.count; m++) {
        const struct measure *measure = &drawing->measures.item[m];

        if (m)
            svg_cut(&drawing->svg, *y + 4);
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
                     SCENE_MARGIN + (right ? SCENE_SECOND : 0), *y);
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
