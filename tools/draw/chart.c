/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/chart.h"

#include "base/score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MARGIN 24.0
#define NAMES 150.0  /* width of the names of rows */
#define COLUMN 186.0 /* of a column, with room for its number */
#define BAR 140.0    /* of the longest bar */
#define ROW 17.0     /* height of a row */
#define HEAD 46.0    /* of a panel's title and the names of columns */
#define GAP 22.0     /* below a panel */
#define TITLE 34.0   /* height of the picture's title */
#define LEAST 600.0  /* width that its words need */

static double column_at(size_t column)
{
    return MARGIN + NAMES + COLUMN * (double)column;
}

static double picture_width(const struct chart *chart)
{
    return fmax(column_at(chart->columns) + MARGIN, LEAST);
}

/* The least and the greatest value of a column; *least is infinite if no row has one. */
static void find_range(const struct chart_row *rows, size_t count, size_t column, double *least,
                       double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].failure)
            continue;
        *least = fmin(*least, rows[i].value[column]);
        *most = fmax(*most, rows[i].value[column]);
    }
}

/* "1.25": times the least; "-" where that is 0 and the value is not. */
static void print_ratio(double value, double least, char *text, size_t size)
{
    if (score_at_most(value, least))
        snprintf(text, size, "1");
    else if (least > 0)
        snprintf(text, size, "%.3g", value / least);
    else
        snprintf(text, size, "-");
}

/* Draw the line of the first row's value, but not through texts that say why there is none. */
static void draw_line(struct chart *chart, const struct chart_row *rows, size_t count, double x)
{
    double top = chart->y + HEAD;
    size_t end;

    for (size_t i = 0; i < count; i = end + 1) {
        for (end = i; end < count && !rows[end].failure; end++)
            ;
        if (end > i)
            svg_line(&chart->svg, x, top + ROW * (double)i, x, top + ROW * (double)end, "bold");
    }
}

static void draw_column(struct chart *chart, const struct chart_row *rows, size_t count,
                        size_t column)
{
    double least, most, x = column_at(column), y = chart->y + HEAD;
    char ratio[32], tip[160];

    find_range(rows, count, column, &least, &most);
    for (size_t i = 0; i < count; i++, y += ROW) {
        double value, length;
        bool best;

        if (rows[i].failure)
            continue;
        value = rows[i].value[column];
        length = most > 0 ? BAR * value / most : 0;
        best = score_at_most(value, least);
        print_ratio(value, least, ratio, sizeof ratio);
        snprintf(tip, sizeof tip, "%.60s: %.40s %.12g", rows[i].name, chart->column[column], value);
        svg_rect(&chart->svg, x, y + 3, length > 1 ? length : 1, ROW - 5, best ? "second" : "first",
                 tip);
        svg_label(&chart->svg, x + BAR + 5, y + 12, SVG_SMALL, SVG_START,
                  best ? "strong" : "ink", "%s", ratio);
    }
    if (!rows[0].failure && most > 0)
        draw_line(chart, rows, count, x + BAR * rows[0].value[column] / most);
}

static void tell(struct chart *chart, const char *title, const struct chart_row *rows, size_t count)
{
    text_printf(&chart->told, "%s\n", title);
    for (size_t i = 0; i < count; i++) {
        text_printf(&chart->told, "%s:", rows[i].name);
        if (rows[i].failure)
            text_printf(&chart->told, " %s", rows[i].failure);
        for (size_t c = 0; c < chart->columns && !rows[i].failure; c++)
            text_printf(&chart->told, "%s %s %.12g", c ? "," : "", chart->column[c],
                        rows[i].value[c]);
        text_puts(&chart->told, "\n");
    }
}

static void draw_title(struct chart *chart, const char *title)
{
    char shown[400];

    svg_shorten(title, SVG_HEADING, (picture_width(chart) - 2 * MARGIN) / SVG_BOLD, shown,
                sizeof shown);
    svg_label(&chart->svg, MARGIN, chart->y + 13, SVG_HEADING, SVG_START, "strong", "%s", shown);
}

void chart_panel(struct chart *chart, const char *title, const struct chart_row *rows,
                 size_t count)
{
    double y, right = picture_width(chart) - MARGIN;
    char shown[TOPOMAP_ERROR_TEXT];

    if (count == 0)
        return;
    if (chart->y == 0)
        chart->y = MARGIN + TITLE;
    y = chart->y + HEAD;
    draw_title(chart, title);
    for (size_t c = 0; c < chart->columns; c++)
        svg_label(&chart->svg, column_at(c), chart->y + 36, SVG_BODY, SVG_START, "faint", "%s",
                  chart->column[c]);
    for (size_t i = 0; i < count; i++, y += ROW) {
        svg_shorten(rows[i].name, SVG_SMALL, NAMES - 8, shown, sizeof shown);
        svg_label(&chart->svg, column_at(0) - 8, y + 12, SVG_SMALL, SVG_END, "ink", "%s", shown);
        if (!rows[i].failure)
            continue;
        svg_shorten(rows[i].failure, SVG_SMALL, right - column_at(0), shown, sizeof shown);
        svg_label(&chart->svg, column_at(0), y + 12, SVG_SMALL, SVG_START, "faint", "%s", shown);
    }
    for (size_t c = 0; c < chart->columns; c++)
        draw_column(chart, rows, count, c);
    tell(chart, title, rows, count);
    chart->y = y + GAP;
}

char *chart_take(struct chart *chart, const char *title)
{
    double width = picture_width(chart);
    char *told, *taken;

    svg_label(&chart->svg, MARGIN, MARGIN + 14, SVG_TITLE, SVG_START, "strong", "%s", title);
    svg_label(&chart->svg, MARGIN, chart->y + 6, SVG_SMALL, SVG_START, "faint",
              "Bars begin at 0; numbers are times the least, which is coloured; the line is the "
              "first row's value.");
    told = text_take(&chart->told);
    taken = told ? svg_take(&chart->svg, width, chart->y + MARGIN, title, told) : NULL;
    svg_free(&chart->svg);
    free(told);
    return taken;
}
