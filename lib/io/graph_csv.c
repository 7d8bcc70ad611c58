/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Dense matrices: one line per rank, values separated by commas, semicolons or blanks. Row i column
 * j is what rank i sends to rank j, or what it receives from it, counted as one message. A first
 * line and a first column of names, as written by spreadsheets and data frames, are skipped. The
 * comment "# rows=senders" or "# rows=receivers" tells the direction. Writing gives bytes.
 */
#include "base/error.h"
#include "base/text.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <stdlib.h>
#include <string.h>

/* The largest matrix that is written; larger dense ones are of no use. */
#define MAX_WRITTEN 32768

#define SENDERS "rows=senders"
#define RECEIVERS "rows=receivers"

struct dense {
    struct graph_collect collect;
    bool by_receiver;
    bool header;   /* the first line holds names */
    bool labels;   /* the first column holds names */
    char separator; /* between values */
    char named;     /* between names, which may contain blanks if tabs separate them */
    uint32_t ranks;
};

/* The direction that the comment at `at` declares: 1 for receivers, 0 for senders, -1 for none. */
static int declared(const char *at, const char *end)
{
    while (at < end && (*at == '#' || *at == ' '))
        at++;
    if (end - at >= (long)strlen(RECEIVERS) && memcmp(at, RECEIVERS, strlen(RECEIVERS)) == 0)
        return 1;
    return end - at >= (long)strlen(SENDERS) && memcmp(at, SENDERS, strlen(SENDERS)) == 0 ? 0 : -1;
}

/* Read the values of row `row`. Returns their number, or 0 on failure. */
static uint32_t parse_row(struct dense *dense, uint32_t row)
{
    struct graph_collect *collect = &dense->collect;
    struct scan *scan = &collect->scan;
    uint32_t column = 0;

    for (;;) {
        uint64_t bytes;

        scan_blanks(scan);
        if (collect_rounded(collect, "the value", dense->separator, &bytes) < 0 ||
            (bytes && collect_edge(collect, dense->by_receiver ? column : row,
                                   dense->by_receiver ? row : column, bytes, 1) < 0))
            return 0;
        column++;
        if (scan_done(scan))
            return column;
        if (dense->separator != ' ' && *scan->at != dense->separator) {
            scan_fail(scan, collect->error, "a '%c' is missing", dense->separator);
            return 0;
        }
        if (column == TOPOMAP_MAX_RANKS) {
            scan_fail(scan, collect->error, "there are more than %u columns", TOPOMAP_MAX_RANKS);
            return 0;
        }
        scan->at += dense->separator != ' ';
    }
}

/* Skip the name of a row. */
static void skip_label(struct dense *dense)
{
    struct scan *scan = &dense->collect.scan;
    const char *at = scan->at, *field;
    size_t length;

    if (dense->labels && graph_preview_field(dense->named, &at, scan->end, &field, &length))
        scan->at = at ? at : scan->end;
}

static int check_declaration(struct dense *dense)
{
    struct scan *scan = &dense->collect.scan;
    int receivers = declared(scan->at, scan->end);

    if (receivers >= 0 && receivers != dense->by_receiver)
        return scan_fail(scan, dense->collect.error, "the file says '%s': its format is '%s'",
                         receivers ? RECEIVERS : SENDERS, receivers ? "csv-by-receiver" : "csv");
    return 0;
}

/* Go to the next row; comments on the way may declare the direction. */
static int next_row(struct dense *dense)
{
    struct scan *scan = &dense->collect.scan;
    int more;

    while ((more = scan_next(scan, dense->collect.error)) > 0) {
        scan_blanks(scan);
        if (scan_done(scan))
            continue;
        if (*scan->at != '#')
            break;
        if (check_declaration(dense) < 0)
            return -1;
    }
    return more;
}

static int parse_rows(struct dense *dense)
{
    struct scan *scan = &dense->collect.scan;
    struct topomap_error *error = dense->collect.error;
    bool header = dense->header;
    uint32_t rows = 0;
    int more;

    while ((more = next_row(dense)) > 0) {
        uint32_t columns;

        if (header) {
            header = false;
            continue;
        }
        if (rows && rows == dense->ranks)
            return scan_fail(scan, error, "more rows than the %u columns", dense->ranks);
        skip_label(dense);
        columns = parse_row(dense, rows);
        if (!columns)
            return -1;
        if (rows == 0)
            dense->ranks = columns;
        if (columns != dense->ranks)
            return scan_fail(scan, error, "%u values, but there are %u in the first row", columns,
                             dense->ranks);
        rows++;
    }
    if (more == 0 && !rows)
        return scan_fail(scan, error, "there are no rows");
    if (more == 0 && rows < dense->ranks)
        return scan_fail(scan, error, "the text ends after %u of %u rows", rows, dense->ranks);
    return more;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Count the lines that are neither comments nor blank. */
static int count_rows(const struct source *source, uint32_t *rows, struct topomap_error *error)
{
    struct scan scan;
    int more;

    *rows = 0;
    scan_init(&scan, source);
    while ((more = scan_next_filled(&scan, '#', error)) > 0)
        ++*rows;
    return more;
}

/* Whether the first row numbers the columns. */
static bool counts_columns(const struct graph_preview *preview)
{
    const char *at = preview->head, *field;
    double expected = 0, number;
    size_t length;

    while (graph_preview_field(preview->separator, &at, preview->head_end, &field, &length)) {
        if (!graph_preview_number(field, length, &number) || number != expected++)
            return false;
    }
    return true;
}

/* Find out where the names are: without them the table is square. */
static int find_names(struct dense *dense, const struct graph_preview *preview,
                      struct topomap_error *error)
{
    uint32_t rows, columns = preview->most;

    if (count_rows(preview->source, &rows, error) < 0)
        return -1;
    if (rows == columns + 1)
        dense->header = preview->lettered || counts_columns(preview);
    else if (rows == columns && (preview->numbered || (preview->lettered && preview->labels)))
        dense->header = dense->labels = preview->first == columns || preview->first + 1 == columns;
    else
        dense->labels = preview->lettered && preview->labels && rows + 1 == columns;
    return 0;
}

static struct topomap_graph *parse(const struct source *source, bool by_receiver,
                                   struct topomap_error *error)
{
    struct dense dense = {.collect = {.error = error}, .by_receiver = by_receiver};
    struct topomap_graph *graph = NULL;
    struct graph_preview preview;

    graph_preview_read(&preview, source);
    dense.named = preview.separator;
    dense.separator = preview.separator == '\t' ? ' ' : preview.separator;
    scan_init(&dense.collect.scan, source);
    if (find_names(&dense, &preview, error) == 0 && parse_rows(&dense) == 0)
        graph = collect_graph(&dense.collect, dense.ranks);
    collect_free(&dense.collect);
    return graph;
}

static struct topomap_graph *csv_parse(const struct source *source, struct topomap_error *error)
{
    return parse(source, false, error);
}

static struct topomap_graph *csv_parse_by_receiver(const struct source *source,
                                                   struct topomap_error *error)
{
    return parse(source, true, error);
}

/* The direction that the comments before the first row declare. */
static int declared_first(const struct graph_preview *preview)
{
    const char *at = preview->line, *line, *stop;
    int way = -1;

    while (way < 0 && preview->head && text_line(&at, preview->head, &line, &stop))
        way = *line == '#' ? declared(line, stop) : -1;
    return way;
}

static enum format_match csv_match(const struct graph_preview *preview)
{
    if (declared_first(preview) == 0)
        return FORMAT_NAMED;
    return graph_preview_kind(preview) == GRAPH_TABLE_MATRIX ? FORMAT_CERTAIN : FORMAT_NO;
}

static enum format_match csv_match_by_receiver(const struct graph_preview *preview)
{
    return declared_first(preview) == 1 ? FORMAT_NAMED : FORMAT_NO;
}

/* ---- writing ----------------------------------------------------------------------------- */

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

static int print(const struct topomap_graph *graph, struct text *text, struct topomap_error *error)
{
    if (graph->ranks > MAX_WRITTEN)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "dense matrices can have up to %u ranks, this graph has %u",
                         MAX_WRITTEN, graph->ranks);
    for (uint32_t row = 0; row < graph->ranks; row++)
        print_row(graph, row, text);
    return 0;
}

static int csv_print(const struct topomap_graph *graph, struct text *text,
                     struct topomap_error *error)
{
    if (graph->ranks <= PREVIEW_EDGE_COLUMNS) /* without the comment it may be a list of edges */
        text_puts(text, "# " SENDERS "\n");
    return print(graph, text, error);
}

/* The same with rows for receivers. */
static int csv_print_by_receiver(const struct topomap_graph *graph, struct text *text,
                                 struct topomap_error *error)
{
    struct topomap_graph *turned = graph_turn(graph, error);
    int result;

    if (!turned)
        return -1;
    text_puts(text, "# " RECEIVERS "\n");
    result = print(turned, text, error);
    topomap_graph_destroy(turned);
    return result;
}

const struct graph_format graph_format_csv = {
    .name = "csv",
    .summary = "dense matrix of bytes: a row per sender, a column per receiver",
    .extensions = ".csv",
    .match = csv_match,
    .parse = csv_parse,
    .print = csv_print,
};

const struct graph_format graph_format_csv_by_receiver = {
    .name = "csv-by-receiver",
    .summary = "dense matrix of bytes: a row per receiver, a column per sender",
    .extensions = ".csv",
    .match = csv_match_by_receiver,
    .parse = csv_parse_by_receiver,
    .print = csv_print_by_receiver,
};
