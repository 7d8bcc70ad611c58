/* SPDX-License-Identifier: BSD-3-Clause */
/* Maps values to colours. */
#ifndef DRAW_SCALE_H
#define DRAW_SCALE_H

#include "draw/svg.h"

struct scale {
    double low, high;  /* the least and the greatest value with a colour */
    bool logarithmic;  /* values up to 0 then have no colour */
    bool filled;       /* the scale has a value */
};

/* Extend a scale, which starts from {0}, by a value. */
void scale_include(struct scale *scale, double value);

/* The shade of a value, 1 to SVG_SHADES; 0: it has none. */
uint8_t scale_shade(const struct scale *scale, double value);

/* Print a value with three digits and its unit to `size` bytes: "1.5 MB". Numbers without a unit
 * ("") below a million are printed in full. */
void scale_value(double value, const char *unit, char *text, size_t size);

/* A legend of a width, from y to y + SCALE_HEIGHT. `none` describes places without a colour; NULL
 * if there are none. */
#define SCALE_HEIGHT 50.0
void scale_legend(struct svg *svg, const struct scale *scale, double x, double y, double width,
                  const char *what, const char *unit, const char *none);

/* The smallest number of the form 1, 2 or 5 times a power of ten that is at least `least`, which is
 * above 0. */
double scale_step(double least);

#endif
