/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_MATRIX_H
#define GRAPH_MATRIX_H

#include "topomap_internal.h"

/* Most rows of a matrix; METIS numbers them in 31 bits. */
#define MATRIX_MAX_ROWS ((uint32_t)1 << 26)

/* The row and column of a stored entry, counted from 0. */
struct matrix_entry {
    uint32_t row;
    uint32_t column;
};

/* The stored entries of a square sparse matrix, in any order; duplicates are allowed. */
struct topomap_matrix {
    uint32_t rows;              /* equal to the number of columns */
    size_t entries;
    struct matrix_entry *entry; /* [entries]: symmetric matrices have both triangles */
};

#endif
