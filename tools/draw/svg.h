/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writes SVG 1.1. Lengths are in pixels, y grows downwards. Colours are classes, so that dark mode
 * only needs a style sheet: "ink" and "faint" are text, "rule" and "bold" lines, "panel" the
 * background of values, k0 to k31 the shades of scales (draw/shades.h). Drawing functions do not
 * fail: if memory runs out svg_take() returns NULL.
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

/* The least distance of labels side by side. */
#define SVG_APART 4.0

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* The room that a label takes. */
struct svg_box {
    double left, top, right, bottom;
};

#define SVG_CUTS 32

/* A picture being drawn. Start from {0}; end with svg_take() or svg_free(). */
struct svg {
    struct text text;
    struct svg_box *box; /* [boxes] */
    size_t boxes, room;
    bool tints; /* the style sheet has tints, too */
    bool parts; /* several pictures, one for each part between cuts */
    struct svg_cut {
        double y;      /* what is drawn later is below */
        size_t length; /* of the text up to there */
    } cut[SVG_CUTS];
    unsigned cuts;
    bool failed;
};

/* Allow a page to end at y, below all that was drawn. Only the first SVG_CUTS matter. */
void svg_cut(struct svg *svg, double y);

/* The picture as a file, which the caller frees; NULL if memory ran out. The svg is empty
 * afterwards. `title` and `description` are for readers who cannot see it. */
char *svg_take(struct svg *svg, double width, double height, const char *title,
               const char *description);
void svg_free(struct svg *svg);

/* Append a number with at most two decimals, and a decimal point in every locale. */
void svg_number(struct text *text, double number);

/* Append text: markup is escaped, and characters that XML does not allow become '?'. */
void svg_escape(struct text *text, const char *string);

/* The width of a text in DejaVu Sans, which is a wide font. */
double svg_width(const char *string, double size);

/* How much wider bold text is. */
#define SVG_BOLD 1.15

/* Copy a text to shown[room]; if it is wider than `width`, with dots in place of its middle. */
void svg_shorten(const char *text, double size, double width, char *shown, size_t room);

/*
 * A label with its baseline at y. If it would touch a label that is already there it is left out,
 * and false is returned: so the most important labels come first.
 */
bool svg_label(struct svg *svg, double x, double y, double size, enum svg_anchor anchor,
               const char *class, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* The same for vertical text, reading upwards, centred at y. */
bool svg_label_upwards(struct svg *svg, double x, double y, double size, const char *class,
                       const char *string);

/* A rectangle; `tip`, unless NULL, is shown when the pointer rests on it. */
void svg_rect(struct svg *svg, double x, double y, double width, double height,
              const char *class, const char *tip);

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class);

/* A matrix of coloured cells, shade[rows * columns]: 0 is none, 1 to SVG_SHADES a shade, above
 * these a tint, for which svg->tints is set. Runs of cells of one shade are joined, and all cells
 * of a shade are one path: small even with many cells. */
void svg_cells(struct svg *svg, double x, double y, double width, double height, size_t columns,
               size_t rows, const uint8_t *shade);

/* The same in a parallelogram: the matrix takes (column, row) to its place, as SVG's transform. */
void svg_face(struct svg *svg, const double matrix[6], size_t columns, size_t rows,
              const uint8_t *shade);

#endif
