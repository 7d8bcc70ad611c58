/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_MTX_H
#define IO_MTX_H

#include "input/scan.h"

#define MTX_BANNER "%%MatrixMarket"

enum mtx_field { MTX_INTEGER, MTX_REAL, MTX_DOUBLE, MTX_PATTERN, MTX_COMPLEX };
enum mtx_symmetry { MTX_GENERAL, MTX_SYMMETRIC, MTX_SKEW_SYMMETRIC, MTX_HERMITIAN };

/* The header of a Matrix Market file. */
struct mtx {
    struct scan *scan;
    struct topomap_error *error;
    enum mtx_field field;
    enum mtx_symmetry symmetry; /* unless it is general, the file lists one triangle */
    uint32_t rows;              /* equal to the number of columns */
    uint64_t entries;           /* listed in the file */
};

/*
 * Parse the banner, "%%MatrixMarket matrix coordinate FIELD SYMMETRY", and after comments the size,
 * `rows columns entries`. TOPOMAP_INPUT for fields after `field` and symmetries after `symmetry` in
 * their enums, and unless the matrix is square with 1 to `limit` rows. The caller sets `scan` and
 * `error` of `mtx`; all else is filled in.
 */
int mtx_head(struct mtx *mtx, enum mtx_field field, enum mtx_symmetry symmetry, uint32_t limit);

/* TOPOMAP_INPUT unless the cursor is at the end of the line. */
int mtx_end(struct mtx *mtx);

/*
 * Read all entries: `entry` is called at the beginning of each line. It reads row and column with
 * mtx_place, then the value, and checks the entry with mtx_check_place; it returns -1 to stop.
 * TOPOMAP_INPUT unless the number of entries is the one in the header.
 */
int mtx_entries(struct mtx *mtx, int (*entry)(struct mtx *mtx, void *context), void *context);

/* Read row and column, counted from 1. mtx_check_place checks that they lie in the matrix, and in
 * the lower triangle if the file lists only that. */
int mtx_place(struct mtx *mtx, uint64_t *row, uint64_t *column);
int mtx_check_place(struct mtx *mtx, uint64_t row, uint64_t column);

#endif
