/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Matrix Market: "%%MatrixMarket matrix coordinate FIELD SYMMETRY", comments, `rows columns
 * entries`, then an entry `row column value` a line, counted from 1. The value is what rank `row`
 * sends to rank `column`, in one message as far as one knows; pattern matrices have 1 everywhere.
 * A symmetric matrix lists one triangle, and stands for traffic in both directions.
 */
#include "base/error.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char banner[] = "%%MatrixMarket";

struct mtx {
    struct graph_collect collect;
    uint32_t ranks;
    uint64_t entries;  /* as the size line says */
    bool pattern;
    bool real;
    bool symmetric;
};

/* The next word of the banner; it must be one of `words`. Returns its index, or -1. */
static int parse_word(struct mtx *mtx, const char *what, const char *const *words)
{
    struct scan *scan = &mtx->collect.scan;
    size_t length = 0;

    scan_blanks(scan);
    while (scan->at + length < scan->end && scan->at[length] != ' ' && scan->at[length] != '\t')
        length++;
    for (int i = 0; words[i]; i++) {
        if (strlen(words[i]) == length && strncasecmp(words[i], scan->at, length) == 0) {
            scan->at += length;
            return i;
        }
    }
    return scan_fail(scan, mtx->collect.error, "the %s '%.*s' is not supported", what,
                     (int)(length < 20 ? length : 20), scan->at);
}

static int parse_banner(struct mtx *mtx)
{
    static const char *const objects[] = {"matrix", NULL};
    static const char *const layouts[] = {"coordinate", NULL};
    static const char *const fields[] = {"integer", "real", "double", "pattern", NULL};
    static const char *const symmetries[] = {"general", "symmetric", NULL};
    struct scan *scan = &mtx->collect.scan;
    int field, symmetry;

    if (scan_next(scan, mtx->collect.error) < 0)
        return -1;
    if ((size_t)(scan->end - scan->at) < sizeof banner - 1 ||
        memcmp(scan->at, banner, sizeof banner - 1) != 0)
        return scan_fail(scan, mtx->collect.error, "'%s' is missing", banner);
    scan->at += sizeof banner - 1;
    if (parse_word(mtx, "object", objects) < 0 || parse_word(mtx, "layout", layouts) < 0)
        return -1;
    field = parse_word(mtx, "kind of values", fields);
    symmetry = field < 0 ? -1 : parse_word(mtx, "symmetry", symmetries);
    if (symmetry < 0)
        return -1;
    mtx->pattern = field == 3;
    mtx->real = field == 1 || field == 2;
    mtx->symmetric = symmetry == 1;
    return 0;
}

static int check_end(struct mtx *mtx)
{
    if (scan_done(&mtx->collect.scan))
        return 0;
    return scan_fail(&mtx->collect.scan, mtx->collect.error, "unexpected text at the end");
}

static int parse_size(struct mtx *mtx)
{
    struct graph_collect *collect = &mtx->collect;
    uint64_t rows, columns;
    int more = scan_next_filled(&collect->scan, '%', collect->error);

    if (more < 0)
        return -1;
    if (!more)
        return scan_fail(&collect->scan, collect->error, "the size of the matrix is missing");
    if (collect_number(collect, "the number of rows", TOPOMAP_MAX_RANKS, ' ', &rows) < 0 ||
        collect_number(collect, "the number of columns", TOPOMAP_MAX_RANKS, ' ', &columns) < 0 ||
        collect_number(collect, "the number of entries", UINT64_C(1) << 40, ' ',
                       &mtx->entries) < 0 ||
        check_end(mtx) < 0)
        return -1;
    if (rows != columns || !rows)
        return scan_fail(&collect->scan, collect->error,
                         "the matrix has %llu rows and %llu columns: as many of both are needed",
                         (unsigned long long)rows, (unsigned long long)columns);
    mtx->ranks = (uint32_t)rows;
    return 0;
}

static int parse_value(struct mtx *mtx, uint64_t *value)
{
    *value = 1;
    if (mtx->pattern)
        return 0;
    return mtx->real ? collect_real(&mtx->collect, "the value", ' ', value)
                     : collect_number(&mtx->collect, "the value", GRAPH_MAX_BYTES, ' ', value);
}

static int parse_entry(struct mtx *mtx)
{
    struct graph_collect *collect = &mtx->collect;
    uint64_t row, column, value;

    if (collect_number(collect, "the row", mtx->ranks, ' ', &row) < 0 ||
        collect_number(collect, "the column", mtx->ranks, ' ', &column) < 0 ||
        parse_value(mtx, &value) < 0 || check_end(mtx) < 0)
        return -1;
    if (!row || !column)
        return scan_fail(&collect->scan, collect->error, "rows and columns are counted from 1");
    if (mtx->symmetric && column > row)
        return scan_fail(&collect->scan, collect->error,
                         "a symmetric matrix lists its lower triangle only");
    if (!value)
        return 0;
    if (collect_edge(collect, (uint32_t)row - 1, (uint32_t)column - 1, value, 1) < 0)
        return -1;
    return mtx->symmetric && row != column
               ? collect_edge(collect, (uint32_t)column - 1, (uint32_t)row - 1, value, 1)
               : 0;
}

static int parse_entries(struct mtx *mtx)
{
    struct graph_collect *collect = &mtx->collect;
    uint64_t entries = 0;
    int more;

    while ((more = scan_next_filled(&collect->scan, '%', collect->error)) > 0) {
        if (entries == mtx->entries)
            return scan_fail(&collect->scan, collect->error, "more than the %llu entries wanted",
                             (unsigned long long)mtx->entries);
        if (parse_entry(mtx) < 0)
            return -1;
        entries++;
    }
    if (more == 0 && entries < mtx->entries)
        return scan_fail(&collect->scan, collect->error, "the text ends after %llu of %llu entries",
                         (unsigned long long)entries, (unsigned long long)mtx->entries);
    return more;
}

static struct topomap_graph *mtx_parse(const struct source *source, struct topomap_error *error)
{
    struct mtx mtx = {.collect = {.error = error}};
    struct topomap_graph *graph = NULL;

    scan_init(&mtx.collect.scan, source);
    if (parse_banner(&mtx) == 0 && parse_size(&mtx) == 0 && parse_entries(&mtx) == 0)
        graph = collect_graph(&mtx.collect, mtx.ranks);
    free(mtx.collect.edges);
    return graph;
}

static enum format_match mtx_match(const char *line, size_t length)
{
    return length >= sizeof banner - 1 && memcmp(line, banner, sizeof banner - 1) == 0
               ? FORMAT_NAMED
               : FORMAT_NO;
}

static void print_entry(struct text *text, uint32_t row, uint32_t column, uint64_t value)
{
    text_number(text, (uint64_t)row + 1);
    text_add(text, " ", 1);
    text_number(text, (uint64_t)column + 1);
    text_add(text, " ", 1);
    text_number(text, value);
    text_add(text, "\n", 1);
}

static bool has_self(const struct topomap_graph *graph, uint32_t rank)
{
    return graph->self_bytes && graph->self_bytes[rank];
}

static int mtx_print(const struct topomap_graph *graph, struct text *text,
                     struct topomap_error *error)
{
    size_t entries = graph->edges;

    (void)error;
    for (uint32_t r = 0; r < graph->ranks; r++)
        entries += has_self(graph, r);
    text_printf(text, "%s matrix coordinate integer general\n%u %u %zu\n", banner, graph->ranks,
                graph->ranks, entries);
    for (uint32_t r = 0; r < graph->ranks; r++) {
        if (has_self(graph, r))
            print_entry(text, r, r, graph->self_bytes[r]);
        for (size_t e = graph->offset[r]; e < graph->offset[r + 1]; e++)
            print_entry(text, r, graph->target[e], graph->bytes[e]);
    }
    return 0;
}

const struct graph_format graph_format_mtx = {
    .name = "mtx",
    .summary = "Matrix Market, coordinate: bytes, a row per sender, a column per receiver",
    .extensions = ".mtx",
    .match = mtx_match,
    .parse = mtx_parse,
    .print = mtx_print,
};
