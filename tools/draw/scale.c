/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/scale.h"

#include <math.h>
#include <stdio.h>

void scale_include(struct scale *scale, double value)
{
    if (!isfinite(value) || (scale->logarithmic && value <= 0))
        return;
    if (!scale->filled)
        scale->low = scale->high = value;
    scale->filled = true;
    if (value < scale->low)
        scale->low = value;
    if (value > scale->high)
        scale->high = value;
}

/* How far up the scale a value lies, 0 to 1. */
static double part(const struct scale *scale, double value)
{
    double range = scale->logarithmic ? log(scale->high / scale->low) : scale->high - scale->low;
    double above = scale->logarithmic ? log(value / scale->low) : value - scale->low;

    return range > 0 ? above / range : 1;
}

uint8_t scale_shade(const struct scale *scale, double value)
{
    double at;

    if (!isfinite(value) || !scale->filled || (scale->logarithmic && value <= 0))
        return 0;
    at = floor(part(scale, value) * SVG_SHADES);
    return (uint8_t)(1 + (at < 0 ? 0 : at >= SVG_SHADES ? SVG_SHADES - 1 : at));
}

/* Viridis in nine stops; its brightest part is left out, which white paper would swallow. Source of
 * the colours: van der Walt and Smith, matplotlib, CC0. */
static const unsigned char viridis[][3] = {
    {0x44, 0x01, 0x54}, {0x47, 0x2d, 0x7b}, {0x3b, 0x52, 0x8b}, {0x2c, 0x72, 0x8e},
    {0x21, 0x91, 0x8c}, {0x28, 0xae, 0x80}, {0x5e, 0xc9, 0x62}, {0xad, 0xdc, 0x30},
    {0xfd, 0xe7, 0x25},
};
#define STOPS (sizeof viridis / sizeof *viridis)
#define BRIGHTEST 0.93

static unsigned mix(size_t stop, double rest, int c)
{
    return (unsigned)lround(viridis[stop][c] * (1 - rest) + viridis[stop + 1][c] * rest);
}

void scale_style(struct text *out, bool dark)
{
    for (unsigned k = 0; k < SVG_SHADES; k++) {
        double bright = (dark ? k : SVG_SHADES - 1 - k) * BRIGHTEST / (SVG_SHADES - 1);
        double at = (dark ? 1 - BRIGHTEST + bright : bright) * (STOPS - 1);
        size_t stop = (size_t)at < STOPS - 1 ? (size_t)at : STOPS - 2;
        double rest = at - (double)stop;
        char colour[40];

        snprintf(colour, sizeof colour, "#%02x%02x%02x", mix(stop, rest, 0), mix(stop, rest, 1),
                 mix(stop, rest, 2));
        text_printf(out, ".k%u{fill:%s}.s%u{stroke:%s}%s", k, colour, k, colour,
                    k % 2 ? "\n" : "");
    }
}

void scale_value(double value, const char *unit, char *text, size_t size)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
    size_t prefix = 0;

    while (fabs(value) >= 999.5 && prefix + 1 < sizeof prefixes / sizeof *prefixes) {
        value /= 1000;
        prefix++;
    }
    snprintf(text, size, "%.3g%s%s%s", value, *unit || prefix ? " " : "", prefixes[prefix], unit);
}

static void tick(struct svg *svg, const struct scale *scale, double x, double y, double width,
                 double value, const char *unit)
{
    double at = x + width * part(scale, value);
    char text[40];

    scale_value(value, unit, text, sizeof text);
    svg_line(svg, at, y, at, y + 4, "rule");
    svg_label(svg, at, y + 15, SVG_SMALL, SVG_MIDDLE, "ink", "%s", text);
}

/* 1, 2 or 5 times a power of ten, no less than `least`. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(least)));

    return least <= power ? power : least <= 2 * power ? 2 * power
                                  : least <= 5 * power ? 5 * power
                                                       : 10 * power;
}

/* Marks at the ends, and between them where they do not touch. */
static void ticks(struct svg *svg, const struct scale *scale, double x, double y, double width,
                  const char *unit)
{
    tick(svg, scale, x, y, width, scale->high, unit);
    if (scale->high <= scale->low)
        return;
    tick(svg, scale, x, y, width, scale->low, unit);
    if (scale->logarithmic) {
        for (double value = pow(10, ceil(log10(scale->low))); value < scale->high; value *= 10)
            tick(svg, scale, x, y, width, value, unit);
    } else {
        bool whole = scale->low == floor(scale->low) && scale->high == floor(scale->high);
        double least = (scale->high - scale->low) / 8;
        double step = nice_step(whole && least < 1 ? 1 : least);

        for (double value = ceil(scale->low / step) * step; value < scale->high; value += step)
            tick(svg, scale, x, y, width, value, unit);
    }
}

void scale_legend(struct svg *svg, const struct scale *scale, double x, double y, double width,
                  const char *what, const char *unit, const char *none)
{
    double bar = width;

    svg_label(svg, x, y + 10, SVG_BODY, SVG_START, "ink", "%s", what);
    if (none) {
        double left = x + width - svg_width(none, SVG_SMALL);

        bar = width - svg_width(none, SVG_SMALL) - 60;
        svg_rect(svg, left - 20, y + 17, 14, 12, "panel", NULL);
        svg_label(svg, left, y + 27, SVG_SMALL, SVG_START, "ink", "%s", none);
    }
    if (!scale->filled)
        return;
    for (unsigned k = 0; k < SVG_SHADES; k++) {
        char class[16];
        double one = bar / SVG_SHADES;

        snprintf(class, sizeof class, "k%u sharp",
                 scale->high > scale->low ? k : SVG_SHADES - 1);
        svg_rect(svg, x + one * k, y + 17, one, 12, class, NULL);
    }
    ticks(svg, scale, x, y + 29, bar, unit);
}
