/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse matrices in Matrix Market files: only the places of entries are used, not their values. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/matrix.h"
#include "io/mtx.h"

#include <stdlib.h>

struct reader {
    struct topomap_matrix *matrix;
    size_t capacity;
};

static bool skip_digits(struct scan *scan)
{
    const char *from = scan->at;

    while (!scan_done(scan) && *scan->at >= '0' && *scan->at <= '9')
        scan->at++;
    return scan->at > from;
}

static bool skip_one_of(struct scan *scan, char a, char b)
{
    if (scan_done(scan) || (*scan->at != a && *scan->at != b))
        return false;
    scan->at++;
    return true;
}

/* Skip a number, which may have a fraction and an exponent if `real`; Fortran writes 1.5D0. */
static int skip_value(struct mtx *mtx, bool real)
{
    struct scan *scan = mtx->scan;
    const char *from = scan->at;
    bool digits, whole;

    skip_one_of(scan, '+', '-');
    digits = skip_digits(scan);
    if (real && skip_one_of(scan, '.', '.'))
        digits |= skip_digits(scan);
    whole = digits;
    if (real && digits &&
        (skip_one_of(scan, 'e', 'E') || skip_one_of(scan, 'd', 'D'))) {
        skip_one_of(scan, '+', '-');
        whole = skip_digits(scan);
    }
    if (whole && (scan_done(scan) || *scan->at == ' ' || *scan->at == '\t')) {
        scan_blanks(scan);
        return 0;
    }
    scan->at = from;
    return scan_fail(scan, mtx->error,
                     scan_done(scan) ? "the value is missing"
                                     : real ? "the value is not a number"
                                            : "the value is not a whole number");
}

static int skip_values(struct mtx *mtx)
{
    if (mtx->field == MTX_PATTERN)
        return 0;
    if (mtx->field == MTX_COMPLEX && skip_value(mtx, true) < 0)
        return -1;
    return skip_value(mtx, mtx->field != MTX_INTEGER);
}

static int parse_entry(struct mtx *mtx, void *context)
{
    struct reader *reader = context;
    struct topomap_matrix *matrix = reader->matrix;
    uint64_t row, column;

    if (mtx_place(mtx, &row, &column) < 0 || skip_values(mtx) < 0 || mtx_end(mtx) < 0 ||
        mtx_check_place(mtx, row, column) < 0)
        return -1;
    if (matrix->entries + 2 > reader->capacity &&
        array_grow(&matrix->entry, &reader->capacity, matrix->entries + 2,
                   sizeof *matrix->entry) < 0)
        return error_memory(mtx->error);
    matrix->entry[matrix->entries++] =
        (struct matrix_entry){(uint32_t)row - 1, (uint32_t)column - 1};
    if (mtx->symmetry != MTX_GENERAL && row != column)
        matrix->entry[matrix->entries++] =
            (struct matrix_entry){(uint32_t)column - 1, (uint32_t)row - 1};
    return 0;
}

static struct topomap_matrix *parse(const struct source *source, struct topomap_error *error)
{
    struct topomap_matrix *matrix;
    struct reader reader = {0};
    struct scan scan;
    struct mtx mtx = {.scan = &scan, .error = error};

    if (source_check(source, error) < 0)
        return NULL;
    matrix = reader.matrix = array_new(1, sizeof *matrix);
    if (!matrix) {
        error_memory(error);
        return NULL;
    }
    scan_init(&scan, source);
    if (mtx_head(&mtx, MTX_COMPLEX, MTX_HERMITIAN, MATRIX_MAX_ROWS) == 0 &&
        mtx_entries(&mtx, parse_entry, &reader) == 0) {
        matrix->rows = mtx.rows;
        return matrix;
    }
    topomap_matrix_destroy(matrix);
    return NULL;
}

struct topomap_matrix *topomap_matrix_read(const char *path, struct topomap_error *error)
{
    struct topomap_matrix *matrix;
    struct source source;

    if (source_read(&source, path, SOURCE_MAX_GRAPH, error) < 0)
        return NULL;
    matrix = parse(&source, error);
    free((char *)source.text);
    return matrix;
}

struct topomap_matrix *topomap_matrix_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};

    return parse(&source, error);
}

void topomap_matrix_destroy(struct topomap_matrix *matrix)
{
    if (!matrix)
        return;
    free(matrix->entry);
    free(matrix);
}
