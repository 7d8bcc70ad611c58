/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing SVG 1.1. Lengths are pixels, y grows downwards. Colours are classes, so that dark mode is
 * a style sheet: "ink" and "faint" are text, "rule" and "bold" lines, "panel" the ground that
 * values stand on, k0 to k31 the shades of scales (draw/shades.h). Functions that draw do not fail:
 * when memory is out, svg_take() tells.
 */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/text.h"
#include "draw/shades.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sizes of text. */
#define SVG_TITLE 17.0
#define SVG_HEADING 13.0
#define SVG_BODY 12.0
#define SVG_SMALL 10.0

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Where a label stands. */
struct svg_box {
    double left, top, right, bottom;
};

/* A picture that grows. Start from {0}, end with svg_take() or svg_free(). */
struct svg {
    struct text text;
    struct svg_box *box; /* [boxes] */
    size_t boxes, room;
    bool failed;
};

/* The picture as a file, freed by the caller; NULL when memory is out. The svg is empty then.
 * `title` is what it is called, `description` what it shows, for those who cannot see it. */
char *svg_take(struct svg *svg, double width, double height, const char *title,
               const char *description);
void svg_free(struct svg *svg);

/* A number with at most two decimals, written with a point in every locale. */
void svg_number(struct text *text, double number);

/* Text of a document: markup is escaped, and what is no character of XML becomes '?'. */
void svg_escape(struct text *text, const char *string);

/* How wide a text is: what DejaVu Sans needs, which is wide. */
double svg_width(const char *string, double size);

/*
 * A label with its baseline at y. It is left out, and false returned, where it would touch one that
 * is there already: so what matters most is written first.
 */
bool svg_label(struct svg *svg, double x, double y, double size, enum svg_anchor anchor,
               const char *class, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* The same for text that stands on its side, reading upwards, around y. */
bool svg_label_upwards(struct svg *svg, double x, double y, double size, const char *class,
                       const char *string);

/* A rectangle; with a tip, which is shown where the pointer rests, unless `tip` is NULL. */
void svg_rect(struct svg *svg, double x, double y, double width, double height,
              const char *class, const char *tip);

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class);

/* A matrix of coloured cells, shade[rows * columns]: 0 is none, 1 to SVG_SHADES a shade. Runs of
 * one shade are one piece, all of a shade are one path: small even where there are many cells. */
void svg_cells(struct svg *svg, double x, double y, double width, double height, size_t columns,
               size_t rows, const uint8_t *shade);

#endif
