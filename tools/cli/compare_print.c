/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/comparison.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/score.h"
#include "cli/compare_classes.h"
#include "cli/quote.h"
#include "draw/chart.h"
#include "plan/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METRIC(field)                                                                              \
    static double get_##field(const struct comparison *row)                                        \
    {                                                                                              \
        return (double)row->metrics.field;                                                         \
    }

METRIC(hop_bytes)
METRIC(average_hops)
METRIC(max_hops)
METRIC(internode_bytes)
METRIC(max_link_bytes)
METRIC(average_link_bytes)
METRIC(used_links)
METRIC(seconds)

/* Bytes inside nodes are the same for all objectives. */
static double get_inside(const struct comparison *row)
{
    return row->score[0].inside;
}

static double get_weighted(const struct comparison *row)
{
    return row->score[0].weighted;
}

/* The columns after those of the objectives. */
static const struct {
    const char *title;
    const char *key;
    double (*get)(const struct comparison *row);
    bool lower; /* lower values are better */
    bool drawn; /* in the figure */
} metrics[] = {
    {"avg hops", "average_hops", get_average_hops, true, false},
    {"max hops", "max_hops", get_max_hops, true, false},
    {"between nodes", "internode_bytes", get_internode_bytes, true, false},
    {"heaviest link", "max_link_bytes", get_max_link_bytes, true, true},
    {"avg link", "average_link_bytes", get_average_link_bytes, false, false},
    {"links", "used_links", get_used_links, false, false},
    {"predicted time", "predicted_seconds", get_seconds, true, true},
    {"inside", "inside", get_inside, false, false},
    {"weighted inside", "weighted_inside", get_weighted, false, false},
};

#define METRICS (sizeof metrics / sizeof *metrics)
#define INSIDE_METRICS 2 /* these columns come last */
#define MAX_COLUMNS (MAX_OBJECTIVES + METRICS)
#define MAX_KEY 64

static size_t columns(const struct comparisons *all)
{
    if (!all->with_metrics)
        return all->objective_count;
    return all->objective_count + METRICS - (all->with_inside ? 0 : INSIDE_METRICS);
}

static const char *title(const struct comparisons *all, size_t column)
{
    size_t objectives = all->objective_count;

    return column < objectives ? all->objectives[column] : metrics[column - objectives].title;
}

/* The name of a column in JSON and CSV, after `prefix`: objectives with underscores. */
static const char *column_key(const struct comparisons *all, const char *prefix, size_t column,
                              char key[MAX_KEY])
{
    bool objective = column < all->objective_count;

    snprintf(key, MAX_KEY, "%s%s", prefix,
             objective ? all->objectives[column] : metrics[column - all->objective_count].key);
    for (char *c = key; objective && *c; c++)
        *c = *c == '-' ? '_' : *c;
    return key;
}

static double value(const struct comparisons *all, const struct comparison *row, size_t column)
{
    size_t objectives = all->objective_count;

    return column < objectives ? row->score[column].value : metrics[column - objectives].get(row);
}

/* The end of the group that starts at row `first`; best[c] is the best value of each column. */
static size_t group_end(const struct comparisons *all, size_t first, double *best)
{
    size_t end = first;

    for (size_t c = 0; c < columns(all); c++)
        best[c] = INFINITY;
    for (; end < all->count && all->rows[end].group == all->rows[first].group; end++) {
        for (size_t c = 0; c < columns(all) && !all->rows[end].failure; c++)
            best[c] = fmin(best[c], value(all, &all->rows[end], c));
    }
    return end;
}

static bool is_best(const struct comparisons *all, const struct comparison *row, size_t column,
                    double best)
{
    bool lower = column < all->objective_count || metrics[column - all->objective_count].lower;

    return lower && !row->failure && score_at_most(value(all, row, column), best);
}

/* Whether a row has fewer hop-bytes than another, or as many and is faster. */
static bool is_shorter(const struct comparison *row, const struct comparison *other)
{
    return score_is_better(get_hop_bytes(row), get_seconds(row), get_hop_bytes(other),
                           get_seconds(other));
}

/* Whether a row is faster than another, or as fast with more hop-bytes: fewer then save no time. */
static bool is_faster(const struct comparison *row, const struct comparison *other)
{
    return score_is_better(get_seconds(row), -get_hop_bytes(row), get_seconds(other),
                           -get_hop_bytes(other));
}

/* The row of the group from `first` to `end` that comes before all others; NULL: all failed. */
static const struct comparison *foremost(const struct comparisons *all, size_t first, size_t end,
                                         bool (*before)(const struct comparison *row,
                                                        const struct comparison *other))
{
    const struct comparison *best = NULL;

    for (; first < end; first++) {
        const struct comparison *row = &all->rows[first];

        if (!row->failure && (!best || before(row, best)))
            best = row;
    }
    return best;
}

/* A line if the fewest hop-bytes of a group are not the shortest time, or save none. */
static void print_disagreement(struct text *out, const struct comparisons *all, size_t first,
                               size_t end)
{
    const struct comparison *shortest = foremost(all, first, end, is_shorter);
    const struct comparison *fastest = foremost(all, first, end, is_faster);
    struct summary_times times;

    if (!all->with_metrics || !shortest)
        return;
    times = summary_times(&fastest->metrics, &shortest->metrics);
    if (times.agree)
        return;
    if (times.alike)
        text_printf(out, "no difference in time is expected between %s and %s, though hop-bytes "
                    "are %.2f\n", shortest->algorithm, fastest->algorithm, times.hop_bytes);
    else
        text_printf(out, "predicted time and hop-bytes disagree: %s takes %.2f of the time of %s\n",
                    shortest->algorithm, times.time, fastest->algorithm);
}

static void print_value(struct text *out, const struct comparisons *all,
                        const struct comparison *row, size_t column, double best)
{
    double number = value(all, row, column);

    if (isnan(number))
        text_printf(out, " %16s ", "-");
    else
        text_printf(out, " %16.12g%c", number, is_best(all, row, column, best) ? '*' : ' ');
}

static void print_table_row(struct text *out, const struct comparisons *all,
                            const struct comparison *row, int width, const double *best)
{
    text_printf(out, "%-*s", width, row->algorithm);
    if (row->failure) {
        text_printf(out, " -  %s\n", row->failure);
        return;
    }
    for (size_t c = 0; c < columns(all); c++)
        print_value(out, all, row, c, best[c]);
    text_printf(out, " %9.4f\n", row->seconds);
}

/* Summarise one algorithm, a row of each group, over all groups. */
static void print_summary_row(struct text *out, const struct comparisons *all, size_t row,
                              size_t group, int width)
{
    text_printf(out, "%-*s", width, all->rows[row].algorithm);
    for (size_t c = 0; c < all->objective_count; c++) {
        size_t times = 0, groups = 0;
        double logarithms = 0;

        for (size_t first = 0; first < all->count; first += group) {
            const struct comparison *at = &all->rows[first + row];
            double best[MAX_COLUMNS];

            group_end(all, first, best);
            if (at->failure || !(best[c] > 0))
                continue;
            times += is_best(all, at, c, best[c]);
            logarithms += log(value(all, at, c) / best[c]);
            groups++;
        }
        if (groups)
            text_printf(out, "  %5zu %8.3f ", times, exp(logarithms / (double)groups));
        else
            text_printf(out, "  %5s %8s ", "-", "-");
    }
    text_puts(out, "\n");
}

static void print_summary(struct text *out, const struct comparisons *all, int width)
{
    double best[MAX_COLUMNS];
    size_t group = group_end(all, 0, best);

    if (group == all->count)
        return;
    text_printf(out,
                "\n%zu groups: how often best, and the mean (geometric) ratio to the best\n%-*s",
                all->count / group, width, "");
    for (size_t c = 0; c < all->objective_count; c++)
        text_printf(out, " %16s", title(all, c));
    text_puts(out, "\n");
    for (size_t row = 0; row < group; row++)
        print_summary_row(out, all, row, group, width);
}

void comparison_print_text(struct text *out, const struct comparisons *all)
{
    int width = comparison_names_width(all);

    if (all->with_classes) {
        classes_print_table(out, all);
        return;
    }
    for (size_t first = 0; first < all->count;) {
        const struct comparison *head = &all->rows[first];
        double best[MAX_COLUMNS];
        size_t end = group_end(all, first, best);

        text_printf(out, "%s%s, %s, network %s\n%-*s", first ? "\n" : "", head->graph,
                    head->weights, head->network, width, "");
        for (size_t c = 0; c < columns(all); c++)
            text_printf(out, " %16s ", title(all, c));
        text_printf(out, " %9s\n", "seconds");
        for (size_t row = first; row < end; row++)
            print_table_row(out, all, &all->rows[row], width, best);
        print_disagreement(out, all, first, end);
        first = end;
    }
    text_printf(out, "\n* best of its group\n");
    print_summary(out, all, width);
}

static void print_csv_row(struct text *out, const struct comparisons *all,
                          const struct comparison *row, const double *best)
{
    comparison_print_names(out, row);
    for (size_t c = 0; c < columns(all); c++) {
        if (!row->failure && !isnan(value(all, row, c)))
            text_printf(out, "%.15g", value(all, row, c));
        text_puts(out, ",");
    }
    for (size_t c = 0; c < all->objective_count; c++)
        text_printf(out, "%d,", is_best(all, row, c, best[c]));
    text_printf(out, "%.6f,", row->seconds);
    quote_csv(out, row->failure ? row->failure : "");
    text_puts(out, "\n");
}

void comparison_print_csv(struct text *out, const struct comparisons *all)
{
    char key[MAX_KEY];

    if (all->with_classes) {
        classes_print_csv(out, all);
        return;
    }
    text_puts(out, "graph,weights,network,algorithm");
    for (size_t c = 0; c < columns(all); c++)
        text_printf(out, ",%s", column_key(all, "", c, key));
    for (size_t c = 0; c < all->objective_count; c++)
        text_printf(out, ",%s", column_key(all, "best_", c, key));
    text_puts(out, ",seconds,failure\n");
    for (size_t first = 0; first < all->count;) {
        double best[MAX_COLUMNS];
        size_t end = group_end(all, first, best);

        for (; first < end; first++)
            print_csv_row(out, all, &all->rows[first], best);
    }
}

static void add_row(struct json *json, const struct comparisons *all, const struct comparison *row,
                    const double *best)
{
    char key[MAX_KEY];

    json_open(json, NULL, '{');
    json_string(json, "graph", row->graph);
    json_string(json, "weights", row->weights);
    json_string(json, "network", row->network);
    json_string(json, "algorithm", row->algorithm);
    if (row->failure)
        json_string(json, "failure", row->failure);
    for (size_t c = 0; !row->failure && c < columns(all); c++)
        json_number(json, column_key(all, "", c, key), value(all, row, c));
    for (size_t c = 0; c < all->objective_count; c++)
        json_bool(json, column_key(all, "best_", c, key), is_best(all, row, c, best[c]));
    if (all->with_classes && !row->failure)
        classes_add_json(json, row);
    json_number(json, "seconds", row->seconds);
    json_close(json, '}');
}

void comparison_print_json(struct text *out, const struct comparisons *all)
{
    struct json json = {.text = *out};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_open(&json, "experiments", '[');
    for (size_t first = 0; first < all->count;) {
        double best[MAX_COLUMNS];
        size_t end = group_end(all, first, best);

        for (; first < end; first++)
            add_row(&json, all, &all->rows[first], best);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    *out = json.text;
}

/* Put the columns of the figure into column[MAX_COLUMNS]: the objectives, and the metrics that are
 * drawn. Returns their number. */
static size_t drawn_columns(const struct comparisons *all, size_t *column)
{
    size_t count = 0;

    for (size_t c = 0; c < columns(all); c++) {
        if (c < all->objective_count || metrics[c - all->objective_count].drawn)
            column[count++] = c;
    }
    return count;
}

/* Draw the group from row `first` to `end`. Returns 0, or -1 if memory ran out. */
static int draw_group(struct chart *chart, const struct comparisons *all, size_t first, size_t end,
                      const size_t *column)
{
    struct chart_row *rows = array_new(end - first, sizeof *rows);
    double *values = array_new((end - first) * chart->columns, sizeof *values);
    const struct comparison *head = &all->rows[first];
    struct text title = {0};
    char *named;

    for (size_t i = 0; rows && values && i < end - first; i++) {
        const struct comparison *row = &all->rows[first + i];
        double *at = values + i * chart->columns;

        for (size_t c = 0; c < chart->columns && !row->failure; c++)
            at[c] = value(all, row, column[c]);
        rows[i] = (struct chart_row){row->algorithm, at, row->failure};
    }
    text_printf(&title, "%s, %s, %s", head->graph, head->weights, head->network);
    named = text_take(&title);
    if (rows && values && named)
        chart_panel(chart, named, rows, end - first);
    free(rows);
    free(values);
    free(named);
    return rows && values && named ? 0 : -1;
}

void comparison_print_svg(struct text *out, const struct comparisons *all)
{
    size_t column[MAX_COLUMNS], end;
    const char *names[MAX_COLUMNS];
    struct chart chart = {.columns = drawn_columns(all, column), .column = names};
    char *svg;

    for (size_t c = 0; c < chart.columns; c++)
        names[c] = title(all, column[c]);
    for (size_t first = 0; first < all->count; first = end) {
        double best[MAX_COLUMNS];

        end = group_end(all, first, best);
        if (draw_group(&chart, all, first, end, column) < 0)
            out->failed = true;
    }
    svg = chart_take(&chart, "Placements compared");
    if (svg)
        text_puts(out, svg);
    else
        out->failed = true;
    free(svg);
}
