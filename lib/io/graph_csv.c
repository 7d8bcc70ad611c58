/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Dense matrices: a line per rank, values parted by commas; row i column j is what rank i sends to
 * rank j, in one message as far as one knows. Writing gives bytes.
 */
#include "base/error.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <stdlib.h>
#include <string.h>

/* The largest matrix that is written: dense, larger ones would be of no use to anybody. */
#define MAX_WRITTEN 32768

/* The values of row `row`. Returns how many there are, 0 after an error. */
static uint32_t parse_row(struct graph_collect *collect, uint32_t row)
{
    struct scan *scan = &collect->scan;
    uint32_t column = 0;

    for (;;) {
        uint64_t bytes;

        scan_blanks(scan);
        if (collect_real(collect, "the value", ',', &bytes) < 0 ||
            (bytes && collect_edge(collect, row, column, bytes, 1) < 0))
            return 0;
        column++;
        if (scan_done(scan))
            return column;
        if (*scan->at != ',') {
            scan_fail(scan, collect->error, "a comma is missing");
            return 0;
        }
        if (column == TOPOMAP_MAX_RANKS) {
            scan_fail(scan, collect->error, "there are more than %u columns", TOPOMAP_MAX_RANKS);
            return 0;
        }
        scan->at++;
    }
}

static int parse_rows(struct graph_collect *collect, uint32_t *ranks)
{
    uint32_t rows = 0;
    int more;

    while ((more = scan_next_filled(&collect->scan, '#', collect->error)) > 0) {
        uint32_t columns;

        if (rows && rows == *ranks)
            return scan_fail(&collect->scan, collect->error, "more rows than the %u columns",
                             *ranks);
        columns = parse_row(collect, rows);
        if (!columns)
            return -1;
        if (rows == 0)
            *ranks = columns;
        if (columns != *ranks)
            return scan_fail(&collect->scan, collect->error,
                             "%u values, but there are %u in the first row", columns, *ranks);
        rows++;
    }
    if (more == 0 && !rows)
        return scan_fail(&collect->scan, collect->error, "there are no rows");
    if (more == 0 && rows < *ranks)
        return scan_fail(&collect->scan, collect->error, "the text ends after %u of %u rows", rows,
                         *ranks);
    return more;
}

static struct topomap_graph *csv_parse(const struct source *source, struct topomap_error *error)
{
    struct graph_collect collect = {.error = error};
    struct topomap_graph *graph = NULL;
    uint32_t ranks = 0;

    scan_init(&collect.scan, source);
    if (parse_rows(&collect, &ranks) == 0)
        graph = collect_graph(&collect, ranks);
    free(collect.edges);
    return graph;
}

static enum format_match csv_match(const char *line, size_t length)
{
    size_t commas = 0;

    for (size_t i = 0; i < length; i++) {
        if (!strchr("0123456789.eE+-, \t\r", line[i]))
            return FORMAT_NO;
        commas += line[i] == ',';
    }
    return commas ? FORMAT_CERTAIN : FORMAT_NO;
}

static void print_row(const struct topomap_graph *graph, uint32_t row, struct text *text)
{
    size_t e = graph->offset[row], end = graph->offset[row + 1];

    for (uint32_t column = 0; column < graph->ranks; column++) {
        uint64_t bytes = 0;

        if (e < end && graph->target[e] == column)
            bytes = graph->bytes[e++];
        else if (column == row && graph->self_bytes)
            bytes = graph->self_bytes[row];
        if (column)
            text_add(text, ",", 1);
        text_number(text, bytes);
    }
    text_add(text, "\n", 1);
}

static int csv_print(const struct topomap_graph *graph, struct text *text,
                     struct topomap_error *error)
{
    if (graph->ranks > MAX_WRITTEN)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "dense matrices are written up to %u ranks, this graph has %u",
                         MAX_WRITTEN, graph->ranks);
    for (uint32_t row = 0; row < graph->ranks; row++)
        print_row(graph, row, text);
    return 0;
}

const struct graph_format graph_format_csv = {
    .name = "csv",
    .summary = "dense matrix of bytes: a row per sender, a column per receiver",
    .extensions = ".csv",
    .match = csv_match,
    .parse = csv_parse,
    .print = csv_print,
};
