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

/* The position of a value on the scale, 0 to 1. */
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

void scale_value(double value, const char *unit, char *text, size_t size)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
    size_t prefix = 0;

    if (!*unit && fabs(value) < 1e6) {
        snprintf(text, size, "%.6g", value);
        return;
    }
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

/* The smallest number of the form 1, 2 or 5 times a power of ten that is at least `least`. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(least)));

    return least <= power ? power : least <= 2 * power ? 2 * power
                                  : least <= 5 * power ? 5 * power
                                                       : 10 * power;
}

/* Marks at both ends, and between them where they do not touch. */
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
