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

/* The position of a value on the scale, 0 to 1. On a scale of a single value that is 0 for 0, and
 * else 1. */
static double part(const struct scale *scale, double value)
{
    double range = scale->logarithmic ? log(scale->high / scale->low) : scale->high - scale->low;
    double above = scale->logarithmic ? log(value / scale->low) : value - scale->low;

    return range > 0 ? above / range : scale->high > 0;
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

/* A mark and its value, if there is room for the value. Those of the ends stay below the bar. */
static void tick(struct svg *svg, const struct scale *scale, double x, double y, double width,
                 double value, const char *unit)
{
    double at = x + width * part(scale, value);
    enum svg_anchor anchor = value <= scale->low    ? SVG_START
                             : value >= scale->high ? SVG_END
                                                    : SVG_MIDDLE;
    char text[40];

    scale_value(value, unit, text, sizeof text);
    if (svg_label(svg, at, y + 15, SVG_SMALL, anchor, "ink", "%s", text))
        svg_line(svg, at, y, at, y + 4, "rule");
}

double scale_step(double least)
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
    tick(svg, scale, x, y, width, scale->low, unit);
    if (scale->logarithmic) {
        double first = pow(10, floor(log10(scale->low)));
        bool close = scale->high < 100 * scale->low;

        for (double value = first; value < scale->high; value *= 10) {
            for (int times = 1; times <= (close ? 5 : 1); times += times == 1 ? 1 : 3) {
                if (times * value > scale->low && times * value < scale->high)
                    tick(svg, scale, x, y, width, times * value, unit);
            }
        }
    } else {
        bool whole = scale->low == floor(scale->low) && scale->high == floor(scale->high);
        double least = (scale->high - scale->low) / 8;
        double step = scale_step(whole && least < 1 ? 1 : least);

        for (double value = ceil(scale->low / step) * step; value < scale->high; value += step)
            tick(svg, scale, x, y, width, value, unit);
    }
}

/* The legend of a scale with a single value. */
static void only_value(struct svg *svg, const struct scale *scale, double x, double y,
                       const char *unit)
{
    char class[16], text[40];

    snprintf(class, sizeof class, "k%u", scale_shade(scale, scale->high) - 1u);
    scale_value(scale->high, unit, text, sizeof text);
    svg_rect(svg, x, y + 17, 14, 12, class, NULL);
    svg_label(svg, x + 20, y + 27, SVG_SMALL, SVG_START, "ink", "%s", text);
}

void scale_legend(struct svg *svg, const struct scale *scale, double x, double y, double width,
                  const char *what, const char *unit, const char *none)
{
    bool range = scale->filled && scale->high > scale->low;
    double bar = width;

    svg_label(svg, x, y + 10, SVG_BODY, SVG_START, "ink", "%s%s", what,
              range && scale->logarithmic ? ", logarithmic" : "");
    if (none) {
        double left = x + width - svg_width(none, SVG_SMALL);

        bar = width - svg_width(none, SVG_SMALL) - 60;
        svg_rect(svg, left - 20, y + 17, 14, 12, "panel", NULL);
        svg_label(svg, left, y + 27, SVG_SMALL, SVG_START, "ink", "%s", none);
    }
    if (range) {
        for (unsigned k = 0; k < SVG_SHADES; k++) {
            char class[16];
            double one = bar / SVG_SHADES;

            snprintf(class, sizeof class, "k%u sharp", k);
            svg_rect(svg, x + one * k, y + 17, one, 12, class, NULL);
        }
        ticks(svg, scale, x, y + 29, bar, unit);
    } else if (scale->filled) {
        only_value(svg, scale, x, y, unit);
    }
}
