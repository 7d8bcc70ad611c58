/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Matrix Market: "%%MatrixMarket matrix coordinate FIELD SYMMETRY", comments, `rows columns
 * entries`, then one entry `row column value` a line, counted from 1. The value is what rank `row`
 * sends to rank `column`, counted as one message; entries of pattern matrices count 1. A symmetric
 * matrix lists one triangle and stands for traffic in both directions.
 */
#include "io/graph_collect.h"
#include "io/graph_format.h"
#include "io/mtx.h"

#include <stdlib.h>
#include <string.h>

static int parse_value(const struct mtx *mtx, struct graph_collect *collect, uint64_t *value)
{
    *value = 1;
    if (mtx->field == MTX_PATTERN)
        return 0;
    return mtx->field == MTX_INTEGER
               ? collect_number(collect, "the value", GRAPH_MAX_BYTES, ' ', value)
               : collect_rounded(collect, "the value", ' ', value);
}

static int parse_entry(struct mtx *mtx, void *context)
{
    struct graph_collect *collect = context;
    uint64_t row, column, value;

    if (mtx_place(mtx, &row, &column) < 0 || parse_value(mtx, collect, &value) < 0 ||
        mtx_end(mtx) < 0 || mtx_check_place(mtx, row, column) < 0)
        return -1;
    if (!value)
        return 0;
    if (collect_edge(collect, (uint32_t)row - 1, (uint32_t)column - 1, value, 1) < 0)
        return -1;
    return mtx->symmetry == MTX_SYMMETRIC && row != column
               ? collect_edge(collect, (uint32_t)column - 1, (uint32_t)row - 1, value, 1)
               : 0;
}

static struct topomap_graph *mtx_parse(const struct source *source, struct topomap_error *error)
{
    struct graph_collect collect = {.error = error};
    struct mtx mtx = {.scan = &collect.scan, .error = error};
    struct topomap_graph *graph = NULL;

    scan_init(&collect.scan, source);
    if (mtx_head(&mtx, MTX_PATTERN, MTX_SYMMETRIC, TOPOMAP_MAX_RANKS) == 0 &&
        mtx_entries(&mtx, parse_entry, &collect) == 0)
        graph = collect_graph(&collect, mtx.rows);
    collect_free(&collect);
    return graph;
}

static enum format_match mtx_match(const struct graph_preview *preview)
{
    return preview->length >= strlen(MTX_BANNER) &&
                   memcmp(preview->line, MTX_BANNER, strlen(MTX_BANNER)) == 0
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
    text_printf(text, "%s matrix coordinate integer general\n%u %u %zu\n", MTX_BANNER, graph->ranks,
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
