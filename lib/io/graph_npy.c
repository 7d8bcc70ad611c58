/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays written by numpy.save (NEP 1): "\x93NUMPY", the version, the length of a header in Python
 * syntax that gives type, order and shape, then the elements. A square array is a dense matrix of
 * bytes with a row per sender; any other array with two to four columns is an edge list. Writing
 * gives the dense matrix, in integers of 8 bytes.
 */
#include "base/error.h"
#include "base/text.h"
#include "io/graph_collect.h"
#include "io/graph_format.h"

#include <endian.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "\x93NUMPY"
#define MAGIC_LENGTH (sizeof MAGIC - 1)

/* The largest matrix that is written: 2 GiB. */
#define MAX_WRITTEN 16384

/* Magic, version, length and header together are a multiple of this. */
#define ALIGNMENT 64

struct array {
    const struct source *source;
    struct topomap_error *error;
    const char *header;
    const char *end;           /* end of the header */
    const unsigned char *data;
    char kind;                 /* 'f', 'i', 'u' or 'b' */
    bool big_endian;
    bool by_column;            /* the first index varies fastest */
    size_t bytes;              /* per element */
    uint64_t rows, columns;
};

static int fail(const struct array *array, const char *what)
{
    return error_set(array->error, TOPOMAP_INPUT, "%s: a .npy file %s", array->source->name, what);
}

/* ---- header ------------------------------------------------------------------------------ */

static const char *find(const char *text, const char *end, const char *word)
{
    size_t length = strlen(word);

    for (; (size_t)(end - text) >= length; text++) {
        if (memcmp(text, word, length) == 0)
            return text;
    }
    return NULL;
}

/* The value of 'key': in the header. */
static const char *value_of(const struct array *array, const char *key)
{
    const char *at = find(array->header, array->end, key);

    if (!at)
        return NULL;
    for (at += strlen(key); at < array->end && strchr(" :", *at);)
        at++;
    return at < array->end ? at : NULL;
}

/* Find the header and check that it is complete. */
static int find_header(struct array *array)
{
    const unsigned char *bytes = (const unsigned char *)array->source->text;
    size_t length = array->source->length, start = MAGIC_LENGTH + 4, header;

    if (length < MAGIC_LENGTH + 6)
        return fail(array, "that ends in its header");
    if (bytes[MAGIC_LENGTH] < 1 || bytes[MAGIC_LENGTH] > 3)
        return fail(array, "of an unknown version");
    header = bytes[MAGIC_LENGTH + 2] | (size_t)bytes[MAGIC_LENGTH + 3] << 8;
    if (bytes[MAGIC_LENGTH] > 1) {
        header |= (size_t)bytes[MAGIC_LENGTH + 4] << 16 | (size_t)bytes[MAGIC_LENGTH + 5] << 24;
        start += 2;
    }
    if (header > length - start)
        return fail(array, "that ends in its header");
    array->header = array->source->text + start;
    array->end = array->header + header;
    array->data = (const unsigned char *)array->end;
    return 0;
}

/* Parse a type such as '<f8'. */
static int parse_type(struct array *array)
{
    const char *at = value_of(array, "'descr'");

    if (!at || array->end - at < 5 || memchr(at, '\0', 5) || at[0] != '\'' || at[4] != '\'' ||
        !strchr("<>|=", at[1]) || !strchr("fiub", at[2]) || !strchr("1248", at[3]) ||
        (at[2] == 'f' && at[3] < '4'))
        return fail(array, "of elements that are not plain numbers");
    array->big_endian = at[1] == '>';
    array->kind = at[2];
    array->bytes = (size_t)(at[3] - '0');
    return 0;
}

static int parse_shape(struct array *array)
{
    const char *at = value_of(array, "'shape'"), *order = value_of(array, "'fortran_order'");
    uint64_t *const extents[] = {&array->rows, &array->columns};

    if (!at || !order || *at++ != '(')
        return fail(array, "without a shape");
    array->by_column = *order == 'T';
    for (size_t i = 0; i < 2; i++) {
        if (text_parse_number(&at, array->end, UINT64_C(1) << 40, extents[i]) < 0)
            return fail(array, "that is not a matrix: it does not have two dimensions");
        while (at < array->end && strchr(" ,", *at))
            at++;
    }
    return at < array->end && *at == ')' ? 0 : fail(array, "of more than two dimensions");
}

static int parse_header(struct array *array)
{
    size_t there;

    if (find_header(array) < 0 || parse_type(array) < 0 || parse_shape(array) < 0)
        return -1;
    there = array->source->length - (size_t)((const char *)array->data - array->source->text);
    if (!array->rows || !array->columns)
        return fail(array, "without elements");
    if (there / array->bytes / array->columns < array->rows)
        return fail(array, "that ends before its last element");
    return 0;
}

/* ---- elements ---------------------------------------------------------------------------- */

static uint64_t raw(const struct array *array, uint64_t row, uint64_t column)
{
    uint64_t index = array->by_column ? column * array->rows + row : row * array->columns + column;
    const unsigned char *at = array->data + index * array->bytes;
    uint64_t bits = 0;

    for (size_t i = 0; i < array->bytes; i++)
        bits |= (uint64_t)at[array->big_endian ? array->bytes - 1 - i : i] << (8 * i);
    return bits;
}

static double real(const struct array *array, uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float single;
    double value;

    if (array->bytes == 4) {
        memcpy(&single, &low, sizeof single);
        return single;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Read an element up to `limit`, rounded unless it is a rank. */
static int get(const struct array *array, uint64_t row, uint64_t column, uint64_t limit,
               bool rank, uint64_t *number)
{
    uint64_t bits = raw(array, row, column);
    bool valid;

    if (array->kind == 'f') {
        double value = real(array, bits);

        valid = value >= 0 && value <= (double)limit && (!rank || value == floor(value));
        *number = valid ? (uint64_t)llround(value) : 0;
    } else {
        /* Negative integers have their highest bit set. */
        valid = bits <= limit && (array->kind != 'i' || !(bits >> (8 * array->bytes - 1)));
        *number = bits;
    }
    if (valid)
        return 0;
    return error_set(array->error, TOPOMAP_INPUT,
                     "%s: element [%llu,%llu] is not a %snumber from 0 to %llu",
                     array->source->name,
                     (unsigned long long)row, (unsigned long long)column, rank ? "whole " : "",
                     (unsigned long long)limit);
}

static int collect_matrix(const struct array *array, struct graph_collect *collect)
{
    for (uint32_t i = 0; i < array->rows; i++) {
        for (uint32_t j = 0; j < array->columns; j++) {
            uint64_t bytes;

            if (get(array, i, j, GRAPH_MAX_BYTES, false, &bytes) < 0 ||
                (bytes && collect_edge(collect, i, j, bytes, 1) < 0))
                return -1;
        }
    }
    return 0;
}

static int collect_list(const struct array *array, struct graph_collect *collect, uint32_t *ranks)
{
    for (uint64_t i = 0; i < array->rows; i++) {
        uint64_t field[] = {0, 0, 1, 1};

        collect->rows.counted |= array->columns > 3;
        for (uint64_t j = 0; j < array->columns; j++) {
            if (get(array, i, j, j < 2 ? TOPOMAP_MAX_RANKS - 1 : GRAPH_MAX_BYTES, j < 2,
                    &field[j]) < 0)
                return -1;
            if (j < 2 && field[j] >= *ranks)
                *ranks = (uint32_t)field[j] + 1;
        }
        if (collect_edge(collect, (uint32_t)field[0], (uint32_t)field[1], field[2], field[3]) < 0)
            return -1;
    }
    return 0;
}

static struct topomap_graph *npy_parse(const struct source *source, struct topomap_error *error)
{
    struct array array = {.source = source, .error = error};
    struct graph_collect collect = {.error = error};
    struct topomap_graph *graph = NULL;
    uint32_t ranks = 0;
    int result = -1;

    scan_init(&collect.scan, source);
    if (source->length < MAGIC_LENGTH || memcmp(source->text, MAGIC, MAGIC_LENGTH) != 0) {
        error_set(error, TOPOMAP_INPUT, "%s: is not a .npy file", source->name);
        return NULL;
    }
    if (parse_header(&array) < 0)
        return NULL;
    if (array.rows == array.columns && array.rows <= TOPOMAP_MAX_RANKS) {
        ranks = (uint32_t)array.rows;
        result = collect_matrix(&array, &collect);
    } else if (array.columns >= 2 && array.columns <= PREVIEW_EDGE_COLUMNS) {
        result = collect_list(&array, &collect, &ranks);
    } else {
        error_set(error, TOPOMAP_INPUT, "%s: %llu by %llu elements are neither a square matrix "
                  "nor an edge list of two to four columns", source->name,
                  (unsigned long long)array.rows, (unsigned long long)array.columns);
    }
    if (result == 0)
        graph = collect_graph(&collect, ranks);
    collect_free(&collect);
    return graph;
}

static enum format_match npy_match(const struct graph_preview *preview)
{
    const struct source *source = preview->source;

    return source->length >= MAGIC_LENGTH && memcmp(source->text, MAGIC, MAGIC_LENGTH) == 0
               ? FORMAT_NAMED
               : FORMAT_NO;
}

/* ---- writing ----------------------------------------------------------------------------- */

static void print_header(uint32_t ranks, struct text *text)
{
    char header[2 * ALIGNMENT];
    size_t before = MAGIC_LENGTH + 4;
    int words = snprintf(header, sizeof header,
                         "{'descr': '<i8', 'fortran_order': False, 'shape': (%u, %u), }", ranks,
                         ranks);
    size_t length = (before + (size_t)words + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - before;
    const char version_and_length[] = {1, 0, (char)length, 0};

    text_add(text, MAGIC, MAGIC_LENGTH);
    text_add(text, version_and_length, sizeof version_and_length);
    memset(header + words, ' ', length - (size_t)words);
    header[length - 1] = '\n';
    text_add(text, header, length);
}

static void print_element(uint64_t bytes, struct text *text)
{
    uint64_t stored = htole64(bytes);

    text_add(text, (const char *)&stored, sizeof stored);
}

static int npy_print(const struct topomap_graph *graph, struct text *text,
                     struct topomap_error *error)
{
    if (graph->ranks > MAX_WRITTEN)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "dense arrays can have up to %u ranks, this graph has %u", MAX_WRITTEN,
                         graph->ranks);
    print_header(graph->ranks, text);
    for (uint32_t row = 0; row < graph->ranks; row++) {
        size_t e = graph->offset[row], end = graph->offset[row + 1];

        for (uint32_t column = 0; column < graph->ranks; column++) {
            if (e < end && graph->target[e] == column)
                print_element(graph->bytes[e++], text);
            else
                print_element(column == row ? topomap_graph_self(graph, row).bytes : 0, text);
        }
    }
    return 0;
}

const struct graph_format graph_format_npy = {
    .name = "npy",
    .summary = "array of numpy.save: a dense matrix, or edges; written as a matrix",
    .extensions = ".npy",
    .binary = true,
    .match = npy_match,
    .parse = npy_parse,
    .print = npy_print,
};
