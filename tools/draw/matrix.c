/* SPDX-License-Identifier: BSD-3-Clause */
/* The communication matrix, with rows and columns in the order of places: traffic near the diagonal
 * travels little. */
#include "base/error.h"
#include "base/memory.h"
#include "draw/scale.h"
#include "draw/scene.h"

#include <stdio.h>
#include <stdlib.h>

#define CELLS 256     /* the most cells in a row of a matrix, or of two side by side */
#define CELL 2.0      /* their least size in pixels, a whole number so that all look alike */
#define CELLS_TEXT 32 /* the same in a terminal */
#define AXIS 54.0     /* room for the axis on its left */
#define APART 8.0     /* least distance of labels */
#define NODES_SHOWN 42 /* with more nodes their frames would hide what is in them */

/* The bytes between blocks of places: bytes[cells * cells], row by row; rows are senders. */
struct blocks {
    uint32_t cells;
    uint32_t per; /* ranks of a block; the last one may have fewer */
    double *bytes;
};

static int sum_blocks(struct blocks *blocks, const struct scene *scene,
                      const struct scene_side *side, uint32_t most, struct topomap_error *error)
{
    size_t edges = topomap_graph_edges(scene->graph);

    blocks->per = (scene->ranks + most - 1) / most;
    blocks->cells = (scene->ranks + blocks->per - 1) / blocks->per;
    blocks->bytes = array_new((size_t)blocks->cells * blocks->cells, sizeof *blocks->bytes);
    if (!blocks->bytes)
        return error_memory(error);
    for (size_t i = 0; i < edges; i++) {
        struct topomap_edge edge = topomap_graph_edge(scene->graph, i);
        size_t row = side->place[edge.src] / blocks->per;

        blocks->bytes[row * blocks->cells + side->place[edge.dst] / blocks->per] +=
            (double)edge.bytes;
    }
    return 0;
}

/* Add up the matrices of all sides, and find the common scale of their colours. */
static int sum_all(struct blocks blocks[2], struct scale *scale, const struct scene *scene,
                   uint32_t most, struct topomap_error *error)
{
    *scale = (struct scale){.logarithmic = true};
    if (scene_need_graph(scene, error) < 0)
        return -1;
    for (unsigned i = 0; i < scene->sides; i++) {
        if (sum_blocks(&blocks[i], scene, &scene->side[i], most, error) < 0)
            return -1;
        for (size_t c = 0; c < (size_t)blocks[i].cells * blocks[i].cells; c++)
            scale_include(scale, blocks[i].bytes[c]);
    }
    return 0;
}

static void free_all(struct blocks blocks[2])
{
    free(blocks[0].bytes);
    free(blocks[1].bytes);
}

/* The most cells in a row of each matrix, and the matrix's size. */
static uint32_t most_cells(const struct scene *scene)
{
    return scene->sides > 1 ? CELLS / 2 : CELLS;
}

static double size_of(const struct scene *scene)
{
    return CELL * most_cells(scene);
}

/* Label places along both axes, in steps of a power of two with room for all labels. */
static void axes(struct svg *svg, uint32_t ranks, double size, double x, double y)
{
    uint32_t step = 1;
    char last[16];

    snprintf(last, sizeof last, "%u", ranks - 1);
    while (step * 8 < ranks || size * step / ranks < svg_width(last, SVG_SMALL) + APART)
        step *= 2;
    for (uint32_t place = 0; place < ranks; place += step) {
        double at = size * place / ranks;

        svg_line(svg, x + at, y + size, x + at, y + size + 4, "rule");
        svg_label(svg, x + at, y + size + 15, SVG_SMALL, SVG_MIDDLE, "ink", "%u", place);
        svg_line(svg, x - 4, y + at, x, y + at, "rule");
        svg_label(svg, x - 7, y + at + 4, SVG_SMALL, SVG_END, "ink", "%u", place);
    }
}

/* Draw frames around the traffic between ranks of the same node. */
static void frames(struct svg *svg, const struct scene *scene, double x, double y)
{
    double size = size_of(scene);

    if (scene->nodes > NODES_SHOWN || scene->nodes < 2)
        return;
    for (uint32_t node = 0; node < scene->nodes; node++) {
        double from = size * scene->first[node] / scene->ranks;
        double length = size * scene->first[node + 1] / scene->ranks - from;

        if (length > 0)
            svg_rect(svg, x + from, y + from, length, length, "frame", NULL);
    }
}

static int draw_side(struct svg *svg, const struct scene *scene, const struct scene_side *side,
                     const struct blocks *blocks, const struct scale *scale, double x, double y,
                     struct topomap_error *error)
{
    size_t count = (size_t)blocks->cells * blocks->cells;
    uint8_t *shade = array_raw(count, sizeof *shade);
    /* The last block may hold fewer ranks than the others, but its cell has the same size. */
    double size = size_of(scene), drawn = size * blocks->cells * blocks->per / scene->ranks;

    if (!shade)
        return error_memory(error);
    for (size_t i = 0; i < count; i++)
        shade[i] = scale_shade(scale, blocks->bytes[i]);
    scene_heading(svg, x, y - 8, scene->sides > 1 ? SCENE_HALF - AXIS : SCENE_INSIDE, side->name);
    svg_rect(svg, x, y, drawn, drawn, "panel", NULL);
    svg_cells(svg, x, y, drawn, drawn, blocks->cells, blocks->cells, shade);
    svg_rect(svg, x, y, drawn, drawn, "rule", NULL);
    frames(svg, scene, x, y);
    axes(svg, scene->ranks, size, x, y);
    svg_label(svg, x + size / 2, y + size + 31, SVG_BODY, SVG_MIDDLE, "faint",
              "place of the receiver, node by node");
    svg_label_upwards(svg, x - 44, y + size / 2, SVG_BODY, "faint",
                      "place of the sender, node by node");
    free(shade);
    return 0;
}

static void describe_cell(const struct scene *scene, const struct blocks *blocks, char *text,
                          size_t size)
{
    if (blocks->per == 1)
        snprintf(text, size, "%s from one rank to another", scene_weights(scene));
    else
        snprintf(text, size, "%s from %u ranks to %u", scene_weights(scene), blocks->per,
                 blocks->per);
}

static const char *note(const struct scene *scene)
{
    return scene->nodes > 1 && scene->nodes <= NODES_SHOWN
               ? "rows and columns are ranks in the order of their places; frames are nodes"
               : "rows and columns are ranks in the order of their places";
}

static char *draw(const struct scene *scene, struct topomap_error *error)
{
    static const char title[] = "Who sends how much to whom";
    struct blocks blocks[2] = {{0}};
    struct svg svg = {0};
    struct scale scale;
    double y = scene_head(&svg, scene, title, note(scene)) + 22, x = SCENE_MARGIN + AXIS;
    double below = y + size_of(scene) + 46;
    int result = sum_all(blocks, &scale, scene, most_cells(scene), error);
    char what[80];

    for (unsigned i = 0; i < scene->sides && result == 0; i++, x += SCENE_SECOND)
        result = draw_side(&svg, scene, &scene->side[i], &blocks[i], &scale, x, y, error);
    if (result == 0) {
        describe_cell(scene, &blocks[0], what, sizeof what);
        scale_legend(&svg, &scale, SCENE_MARGIN + AXIS, below, size_of(scene), what,
                     scene_unit(scene), "nothing");
    }
    free_all(blocks);
    if (result == 0)
        return scene_take(&svg, scene, below + SCALE_HEIGHT + SCENE_MARGIN, title, error);
    svg_free(&svg);
    return NULL;
}

static void print_side(struct text *out, const struct scene_side *side,
                       const struct blocks *blocks, const struct scale *scale)
{
    static const char ramp[] = " .:-=+*#%@";
    unsigned steps = sizeof ramp - 2;

    text_printf(out, "%s\n", side->name);
    for (uint32_t row = 0; row < blocks->cells; row++) {
        text_printf(out, "%8u |", row * blocks->per);
        for (uint32_t column = 0; column < blocks->cells; column++) {
            unsigned shade = scale_shade(scale, blocks->bytes[(size_t)row * blocks->cells +
                                                              column]);
            char mark = ramp[shade ? 1 + (shade - 1) * steps / SVG_SHADES : 0];

            text_add(out, (char[]){mark, mark}, 2);
        }
        text_puts(out, "|\n");
    }
    text_puts(out, "\n");
}

static char *print(const struct scene *scene, struct topomap_error *error)
{
    struct blocks blocks[2] = {{0}};
    struct text out = {0};
    struct scale scale;
    char what[80], low[40], high[40], *taken = NULL;

    scene_head_text(&out, scene, "Who sends how much to whom");
    if (sum_all(blocks, &scale, scene, CELLS_TEXT, error) == 0) {
        for (unsigned i = 0; i < scene->sides; i++)
            print_side(&out, &scene->side[i], &blocks[i], &scale);
        describe_cell(scene, &blocks[0], what, sizeof what);
        scale_value(scale.low, scene_unit(scene), low, sizeof low);
        scale_value(scale.high, scene_unit(scene), high, sizeof high);
        text_printf(&out, "%s: '.' from %s, '@' to %s, by logarithm\n", what, low, high);
        taken = text_take(&out);
        if (!taken)
            error_memory(error);
    }
    text_free(&out);
    free_all(blocks);
    return taken;
}

const struct picture picture_matrix = {
    "matrix", "who sends how much to whom, as a heat map in the order of places", draw, print,
};
