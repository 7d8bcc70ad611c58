/* SPDX-License-Identifier: BSD-3-Clause */
/* From values to colours. */
#ifndef DRAW_SCALE_H
#define DRAW_SCALE_H

#include "draw/svg.h"

struct scale {
    double low, high;  /* the least and the greatest value that has a colour */
    bool logarithmic;  /* values of 0 and less have none then */
    bool filled;       /* there is a value */
};

/* Make room for a value on a scale that starts from {0}: none at all so far. */
void scale_include(struct scale *scale, double value);

/* The shade of a value, 1 to SVG_SHADES; 0: it has none. */
uint8_t scale_shade(const struct scale *scale, double value);

/* "1.5 MB": a value in words, `size` bytes, with three digits; numbers without a unit, "", below a
 * million have all theirs. */
void scale_value(double value, const char *unit, char *text, size_t size);

/* A legend, `width` wide, from the top at y to y + SCALE_HEIGHT; `none` says what places without a
 * colour are, NULL: there are none. */
#define SCALE_HEIGHT 50.0
void scale_legend(struct svg *svg, const struct scale *scale, double x, double y, double width,
                  const char *what, const char *unit, const char *none);

#endif
