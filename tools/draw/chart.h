/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bars that compare placements: a panel for each experiment, in it a row for each placement and a
 * column for each measure. Bars begin at 0, and the longest of a column in a panel takes its width;
 * numbers are ratios to the least of them. A line shows the first row's value, to compare with.
 */
#ifndef DRAW_CHART_H
#define DRAW_CHART_H

#include "base/error.h"
#include "draw/svg.h"

/* Start from {.columns = ..., .column = ...}; end with chart_take(). */
struct chart {
    size_t columns;
    const char *const *column; /* [columns]: names of the measures, less is better */
    struct svg svg;
    struct text told;          /* the numbers, for readers who cannot see the bars */
    double y;                  /* where the next panel begins */
};

/* A row: a placement and its values, or why it has none. */
struct chart_row {
    const char *name;
    const double *value; /* [columns], 0 or more */
    const char *failure; /* NULL: it has values */
};

/* Draw a panel below those that are there. */
void chart_panel(struct chart *chart, const char *title, const struct chart_row *rows,
                 size_t count);

/* The picture as SVG, which the caller frees; NULL if memory ran out. */
char *chart_take(struct chart *chart, const char *title);

#endif
