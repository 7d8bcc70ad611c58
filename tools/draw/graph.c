/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms of a graph: partners of ranks, sizes of messages, distances. */
#include "base/error.h"
#include "base/memory.h"
#include "draw/scale.h"
#include "draw/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 48
#define HIGH 170.0
#define GAP 68.0 /* room for the axis on the left */
#define PANEL (SCENE_HALF - GAP)
#define ROOM 0.95 /* part of a panel up to the highest bar */
#define TICKS 3   /* about so many marks above 0 */

/* A histogram of one or two sides. */
struct histogram {
    const char *title;
    const char *axis;  /* label of the axis */
    const char *what;  /* what is counted */
    const char *unit;  /* of the values, or "" */
    unsigned sides, bins;
    double value[2][BINS];
    char label[BINS][24];
};

static const char title[] = "What the graph is like";

/* ---- counting ----------------------------------------------------------------------------- */

/* Ranks by the number of ranks they send to, one number per bin, or as many per bin as fit. */
static int count_degrees(struct histogram *h, const struct scene *scene)
{
    uint32_t most = 0, each;

    *h = (struct histogram){"partners", "ranks that a rank sends to", "ranks", "", 1, 0, {{0}},
                            {""}};
    for (uint32_t rank = 0; rank < scene->ranks; rank++) {
        uint32_t degree = (uint32_t)(topomap_graph_first_edge(scene->graph, rank + 1) -
                                     topomap_graph_first_edge(scene->graph, rank));

        most = degree > most ? degree : most;
    }
    each = most / BINS + 1;
    h->bins = most / each + 1;
    for (uint32_t rank = 0; rank < scene->ranks; rank++) {
        uint32_t degree = (uint32_t)(topomap_graph_first_edge(scene->graph, rank + 1) -
                                     topomap_graph_first_edge(scene->graph, rank));

        h->value[0][degree / each]++;
    }
    for (unsigned i = 0; i < h->bins; i++) {
        if (each == 1)
            snprintf(h->label[i], sizeof *h->label, "%u", i);
        else
            snprintf(h->label[i], sizeof *h->label, "%u-%u", i * each, i * each + each - 1);
    }
    return 0;
}

/* A power of two in short: 512, 4 Ki, 2 Mi. */
static void print_power(unsigned exponent, char *text, size_t size)
{
    static const char *const prefixes[] = {"", " Ki", " Mi", " Gi", " Ti"};
    unsigned prefix = exponent / 10 < 4 ? exponent / 10 : 4;

    snprintf(text, size, "%.0f%s", ldexp(1, (int)(exponent - 10 * prefix)), prefixes[prefix]);
}

/* Messages by their mean size on an edge, in powers of two. */
static void count_sizes(struct histogram *h, const struct scene *scene)
{
    size_t edges = topomap_graph_edges(scene->sized);
    unsigned first = BINS, last = 0, kept = 0;

    *h = (struct histogram){"sizes of messages, means of pairs",
                            "bytes (Ki is 1024), up to the next mark", "messages", "", 1, 0,
                            {{0}}, {""}};
    for (size_t i = 0; i < edges; i++) {
        struct topomap_edge edge = topomap_graph_edge(scene->sized, i);
        double size = edge.messages ? (double)edge.bytes / (double)edge.messages
                                    : (double)edge.bytes;
        unsigned bin = size < 1 ? 0 : (unsigned)floor(log2(size)) + 1;

        bin = bin < BINS ? bin : BINS - 1;
        h->value[0][bin] += edge.messages ? (double)edge.messages : 1;
        first = bin < first ? bin : first;
        last = bin > last ? bin : last;
    }
    for (unsigned bin = first; bin <= last && first < BINS; bin++, kept++) {
        h->value[0][kept] = h->value[0][bin];
        if (bin)
            print_power(bin - 1, h->label[kept], sizeof *h->label);
        else
            snprintf(h->label[kept], sizeof *h->label, "0");
    }
    h->bins = kept;
}

/* Bytes, or messages, by the hops that they travel. */
static void count_hops(struct histogram *h, const struct scene *scene)
{
    uint32_t most = 0;

    *h = (struct histogram){"distances", "hops; 0: also inside a node", scene_weights(scene),
                            scene_unit(scene), scene->sides, 0, {{0}}, {""}};
    for (unsigned i = 0; i < scene->sides; i++)
        most = scene->side[i].metrics.max_hops > most ? scene->side[i].metrics.max_hops : most;
    h->bins = most < TOPOMAP_HOPS ? most + 1 : TOPOMAP_HOPS;
    for (unsigned bin = 0; bin < h->bins; bin++) {
        bool longer = bin + 1 == TOPOMAP_HOPS && most > bin;

        for (unsigned i = 0; i < scene->sides; i++)
            h->value[i][bin] = scene->side[i].metrics.bytes_by_hops[bin];
        snprintf(h->label[bin], sizeof *h->label, "%u%s", bin, longer ? "+" : "");
    }
}

/* Make the histograms of the scene; returns how many there are. */
static unsigned count_all(struct histogram h[3], const struct scene *scene)
{
    count_degrees(&h[0], scene);
    count_sizes(&h[1], scene);
    if (scene->sides)
        count_hops(&h[2], scene);
    return scene->sides ? 3 : 2;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static double highest(const struct histogram *h)
{
    double most = 0;

    for (unsigned i = 0; i < h->sides; i++) {
        for (unsigned bin = 0; bin < h->bins; bin++)
            most = h->value[i][bin] > most ? h->value[i][bin] : most;
    }
    return most;
}

static void draw_bars(struct svg *svg, const struct histogram *h, double x, double y)
{
    double most = highest(h), one = PANEL / (h->bins ? h->bins : 1);
    double wide = (one > 60 ? 60 : one) * 0.8 / h->sides;

    for (unsigned bin = 0; bin < h->bins; bin++) {
        for (unsigned i = 0; i < h->sides && most > 0; i++) {
            double high = HIGH * ROOM * h->value[i][bin] / most;
            char value[40], tip[80];

            high = high > 0 && high < 1 ? 1 : high; /* few are not none */

            scale_value(h->value[i][bin], h->unit, value, sizeof value);
            snprintf(tip, sizeof tip, "%s: %s", h->label[bin], value);
            if (high > 0)
                svg_rect(svg, x + one * (bin + 0.5) + wide * (i - h->sides / 2.0), y + HIGH - high,
                         wide, high, h->sides == 1 ? "only" : i == 0 ? "first" : "second", tip);
        }
    }
    for (unsigned bin = 0; bin < h->bins; bin++)
        svg_label(svg, x + one * (bin + 0.5), y + HIGH + 14, SVG_SMALL, SVG_MIDDLE, "ink", "%s",
                  h->label[bin]);
}

static void draw_histogram(struct svg *svg, const struct histogram *h, double x, double y)
{
    double most = highest(h), step = most > 0 ? scale_step(most / (TICKS + 1)) : 1;
    char value[40];

    step = step < 1 ? 1 : step;
    svg_label(svg, x, y - 10, SVG_HEADING, SVG_START, "strong", "%s", h->title);
    svg_rect(svg, x, y, PANEL, HIGH, "panel", NULL);
    for (int i = 0; i == 0 || i * step <= most; i++) {
        double at = y + HIGH * (1 - (most > 0 ? ROOM * i * step / most : 0));

        scale_value(i * step, h->unit, value, sizeof value);
        svg_line(svg, x, at, x + PANEL, at, "rule");
        svg_label(svg, x - 5, at + 4, SVG_SMALL, SVG_END, "ink", "%s", value);
    }
    draw_bars(svg, h, x, y);
    svg_label(svg, x + PANEL / 2, y + HIGH + 31, SVG_BODY, SVG_MIDDLE, "faint", "%s", h->axis);
    svg_label_upwards(svg, x - 54, y + HIGH / 2, SVG_BODY, "faint", h->what);
}

/* Explain the colours of the distances, in as many lines as a panel has room for. */
static void draw_key(struct svg *svg, const struct scene *scene, double x, double y)
{
    char text[200];

    for (unsigned i = 0; i < scene->sides; i++, y += 12) {
        double mean = scene->side[i].metrics.average_hops;

        svg_rect(svg, x, y, 14, 11, scene->sides == 1 ? "only" : i == 0 ? "first" : "second", NULL);
        snprintf(text, sizeof text, "%s: %.4g hop%s on average", scene->side[i].name, mean,
                 mean == 1 ? "" : "s");
        y = scene_words(svg, x + 20, y + 10, PANEL - 20, "ink", text);
    }
}

static char *draw(const struct scene *scene, struct topomap_error *error)
{
    struct histogram h[3];
    struct svg svg = {0};
    double x = SCENE_MARGIN + GAP, y;
    unsigned count;

    if (scene_need_graph(scene, error) < 0)
        return NULL;
    count = count_all(h, scene);
    y = scene_head(&svg, scene, title, NULL) + 34;
    for (unsigned i = 0; i < count; i++) {
        unsigned row = i / 2;

        draw_histogram(&svg, &h[i], x + i % 2 * SCENE_SECOND, y + row * (HIGH + 84));
    }
    if (count > 2 && highest(&h[2]) > 0)
        draw_key(&svg, scene, x + SCENE_SECOND, y + HIGH + 84);
    y += (count > 2 ? 2 : 1) * (HIGH + 84) - 40;
    return scene_take(&svg, scene, y + SCENE_MARGIN, title, error);
}

static void print_histogram(struct text *out, const struct histogram *h, const struct scene *scene)
{
    double most = highest(h);

    text_printf(out, "%s (%s)\n", h->title, h->axis);
    for (unsigned bin = 0; bin < h->bins; bin++) {
        for (unsigned i = 0; i < h->sides; i++) {
            int length = most > 0 ? (int)(50 * h->value[i][bin] / most + 0.5) : 0;
            char value[40];

            if (h->sides == 1 && h->value[i][bin] == 0)
                continue;
            scale_value(h->value[i][bin], h->unit, value, sizeof value);
            text_printf(out, "%14s ", i ? "" : h->label[bin]);
            for (int k = 0; k < length; k++)
                text_add(out, i ? "#" : "-", 1);
            text_printf(out, " %s\n", value);
        }
    }
    if (h->sides > 1)
        text_printf(out, "%14s -: %s\n%14s #: %s\n", "", scene->side[0].name, "",
                    scene->side[1].name);
    text_puts(out, "\n");
}

static char *print(const struct scene *scene, struct topomap_error *error)
{
    struct histogram h[3];
    struct text out = {0};
    unsigned count;
    char *taken;

    if (scene_need_graph(scene, error) < 0)
        return NULL;
    count = count_all(h, scene);
    scene_head_text(&out, scene, title);
    for (unsigned i = 0; i < count; i++)
        print_histogram(&out, &h[i], scene);
    taken = text_take(&out);
    if (!taken)
        error_memory(error);
    return taken;
}

const struct picture picture_graph = {
    "graph", "how many partners ranks have, how large messages are, how far they go", draw, print,
};
