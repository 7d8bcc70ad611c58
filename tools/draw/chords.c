/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/chords.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "metric/traffic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_GROUPS 128
#define MOST_CHORDS 2000
#define MANY 32      /* groups for a larger circle */
#define LARGE 600.0  /* its width */
#define TURN 6.283185307179586
#define LARGEST 52.0 /* size of a group's box */
#define NUMBERS 16.0 /* room for the numbers of groups, outside of the boxes */

/* The sum to which traffic is added. */
struct sum {
    const struct region *region;
    double *bytes;
    uint32_t groups;
};

static void add_flow(void *context, const struct traffic_flow *flow)
{
    struct sum *sum = context;
    uint32_t a = sum->region->plane[flow->from], b = sum->region->plane[flow->to];

    if (a != b)
        sum->bytes[(size_t)(a < b ? a : b) * sum->groups + (a < b ? b : a)] +=
            (double)flow->bytes;
}

int chords_make(struct chords *chords, const struct placement_drawing *drawing,
                struct topomap_error *error)
{
    const struct scene *scene = drawing->scene;
    const struct topomap_network *network = scene->network;

    *chords = (struct chords){.scale = {.logarithmic = true}};
    if (!(network->traits & NETWORK_ROUTER_ROWS) || network->dims != 3 || !scene->graph ||
        drawing->planes < 2 || drawing->planes > MOST_GROUPS || drawing->planes_each > 1)
        return 0;
    chords->groups = drawing->planes;
    for (unsigned i = 0; i < scene->sides; i++) {
        size_t pairs = (size_t)chords->groups * chords->groups;
        struct traffic *traffic = traffic_create(scene->graph, scene->allocation,
                                                 scene->side[i].placement, error);
        struct sum sum = {&drawing->region, array_new(pairs, sizeof *sum.bytes), chords->groups};

        chords->bytes[i] = sum.bytes;
        if (traffic && sum.bytes)
            traffic_each(traffic, add_flow, &sum);
        traffic_destroy(traffic);
        if (!sum.bytes)
            return error_memory(error);
        if (!traffic)
            return -1;
        for (size_t pair = 0; pair < pairs; pair++)
            scale_include(&chords->scale, sum.bytes[pair]);
    }
    if (!chords->scale.filled)
        chords->groups = 0; /* nothing to draw */
    return 0;
}

void chords_free(struct chords *chords)
{
    free(chords->bytes[0]);
    free(chords->bytes[1]);
}

/* The direction of a group from the centre: the first one is on top, but two lie side by side. */
static double angle_of(const struct chords *chords, uint32_t group)
{
    return TURN * group / chords->groups - (chords->groups > 2 ? TURN / 4 : TURN / 2);
}

double chords_width(const struct chords *chords)
{
    return chords->groups > MANY ? LARGE : SCENE_HALF;
}

double chords_height(const struct chords *chords)
{
    return chords->groups > 2 ? chords_width(chords) : LARGEST + 2 * NUMBERS;
}

/* Draw a curve from one group to another that bends towards the centre. */
static void draw_chord(struct svg *svg, const struct chords *chords, double x, double y,
                       double radius, size_t pair, double bytes)
{
    double a = angle_of(chords, (uint32_t)(pair / chords->groups));
    double b = angle_of(chords, (uint32_t)(pair % chords->groups));

    text_printf(&svg->text, "<path class=\"chord s%u\" d=\"M",
                scale_shade(&chords->scale, bytes) - 1u);
    svg_number(&svg->text, x + radius * cos(a));
    text_puts(&svg->text, " ");
    svg_number(&svg->text, y + radius * sin(a));
    text_puts(&svg->text, "Q");
    svg_number(&svg->text, x);
    text_puts(&svg->text, " ");
    svg_number(&svg->text, y);
    text_puts(&svg->text, " ");
    svg_number(&svg->text, x + radius * cos(b));
    text_puts(&svg->text, " ");
    svg_number(&svg->text, y + radius * sin(b));
    text_puts(&svg->text, "\"/>\n");
}

struct chord {
    double bytes;
    size_t pair;
};

static int lightest_first(const void *a, const void *b)
{
    const struct chord *x = a, *y = b;

    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

/* Draw the heaviest chords in ascending order, so that heavy ones are on top. */
static void draw_chords(struct svg *svg, const struct chords *chords, const double *bytes,
                        double x, double y, double radius)
{
    size_t pairs = (size_t)chords->groups * chords->groups, count = 0;
    struct chord *chord = array_raw(pairs, sizeof *chord);

    if (!chord) {
        svg->failed = true;
        return;
    }
    for (size_t pair = 0; pair < pairs; pair++) {
        if (bytes[pair] > 0)
            chord[count++] = (struct chord){bytes[pair], pair};
    }
    qsort(chord, count, sizeof *chord, lightest_first);
    for (size_t i = count > MOST_CHORDS ? count - MOST_CHORDS : 0; i < count; i++)
        draw_chord(svg, chords, x, y, radius, chord[i].pair, chord[i].bytes);
    free(chord);
}

/* Write the number of a group beside its box, on the side that looks away from the centre. */
static void draw_number(struct svg *svg, uint32_t group, double angle, double x, double y,
                        double width, double height)
{
    bool beside = fabs(cos(angle)) * height > fabs(sin(angle)) * width * 1.2;

    if (beside)
        svg_label(svg, x + (cos(angle) > 0 ? width / 2 + 4 : -width / 2 - 4), y + 3.5, SVG_SMALL,
                  cos(angle) > 0 ? SVG_START : SVG_END, "ink", "%u", group);
    else
        svg_label(svg, x, y + (sin(angle) > 0 ? height / 2 + 11 : -height / 2 - 4), SVG_SMALL,
                  SVG_MIDDLE, "ink", "%u", group);
}

void chords_draw(const struct chords *chords, struct placement_drawing *drawing,
                 const struct measure *measure, unsigned side, double x, double y)
{
    struct svg *svg = &drawing->svg;
    double middle = chords_width(chords) / 2, radius = middle - LARGEST / 2 - NUMBERS;
    /* Boxes beside each other on a diagonal of the circle touch at 0.71 of their distance. */
    double wide = TURN * radius / chords->groups * 0.68;
    double place, width, height;

    wide = wide > LARGEST ? LARGEST : wide;
    place = wide / (drawing->place_columns > drawing->rows ? drawing->place_columns
                                                           : drawing->rows);
    width = place * drawing->place_columns;
    height = place * drawing->rows;
    scene_heading(svg, x, y + 13, chords_width(chords), drawing->scene->side[side].name);
    x += middle;
    y += 20 + chords_height(chords) / 2;
    draw_chords(svg, chords, chords->bytes[side], x, y, radius);
    for (uint32_t g = 0; g < chords->groups; g++) {
        double angle = angle_of(chords, g);
        double at = x + radius * cos(angle), down = y + radius * sin(angle);

        mosaic_draw(&drawing->mosaic, (size_t)g * drawing->plane_columns, drawing->plane_columns,
                    svg, &measure->scale, at - width / 2, down - height / 2, width, height);
        svg_rect(svg, at - width / 2, down - height / 2, width, height, "rule", NULL);
        draw_number(svg, drawing->region.number[g], angle, at, down, width, height);
    }
}
