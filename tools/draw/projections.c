/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws projections of a grid along its dimensions. */
#include "base/error.h"
#include "base/memory.h"
#include "draw/loads.h"
#include "machine/allocation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 32      /* the most places along a side of a picture; more are combined */
#define VIEWS 4      /* enough for each of TOPOMAP_MAX_DIMS dimensions */
#define ACROSS 3     /* pictures in a line */
#define GAP 28.0     /* between pictures */
#define SIZE ((SCENE_INSIDE - (ACROSS - 1) * GAP) / ACROSS) /* of a picture among several */
#define STEP 50.0    /* length of the longest line */

/* The grid projected on two dimensions. sum[2][rows * columns] adds up the links up from a place
 * along the first and along the second dimension, in both directions; it is negative where there
 * are no links. */
struct view {
    uint32_t dim[2];   /* the first one is drawn to the right, the second one down */
    uint32_t each[2];  /* places combined into one */
    uint32_t size[2];
    double *sum[2][2]; /* of both sides */
};

/* The node at each place of a grid, where its links start. */
struct lattice {
    const struct topomap_network *network;
    uint32_t stride[TOPOMAP_MAX_DIMS];
    uint32_t *node; /* [places]; NETWORK_NONE without a node */
};

static int make_lattice(struct lattice *lattice, const struct topomap_network *network,
                        struct topomap_error *error)
{
    size_t places = 1;
    uint32_t at[TOPOMAP_MAX_DIMS];

    lattice->network = network;
    for (uint32_t d = 0; d < network->dims; d++) {
        lattice->stride[d] = (uint32_t)places;
        places *= network->dim[d];
    }
    lattice->node = array_raw(places, sizeof *lattice->node);
    if (!lattice->node)
        return error_memory(error);
    memset(lattice->node, 0xff, places * sizeof *lattice->node);
    for (uint32_t node = 0; node < network->nodes; node++) {
        size_t place = 0;

        topomap_network_coordinates(network, node, at);
        for (uint32_t d = 0; d < network->dims; d++)
            place += (size_t)at[d] * lattice->stride[d];
        lattice->node[place] = node;
    }
    return 0;
}

/* The load of both links between a node and the next one along a dimension; -1 without links. */
static double load_between(const struct lattice *lattice, const double *load, uint32_t node,
                           const uint32_t *at, uint32_t d)
{
    const struct topomap_network *network = lattice->network;
    uint32_t place = 0, next, link;
    double sum = 0;

    if (network->dim[d] < 2 ||
        (at[d] + 1 == network->dim[d] && (network->wrap[d] == NETWORK_MESH || network->dim[d] < 3)))
        return -1;
    for (uint32_t i = 0; i < network->dims; i++)
        place += at[i] * lattice->stride[i];
    place = at[d] + 1 == network->dim[d] ? place - at[d] * lattice->stride[d]
                                         : place + lattice->stride[d];
    next = lattice->node[place];
    if (next == NETWORK_NONE)
        return -1;
    if (topomap_network_route(network, node, next, &link, 1) == 1)
        sum += load[link];
    if (topomap_network_route(network, next, node, &link, 1) == 1)
        sum += load[link];
    return sum;
}

/* Choose pairs of dimensions to draw, and return how many: of three dimensions all pairs, of more
 * as many as it takes to draw each of them. Crossbars have no neighbours to draw lines to. */
static int choose_views(struct view *views, const struct topomap_network *network)
{
    uint32_t dim[TOPOMAP_MAX_DIMS], dims = 0;
    int count = 0;

    for (uint32_t d = 0; d < network->dims; d++) {
        if (network->wrap[d] != NETWORK_CROSSBAR && network->dim[d] > 1)
            dim[dims++] = d;
    }
    for (uint32_t a = 0; a + 1 < dims; a++) {
        for (uint32_t b = a + 1; b < dims; b++) {
            bool next = b == a + 1 && (a % 2 == 0 || (dims % 2 == 1 && b + 1 == dims));

            if (dims > 3 && !next)
                continue;
            views[count].dim[0] = dim[a];
            views[count++].dim[1] = dim[b];
        }
    }
    return count;
}

static int fill_view(struct view *view, const struct lattice *lattice, const struct loads *loads,
                     struct scale *scale, struct topomap_error *error)
{
    const struct topomap_network *network = lattice->network;
    size_t cells;
    uint32_t at[TOPOMAP_MAX_DIMS];

    for (int i = 0; i < 2; i++) {
        uint32_t places = network->dim[view->dim[i]];

        view->each[i] = (places + MOST - 1) / MOST;
        view->size[i] = (places + view->each[i] - 1) / view->each[i];
    }
    cells = (size_t)view->size[0] * view->size[1];
    for (unsigned side = 0; side < loads->scene->sides; side++) {
        for (int way = 0; way < 2; way++) {
            double *sum = view->sum[side][way] = array_new(cells, sizeof *sum);

            if (!sum)
                return error_memory(error);
            for (size_t cell = 0; cell < cells; cell++)
                sum[cell] = -1;
            for (uint32_t node = 0; node < network->nodes; node++) {
                double load;
                size_t cell;

                topomap_network_coordinates(network, node, at);
                cell = at[view->dim[0]] / view->each[0] +
                       (size_t)(at[view->dim[1]] / view->each[1]) * view->size[0];
                load = load_between(lattice, loads->load[side], node, at, view->dim[way]);
                if (load >= 0)
                    sum[cell] = load + (sum[cell] > 0 ? sum[cell] : 0);
            }
            for (size_t cell = 0; cell < cells; cell++)
                scale_include(scale, sum[cell] > 0 ? sum[cell] : 0);
        }
    }
    return 0;
}

static void add_line(struct text *text, double x, double y, int way, double length)
{
    svg_number(text, x);
    text_puts(text, " ");
    svg_number(text, y);
    text_puts(text, way ? "v" : "h");
    svg_number(text, length);
}

/* The shade of a sum: 0 for links that carry nothing, NO_LINK for none. */
#define NO_LINK (SVG_SHADES + 1)
static unsigned shade_of(const struct scale *scale, double sum)
{
    return sum < 0 ? NO_LINK : sum > 0 ? scale_shade(scale, sum) : 0;
}

static void begin_lines(struct svg *svg, unsigned shade, double step)
{
    double wide = step > 12 ? 4 : step / 3;

    if (shade)
        text_printf(&svg->text, "<path class=\"s%u\" stroke-width=\"", shade - 1);
    else
        text_puts(&svg->text, "<path class=\"rule\" stroke-width=\"");
    svg_number(&svg->text, shade ? wide : wide / 4);
    text_puts(&svg->text, "\" d=\"");
}

/* Draw the links of one shade, each as a line from its place to the next one. Those that close a
 * ring leave on one side and come back on the other. */
static void draw_lines(struct svg *svg, const struct view *view, unsigned side,
                       const struct scale *scale, unsigned shade, double x, double y, double step)
{
    bool begun = false;

    for (int way = 0; way < 2; way++) {
        for (uint32_t row = 0; row < view->size[1]; row++) {
            for (uint32_t column = 0; column < view->size[0]; column++) {
                double sum = view->sum[side][way][(size_t)row * view->size[0] + column];

                if (shade_of(scale, sum) != shade)
                    continue;
                if (!begun)
                    begin_lines(svg, shade, step);
                text_puts(&svg->text, "M");
                begun = true;
                add_line(&svg->text, x + step * (column + 1), y + step * (row + 1), way,
                         (way ? row : column) + 1 == view->size[way] ? step / 2 : step);
                if ((way ? row : column) + 1 == view->size[way]) {
                    text_puts(&svg->text, "M");
                    add_line(&svg->text, x + step * (way ? column + 1 : 0.5),
                             y + step * (way ? 0.5 : row + 1), way, step / 2);
                }
            }
        }
    }
    if (begun)
        text_puts(&svg->text, "\"/>\n");
}

/* The distance of places in a picture of a size. */
static double view_step(const struct view *view, double size)
{
    uint32_t most = view->size[0] > view->size[1] ? view->size[0] : view->size[1];
    double step = size / (most + 1);

    return step > STEP ? STEP : step;
}

static void draw_view(struct svg *svg, const struct view *view, const struct topomap_network *n,
                      unsigned side, const struct scale *scale, double x, double y, double step)
{

    svg_label(svg, x, y - 5, SVG_BODY, SVG_START, "ink", "to the right %c, down %c",
              network_axis_letter(n->dims, view->dim[0]),
              network_axis_letter(n->dims, view->dim[1]));
    svg_rect(svg, x, y, step * (view->size[0] + 1), step * (view->size[1] + 1), "panel", NULL);
    for (unsigned shade = 0; shade <= SVG_SHADES; shade++)
        draw_lines(svg, view, side, scale, shade, x, y, step);
}

/* Make all views of a grid; returns how many, or -1. */
static int make_views(struct view *views, const struct loads *loads, struct scale *scale,
                      struct topomap_error *error)
{
    const struct topomap_network *network = loads->scene->network;
    struct lattice lattice = {0};
    int count = choose_views(views, network), result = make_lattice(&lattice, network, error);

    for (int i = 0; i < count && result == 0; i++)
        result = fill_view(&views[i], &lattice, loads, scale, error);
    free(lattice.node);
    return result < 0 ? -1 : count;
}

static void free_views(struct view *views)
{
    for (int i = 0; i < VIEWS; i++) {
        for (int side = 0; side < 2; side++) {
            free(views[i].sum[side][0]);
            free(views[i].sum[side][1]);
        }
    }
}

static bool is_grid(const struct topomap_network *network)
{
    static const char *const kinds[] = {"torus", "mesh", "haec"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(network->ops->kind, kinds[i]) == 0)
            return true;
    }
    return false;
}

/* Draw the views of a side from x and y on; returns their height. */
static double draw_views(struct svg *svg, const struct view *views, int count,
                         const struct loads *loads, unsigned side, const struct scale *scale,
                         double x, double y)
{
    double high = 0, top = 0, size = count == 1 ? SCENE_HALF : SIZE;

    for (int i = 0; i < count; i++) {
        double step = view_step(&views[i], size), down = step * (views[i].size[1] + 1);

        if (i && i % ACROSS == 0) {
            top += high + 32;
            high = 0;
        }
        draw_view(svg, &views[i], loads->scene->network, side, scale,
                  x + i % ACROSS * (SIZE + GAP), y + top, step);
        high = down > high ? down : high;
    }
    return top + high;
}

int projections_draw(struct svg *svg, const struct loads *loads, double *y,
                     struct topomap_error *error)
{
    const struct scene *scene = loads->scene;
    struct view views[VIEWS] = {{.dim = {0}}};
    struct scale scale = {.low = 0};
    double high = 0;
    char what[160];
    int count;

    if (!is_grid(scene->network))
        return 0;
    scale_include(&scale, 0);
    count = make_views(views, loads, &scale, error);
    if (count > 0) {
        snprintf(what, sizeof what,
                 scene->network->dims > 2
                     ? "seen along the other dimensions: a line is the sum of the links behind it, "
                       "both ways, in %s; a thin line carries nothing"
                     : "%s on each link, both ways; a thin line carries nothing",
                 scene_weights(scene));
        scale_legend(svg, &scale, SCENE_MARGIN, *y, 400, what, scene_unit(scene), NULL);
        *y += SCALE_HEIGHT + 4;
    }
    for (unsigned side = 0; side < scene->sides && count > 0; side++) {
        double x = SCENE_MARGIN + (count == 1 ? side * SCENE_SECOND : 0);

        if (side && count > 1)
            svg_cut(svg, *y - 4);
        scene_heading(svg, x, *y + 13, count == 1 && scene->sides > 1 ? SCENE_HALF : SCENE_INSIDE,
                      scene->side[side].name);
        *y += 40;
        high = draw_views(svg, views, count, loads, side, &scale, x, *y);
        *y += count == 1 && side + 1 < scene->sides ? -40 : high + 12;
    }
    free_views(views);
    return count < 0 ? -1 : 0;
}
