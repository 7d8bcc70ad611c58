/* SPDX-License-Identifier: BSD-3-Clause */
/* What all readers of Matrix Market files share. Format: Boisvert, Pozo, Remington, "The Matrix
 * Market Exchange Formats: Initial Design", NISTIR 5935, 1996. */
#include "io/mtx.h"

#include "base/error.h"

#include <string.h>
#include <strings.h>

/* Parse the next word of the banner, which must be one of the first `count` of `words`. Returns its
 * index, or -1. */
static int parse_word(struct mtx *mtx, const char *what, const char *const *words, int count)
{
    struct scan *scan = mtx->scan;
    size_t length = 0;

    scan_blanks(scan);
    while (scan->at + length < scan->end && scan->at[length] != ' ' && scan->at[length] != '\t')
        length++;
    for (int i = 0; i < count; i++) {
        if (strlen(words[i]) == length && strncasecmp(words[i], scan->at, length) == 0) {
            scan->at += length;
            return i;
        }
    }
    return scan_fail(scan, mtx->error, "the %s '%.*s' is not supported", what,
                     (int)(length < 20 ? length : 20), scan->at);
}

static int parse_banner(struct mtx *mtx, enum mtx_field last_field, enum mtx_symmetry last_symmetry)
{
    static const char *const objects[] = {"matrix"};
    static const char *const layouts[] = {"coordinate"};
    static const char *const fields[] = {"integer", "real", "double", "pattern", "complex"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
    struct scan *scan = mtx->scan;
    int field, symmetry;

    if (scan_next(scan, mtx->error) < 0)
        return -1;
    if ((size_t)(scan->end - scan->at) < strlen(MTX_BANNER) ||
        memcmp(scan->at, MTX_BANNER, strlen(MTX_BANNER)) != 0)
        return scan_fail(scan, mtx->error, "'%s' is missing", MTX_BANNER);
    scan->at += strlen(MTX_BANNER);
    if (parse_word(mtx, "object", objects, 1) < 0 || parse_word(mtx, "layout", layouts, 1) < 0)
        return -1;
    field = parse_word(mtx, "kind of values", fields, (int)last_field + 1);
    symmetry = field < 0 ? -1
                         : parse_word(mtx, "symmetry", symmetries, (int)last_symmetry + 1);
    if (symmetry < 0)
        return -1;
    mtx->field = (enum mtx_field)field;
    mtx->symmetry = (enum mtx_symmetry)symmetry;
    return 0;
}

/* Read the next whole number of a line, at most `limit`, and skip the blanks after it. */
static int parse_number(struct mtx *mtx, const char *what, uint64_t limit, uint64_t *number)
{
    struct scan *scan = mtx->scan;

    if (scan_number(scan, what, limit, number, mtx->error) < 0)
        return -1;
    if (!scan_done(scan) && *scan->at != ' ' && *scan->at != '\t')
        return scan_fail(scan, mtx->error, "unexpected character after %s", what);
    scan_blanks(scan);
    return 0;
}

int mtx_end(struct mtx *mtx)
{
    return scan_done(mtx->scan) ? 0
                                : scan_fail(mtx->scan, mtx->error, "unexpected text at the end");
}

static int parse_size(struct mtx *mtx, uint32_t limit)
{
    uint64_t rows, columns;
    int more = scan_next_filled(mtx->scan, '%', mtx->error);

    if (more < 0)
        return -1;
    if (!more)
        return scan_fail(mtx->scan, mtx->error, "the size of the matrix is missing");
    if (parse_number(mtx, "the number of rows", limit, &rows) < 0 ||
        parse_number(mtx, "the number of columns", limit, &columns) < 0 ||
        parse_number(mtx, "the number of entries", UINT64_C(1) << 40, &mtx->entries) < 0 ||
        mtx_end(mtx) < 0)
        return -1;
    if (!rows && !columns)
        return scan_fail(mtx->scan, mtx->error, "the matrix has no rows");
    if (rows != columns)
        return scan_fail(mtx->scan, mtx->error,
                         "the matrix has %llu rows but %llu columns: it must be square",
                         (unsigned long long)rows, (unsigned long long)columns);
    mtx->rows = (uint32_t)rows;
    return 0;
}

int mtx_head(struct mtx *mtx, enum mtx_field field, enum mtx_symmetry symmetry, uint32_t limit)
{
    return parse_banner(mtx, field, symmetry) < 0 ? -1 : parse_size(mtx, limit);
}

int mtx_place(struct mtx *mtx, uint64_t *row, uint64_t *column)
{
    return parse_number(mtx, "the row", mtx->rows, row) < 0
               ? -1
               : parse_number(mtx, "the column", mtx->rows, column);
}

int mtx_check_place(struct mtx *mtx, uint64_t row, uint64_t column)
{
    if (!row || !column)
        return scan_fail(mtx->scan, mtx->error, "rows and columns are counted from 1");
    if (mtx->symmetry != MTX_GENERAL && column > row)
        return scan_fail(mtx->scan, mtx->error,
                         "a symmetric matrix must list only its lower triangle");
    return 0;
}

int mtx_entries(struct mtx *mtx, int (*entry)(struct mtx *mtx, void *context), void *context)
{
    uint64_t entries = 0;
    int more;

    while ((more = scan_next_filled(mtx->scan, '%', mtx->error)) > 0) {
        if (entries == mtx->entries)
            return scan_fail(mtx->scan, mtx->error, "more than the expected %llu entries",
                             (unsigned long long)mtx->entries);
        if (entry(mtx, context) < 0)
            return -1;
        entries++;
    }
    if (more == 0 && entries < mtx->entries)
        return scan_fail(mtx->scan, mtx->error, "the text ends after %llu of %llu entries",
                         (unsigned long long)entries, (unsigned long long)mtx->entries);
    return more;
}
