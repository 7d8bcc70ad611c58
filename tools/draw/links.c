/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws the loads of links, before and after on one scale. */
#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "base/order.h"
#include "draw/bars.h"
#include "draw/loads.h"
#include "machine/allocation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMED 12     /* links listed by name */
#define NAME_WIDE 400.0 /* of the longest name */
#define LINK_NAME 512
#define BAR 11.0     /* height of a bar */
#define APART 8.0    /* between listed links */
#define PANEL 290.0  /* width of a curve */
#define ACROSS 2     /* curves side by side */
#define HIGH 110.0
#define ROOM 0.92    /* part of a panel up to the largest load, which would hide on its edge */
#define STEPS 320    /* of a curve */

static const char title[] = "What the links carry";

static double last_load(const struct loads *loads, uint32_t link)
{
    HOLDS(loads->load[loads->scene->sides - 1]);
    return loads->load[loads->scene->sides - 1][link];
}

/* ---- the busiest -------------------------------------------------------------------------- */

static double worse(const struct loads *loads, uint32_t link)
{
    double before, after = last_load(loads, link);

    HOLDS(loads->load[0]);
    before = loads->load[0][link];
    return before > after ? before : after;
}

/* Insert a link into `count` links with descending loads, if it belongs there. */
static uint32_t insert(const struct loads *loads, const double *value, uint32_t *list,
                       uint32_t count, uint32_t most, uint32_t link)
{
    double load = value ? value[link] : worse(loads, link);
    uint32_t at = count;

    while (at > 0 && load > (value ? value[list[at - 1]] : worse(loads, list[at - 1])))
        at--;
    if (load <= 0 || at == most)
        return count;
    if (count < most)
        count++;
    memmove(list + at + 1, list + at, (count - 1 - at) * sizeof *list);
    list[at] = link;
    return count;
}

/* Find the links to list, busiest first: the busiest links of each side. */
static uint32_t find_busiest(const struct loads *loads, uint32_t *named)
{
    uint32_t count = 0, half = NAMED / loads->scene->sides;

    for (unsigned i = 0; i < loads->scene->sides; i++) {
        uint32_t list[NAMED + 1], found = 0;

        for (uint32_t link = 0; link < loads->links; link++)
            found = insert(loads, loads->load[i], list, found, half, link);
        for (uint32_t k = 0; k < found; k++) {
            uint32_t known = 0;

            while (known < count && named[known] != list[k])
                known++;
            if (known == count)
                count = insert(loads, NULL, named, count, NAMED, list[k]);
        }
    }
    return count;
}

static void draw_bar(struct svg *svg, const struct loads *loads, double value, const char *class,
                     double x, double y)
{
    double room = SCENE_WIDTH - SCENE_MARGIN - x - 60;
    double width = loads->scale.high > 0 ? room * value / loads->scale.high : 0;
    char text[40];

    scale_value(value, scene_unit(loads->scene), text, sizeof text);
    svg_rect(svg, x, y, width, BAR - 2, class, NULL);
    svg_label(svg, x + width + 5, y + 8.5, SVG_SMALL, SVG_START, "ink", "%s", text);
}

static void draw_key(struct svg *svg, const struct scene *scene, double *y)
{
    double x = SCENE_MARGIN;
    char name[200];

    for (unsigned i = 0; i < scene->sides; i++) {
        svg_rect(svg, x, *y + 3, 14, 9, i ? "second" : "first", NULL);
        svg_shorten(scene->side[i].name, SVG_BODY, SCENE_MARGIN + SCENE_INSIDE - x - 20, name,
                    sizeof name);
        svg_label(svg, x + 20, *y + 12, SVG_BODY, SVG_START, "ink", "%s", name);
        x += 60 + svg_width(name, SVG_BODY);
    }
    *y += 24;
}

static void draw_busiest(struct svg *svg, const struct loads *loads, double *y)
{
    uint32_t named[NAMED + 1], count = find_busiest(loads, named);
    char name[LINK_NAME], shown[LINK_NAME];
    double widest = 0;

    svg_label(svg, SCENE_MARGIN, *y + 13, SVG_HEADING, SVG_START, "strong",
              count ? "the busiest links" : "no link carries anything");
    *y += 22;
    for (uint32_t i = 0; i < count; i++) {
        topomap_network_link_name(loads->scene->network, named[i], name, sizeof name);
        widest = svg_width(name, SVG_BODY) > widest ? svg_width(name, SVG_BODY) : widest;
    }
    widest = widest > NAME_WIDE ? NAME_WIDE : widest;
    for (uint32_t i = 0; i < count; i++, *y += BAR * loads->scene->sides + APART) {
        topomap_network_link_name(loads->scene->network, named[i], name, sizeof name);
        svg_shorten(name, SVG_BODY, NAME_WIDE, shown, sizeof shown);
        svg_label(svg, SCENE_MARGIN + widest, *y + BAR / 2 * loads->scene->sides + 3, SVG_BODY,
                  SVG_END, "ink", "%s", shown);
        for (unsigned side = 0; side < loads->scene->sides; side++)
            draw_bar(svg, loads, loads->load[side][named[i]], side ? "second" : "first",
                     SCENE_MARGIN + widest + 8, *y + BAR * side);
    }
    *y += 10;
}

/* ---- curves ------------------------------------------------------------------------------- */

/* The links of a class, and how many of them carry something: each of parallel links counts, as in
 * eval, and a trunk of them once. */
struct links_used {
    uint64_t links, used;
    uint32_t trunks, used_trunks;
};

/* The loads of a class on a side, one for each trunk, heaviest first, in sorted[trunks]. */
static struct links_used sort_class(const struct loads *loads, uint32_t class, unsigned side,
                                    double *sorted)
{
    const struct topomap_network *network = loads->scene->network;
    struct links_used count = {0};

    for (uint32_t link = 0; link < loads->links; link++) {
        uint32_t width = topomap_network_link_width(network, link);
        bool used = loads->load[side][link] > 0;

        if (topomap_network_link_class(network, link) != class)
            continue;
        count.links += width;
        count.used += used ? width : 0;
        count.used_trunks += used;
        sorted[count.trunks++] = loads->load[side][link];
    }
    qsort(sorted, count.trunks, sizeof *sorted, descending_reals);
    return count;
}

/* Draw a step for each trunk, or for as many of them as there is room for, above a filled area. */
static void draw_curve(struct svg *svg, const double *sorted, uint32_t count, double high,
                       const char *class, double x, double y)
{
    uint32_t steps = count < STEPS ? count : STEPS;

    text_printf(&svg->text, "<path class=\"%s\" d=\"M", class);
    svg_number(&svg->text, x);
    text_puts(&svg->text, " ");
    svg_number(&svg->text, y + HIGH);
    for (uint32_t i = 0; i < steps; i++) {
        text_puts(&svg->text, "V");
        svg_number(&svg->text, y + HIGH * (1 - ROOM * sorted[(uint64_t)i * count / steps] / high));
        text_puts(&svg->text, "H");
        svg_number(&svg->text, x + (PANEL) * (i + 1) / steps);
    }
    text_puts(&svg->text, "V");
    svg_number(&svg->text, y + HIGH);
    text_puts(&svg->text, "z\"/>\n");
}

/* The background of a panel for so many trunks, or single links, with its axes. */
static void draw_panel(struct svg *svg, double high, const char *unit, const char *what,
                       uint32_t count, double x, double y)
{
    double right = x + PANEL, top = y + HIGH * (1 - ROOM);
    char value[40];

    scale_value(high, unit, value, sizeof value);
    svg_rect(svg, x, y, PANEL, HIGH, "panel", NULL);
    svg_line(svg, right, top, right + 4, top, "rule");
    svg_label(svg, right + 6, top + 4, SVG_SMALL, SVG_START, "ink", "%s", value);
    svg_line(svg, right, y + HIGH, right + 4, y + HIGH, "rule");
    svg_label(svg, right + 6, y + HIGH + 4, SVG_SMALL, SVG_START, "ink", "0%s%s", *unit ? " " : "",
              unit);
    svg_label(svg, x, y + HIGH + 13, SVG_SMALL, SVG_START, "faint", "the busiest");
    svg_label(svg, right, y + HIGH + 13, SVG_SMALL, SVG_END, "faint", "%s %u", what, count);
}

/* Draw a panel for a class, of as many links as either side uses. Returns false if none of its
 * links carries anything. */
static bool draw_class(struct svg *svg, const struct loads *loads, uint32_t class,
                       double *sorted, double x, double y)
{
    struct topomap_class_loads what = {.name = ""};
    double high = 0, *of[2] = {sorted, sorted + loads->links};
    struct links_used count[2] = {{0}};
    unsigned last = loads->scene->sides - 1;
    char both[40] = "";
    uint32_t used;

    HOLDS(last < 2);
    for (unsigned i = 0; i <= last; i++) {
        count[i] = sort_class(loads, class, i, of[i]);
        high = count[i].trunks && of[i][0] > high ? of[i][0] : high;
    }
    if (high <= 0)
        return false;
    topomap_network_class_name(loads->scene->network, class, what.name, sizeof what.name);
    if (count[last].used != count[0].used)
        snprintf(both, sizeof both, " and %" PRIu64, count[last].used);
    svg_label(svg, x, y - 6, SVG_BODY, SVG_START, "ink",
              "%s: %" PRIu64 "%s of %" PRIu64 " links used", what.name, count[0].used, both,
              count[0].links);
    used = count[last].used_trunks > count[0].used_trunks ? count[last].used_trunks
                                                          : count[0].used_trunks;
    draw_panel(svg, high, scene_unit(loads->scene),
               count[0].links > count[0].trunks ? "trunk" : "link", used, x, y);
    for (unsigned i = 0; i < loads->scene->sides; i++)
        draw_curve(svg, of[i], used, high, i ? "secondline" : "firstline", x, y);
    return true;
}

static int draw_curves(struct svg *svg, const struct loads *loads, double *y,
                       struct topomap_error *error)
{
    uint32_t classes = topomap_network_classes(loads->scene->network), drawn = 0, rows;
    double *sorted = array_raw(2 * (size_t)loads->links, sizeof *sorted);

    if (!sorted)
        return error_memory(error);
    svg_label(svg, SCENE_MARGIN, *y + 13, SVG_HEADING, SVG_START, "strong",
              "loads of the links of each kind, the busiest first");
    for (uint32_t class = 0; class < classes; class++) {
        uint32_t row = drawn / ACROSS;
        double x = SCENE_MARGIN + drawn % ACROSS * SCENE_SECOND, top = *y + 44 + row * (HIGH + 44);

        drawn += draw_class(svg, loads, class, sorted, x, top);
    }
    rows = (drawn + ACROSS - 1) / ACROSS;
    *y += 24 + rows * (HIGH + 44);
    free(sorted);
    return 0;
}

/* ---- the picture -------------------------------------------------------------------------- */

/* Draw the switches of a tree, one picture for each side, on the same scale. */
static int draw_trees(struct svg *svg, const struct loads *loads, double *y,
                      struct topomap_error *error)
{
    const struct scene *scene = loads->scene;
    uint32_t *column = array_raw(scene->nodes, sizeof *column);
    int result = column ? bars_order(scene, column, error) : error_memory(error);

    scale_legend(svg, &loads->scale, SCENE_MARGIN, *y, 400,
                 "the busiest link of each switch to those above it; last row: that of each node",
                 scene_unit(scene), NULL);
    *y += SCALE_HEIGHT + 4;
    for (unsigned i = 0; i < scene->sides && result == 0; i++) {
        scene_heading(svg, SCENE_MARGIN, *y + 13, SCENE_INSIDE, scene->side[i].name);
        *y += 2; /* the root has no link up, and its row is empty */
        result = bars_draw(svg, scene, column, SCENE_MARGIN, y, SCENE_INSIDE,
                           loads->load[i], &loads->scale, error);
        *y += 8;
    }
    free(column);
    return result;
}

static char *draw(const struct scene *scene, struct topomap_error *error)
{
    struct svg svg = {0};
    struct loads loads = {0};
    int result = scene_need_graph(scene, error);
    char note[100];
    double y;

    if (result == 0)
        result = loads_make(&loads, scene, error);
    snprintf(note, sizeof note,
             "loads are %s of a single link; parallel links share what they carry",
             scene_weights(scene));
    y = scene_head(&svg, scene, title, note) + 10;
    if (result == 0) {
        draw_key(&svg, scene, &y);
        draw_busiest(&svg, &loads, &y);
        svg_cut(&svg, y - 6);
    }
    if (result == 0 && loads.scale.high > 0)
        result = draw_curves(&svg, &loads, &y, error);
    svg_cut(&svg, y - 4);
    if (result == 0 && scene->network->tree)
        result = draw_trees(&svg, &loads, &y, error);
    else if (result == 0)
        result = projections_draw(&svg, &loads, &y, error);
    if (result == 0)
        result = groups_draw(&svg, &loads, &y, error);
    loads_free(&loads);
    if (result == 0)
        return scene_take(&svg, scene, y + SCENE_MARGIN, title, error);
    svg_free(&svg);
    return NULL;
}

static void print_bar(struct text *out, const struct loads *loads, double value, char mark)
{
    int length = loads->scale.high > 0 ? (int)(48 * value / loads->scale.high + 0.5) : 0;
    char text[40];

    scale_value(value, scene_unit(loads->scene), text, sizeof text);
    text_puts(out, "  ");
    for (int i = 0; i < length; i++)
        text_add(out, &mark, 1);
    text_printf(out, " %s\n", text);
}

static char *print(const struct scene *scene, struct topomap_error *error)
{
    struct loads loads = {0};
    struct text out = {0};
    uint32_t named[NAMED + 1], count;
    char *taken = NULL;

    scene_head_text(&out, scene, title);
    if (scene_need_graph(scene, error) == 0 && loads_make(&loads, scene, error) == 0) {
        count = find_busiest(&loads, named);
        text_printf(&out, "-: %s", scene->side[0].name);
        if (scene->sides > 1)
            text_printf(&out, "\n#: %s", scene->side[1].name);
        text_printf(&out, "\n%s\n\n", count ? "the busiest links:" : "no link carries anything");
        for (uint32_t i = 0; i < count; i++) {
            char name[LINK_NAME];

            topomap_network_link_name(scene->network, named[i], name, sizeof name);
            text_printf(&out, "%s\n", name);
            for (unsigned side = 0; side < scene->sides; side++)
                print_bar(&out, &loads, loads.load[side][named[i]], side ? '#' : '-');
        }
        taken = text_take(&out);
        if (!taken)
            error_memory(error);
    }
    text_free(&out);
    loads_free(&loads);
    return taken;
}

const struct picture picture_links = {
    "links", "what links carry, the busiest by name", draw, print,
};
