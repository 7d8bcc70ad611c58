/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_MTX_H
#define IO_MTX_H

#include "input/scan.h"

#define MTX_BANNER "%%MatrixMarket"

enum mtx_field { MTX_INTEGER, MTX_REAL, MTX_DOUBLE, MTX_PATTERN, MTX_COMPLEX };
enum mtx_symmetry { MTX_GENERAL, MTX_SYMMETRIC, MTX_SKEW_SYMMETRIC, MTX_HERMITIAN };

/* What a Matrix Market file says of itself before its entries. */
struct mtx {
    struct scan *scan;
    struct topomap_error *error;
    enum mtx_field field;
    enum mtx_symmetry symmetry; /* but for general, one triangle stands for both */
    uint32_t rows;              /* and columns */
    uint64_t entries;           /* that the file lists */
};

/*
 * The banner, "%%MatrixMarket matrix coordinate FIELD SYMMETRY", and the size behind comments,
 * `rows columns entries`. Fields up to `field` and symmetries up to `symmetry` are accepted, and
 * square matrices of 1 to `limit` rows; others are TOPOMAP_INPUT. Fills `mtx` but for scan and
 * error, which are given.
 */
int mtx_head(struct mtx *mtx, enum mtx_field field, enum mtx_symmetry symmetry, uint32_t limit);

/* The next whole number of a line, at most `limit`, and the blanks behind it. */
int mtx_number(struct mtx *mtx, const char *what, uint64_t limit, uint64_t *number);

/* TOPOMAP_INPUT unless the line is at its end. */
int mtx_end(struct mtx *mtx);

/*
 * Go through the entries: `entry` is called at the begin of each line, reads row and column with
 * mtx_place, then its value, and checks all with mtx_check_place; returns -1 to stop. TOPOMAP_INPUT
 * unless there are as many entries as the size says.
 */
int mtx_entries(struct mtx *mtx, int (*entry)(struct mtx *mtx, void *context), void *context);

/* Row and column, counted from 1, and whether they are in the matrix, and in its lower triangle
 * where one stands for both. */
int mtx_place(struct mtx *mtx, uint64_t *row, uint64_t *column);
int mtx_check_place(struct mtx *mtx, uint64_t row, uint64_t column);

#endif
