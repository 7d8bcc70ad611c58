/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/bars.h"

#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "network/position.h"

#include <stdio.h>
#include <stdlib.h>

#define LEVELS 6       /* the most levels of switches that are drawn; these are the highest */
#define LEVEL 20.0     /* their height */
#define BAR 3.0        /* least width of a switch */
#define APART 8.0      /* least width of a switch with a frame around its colour */
#define COLUMNS 512    /* most columns of nodes */

/* ---- the order of nodes ------------------------------------------------------------------- */

struct place {
    double at;
    uint32_t node;
};

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

int bars_order(const struct scene *scene, uint32_t *column, struct topomap_error *error)
{
    const struct topomap_allocation *a = scene->allocation;
    struct place *places = array_raw(scene->nodes, sizeof *places);
    double(*at)[3] = array_raw(scene->network->nodes, sizeof *at);

    if (!places || !at || (scene->network->tree && network_positions(scene->network, at) < 0)) {
        free(places);
        free(at);
        return error_memory(error);
    }
    for (uint32_t node = 0; node < scene->nodes; node++)
        places[node] = (struct place){scene->network->tree ? at[a->node[node]][0] : node, node};
    qsort(places, scene->nodes, sizeof *places, by_place);
    for (uint32_t i = 0; i < scene->nodes; i++)
        column[places[i].node] = i;
    free(places);
    free(at);
    return 0;
}

/* ---- bars --------------------------------------------------------------------------------- */

/* Find the columns below each switch: from[switches] up to before[switches] - 1. A switch without
 * nodes has `from` above `before`. */
static void find_spans(const struct scene *scene, const uint32_t *columns, uint32_t *from,
                       uint32_t *before)
{
    const struct network_tree *tree = scene->network->tree;

    for (uint32_t s = 0; s < tree->switches; s++) {
        from[s] = UINT32_MAX;
        before[s] = 0;
    }
    for (uint32_t node = 0; node < scene->nodes; node++) {
        uint32_t column = columns[node], s = tree->leaf[scene->allocation->node[node]];

        for (; s != NETWORK_NONE; s = tree->parent[s]) {
            from[s] = column < from[s] ? column : from[s];
            before[s] = column + 1 > before[s] ? column + 1 : before[s];
        }
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The load of the busiest link between a switch and the one above it, in either direction. Links up
 * and down alternate, after those of the nodes. */
static double busiest_above(const struct scene *scene, uint32_t s, const double *load)
{
    const struct network_tree *tree = scene->network->tree;
    double most = 0;

    for (size_t lane = tree->lane[s]; lane < tree->lane[s + 1]; lane++) {
        size_t link = 2 * (scene->network->nodes + lane);

        most = larger(most, larger(load[link], load[link + 1]));
    }
    return most;
}

/* A switch, and the load of its busiest link up. */
struct bar {
    double left, width; /* in pixels; left of all switches is 0 */
    uint32_t depth;
    const char *name;
    double load;
    const char *unit; /* of the load */
};

static void tell(const struct bar *bar, char *told, size_t size)
{
    char value[40];

    scale_value(bar->load, bar->unit, value, sizeof value);
    snprintf(told, size, "%.120s: %s", bar->name, value);
}

static bool has_room(const struct bar *bar, const char *text)
{
    return svg_width(text, SVG_SMALL) + 10 < bar->width;
}

/* Without a scale, loads are not drawn. */
static void draw_bar(struct svg *svg, const struct bar *bar, double x, double y,
                     const struct scale *scale, bool values)
{
    bool apart = bar->width >= APART; /* else frames would hide the colours */
    unsigned shade = scale ? scale_shade(scale, bar->load) : 0;
    double width = apart ? bar->width - 1 : bar->width;
    char class[16], told[200];
    const char *text = values ? told : bar->name;

    snprintf(class, sizeof class, shade ? "k%u sharp" : "panel", shade - 1);
    tell(bar, told, sizeof told);
    x += bar->left;
    svg_rect(svg, x, y, width, LEVEL - 2, class, scale ? told : bar->name);
    if (apart || !shade)
        svg_rect(svg, x, y, width, LEVEL - 2, "rule", NULL);
    if (has_room(bar, text))
        svg_label(svg, x + bar->width / 2, y + 12, SVG_SMALL, SVG_MIDDLE,
                  shade ? shades_text(shade) : "ink", "%s", text);
}

/* Draw the bars, with loads written in the levels in which all have room for them. */
static void draw_all(struct svg *svg, const struct bar *bars, uint32_t count, double x, double y,
                     const struct scale *scale)
{
    bool values[LEVELS];

    for (uint32_t depth = 0; depth < LEVELS; depth++)
        values[depth] = scale != NULL;
    for (uint32_t i = 0; i < count; i++) {
        char told[200];

        tell(&bars[i], told, sizeof told);
        values[bars[i].depth] = values[bars[i].depth] && has_room(&bars[i], told);
    }
    for (uint32_t i = 0; i < count; i++)
        draw_bar(svg, &bars[i], x, y + bars[i].depth * LEVEL, scale, values[bars[i].depth]);
}

/* Write the loads of the busiest links of nodes into their cells if there is room for all. */
static void draw_loads(struct svg *svg, const struct scene *scene, const double *most,
                       const uint8_t *shade, double x, double y, double one)
{
    char value[40];

    for (uint32_t node = 0; node < scene->nodes; node++) {
        scale_value(most[node], scene_unit(scene), value, sizeof value);
        if (svg_width(value, SVG_SMALL) + 6 > one)
            return;
    }
    for (uint32_t node = 0; node < scene->nodes; node++) {
        scale_value(most[node], scene_unit(scene), value, sizeof value);
        svg_label(svg, x + one * (node + 0.5), y + 11.5, SVG_SMALL, SVG_MIDDLE,
                  shades_text(shade[node]), "%s", value);
    }
}

/* Draw the busiest link of the nodes in each column. */
static int draw_nodes(struct svg *svg, const struct scene *scene, const uint32_t *column, double x,
                      double *y, double width, const double *load, const struct scale *scale,
                      struct topomap_error *error)
{
    uint32_t per = (scene->nodes + COLUMNS - 1) / COLUMNS, columns;
    double *most;
    uint8_t *shade;

    HOLDS(per > 0);
    columns = (scene->nodes + per - 1) / per;
    most = array_new(columns, sizeof *most);
    shade = array_raw(columns, sizeof *shade);
    for (uint32_t node = 0; most && shade && node < scene->nodes; node++) {
        size_t link = 2 * (size_t)scene->allocation->node[node];
        double *at = &most[column[node] / per];

        *at = larger(*at, larger(load[link], load[link + 1]));
    }
    for (uint32_t c = 0; most && shade && c < columns; c++)
        shade[c] = scale_shade(scale, most[c]);
    if (most && shade)
        svg_cells(svg, x, *y, width * columns * per / scene->nodes, LEVEL - 4, columns, 1, shade);
    if (most && shade && per == 1)
        draw_loads(svg, scene, most, shade, x, *y, width / columns);
    free(most);
    *y += LEVEL;
    if (!shade)
        return error_memory(error);
    free(shade);
    return most ? 0 : error_memory(error);
}

int bars_draw(struct svg *svg, const struct scene *scene, const uint32_t *column, double x,
              double *y, double width, const double *load, const struct scale *scale,
              struct topomap_error *error)
{
    const struct network_tree *tree = scene->network->tree;
    uint32_t *from = array_raw(2 * (size_t)tree->switches, sizeof *from), count = 0;
    struct bar *bars = array_raw(tree->switches, sizeof *bars);
    double one = width / scene->nodes;
    uint32_t depths = load ? 1 : 0; /* with loads the row of the root is there, and empty */

    if (!from || !bars) {
        free(from);
        free(bars);
        return error_memory(error);
    }
    find_spans(scene, column, from, from + tree->switches);
    for (uint32_t s = 0; s < tree->switches; s++) {
        double length = one * ((double)from[tree->switches + s] - from[s]);
        bool hidden = s == tree->root && (tree->virtual_root || load);
        double most = load && s != tree->root ? busiest_above(scene, s, load) : 0;

        if (length < BAR || tree->depth[s] >= LEVELS || hidden)
            continue;
        depths = tree->depth[s] + 1 > depths ? tree->depth[s] + 1 : depths;
        bars[count++] = (struct bar){one * from[s], length, tree->depth[s], tree->name[s], most,
                                     scene_unit(scene)};
    }
    draw_all(svg, bars, count, x, *y, load ? scale : NULL);
    free(from);
    free(bars);
    *y += depths * LEVEL;
    return load ? draw_nodes(svg, scene, column, x, y, width, load, scale, error) : 0;
}
