/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_MATRIX_H
#define GRAPH_MATRIX_H

#include "topomap_internal.h"

/* Most rows of a matrix; METIS numbers them with 31 bits. */
#define MATRIX_MAX_ROWS ((uint32_t)1 << 26)

/* A place of a matrix that holds a value, counted from 0. */
struct matrix_entry {
    uint32_t row;
    uint32_t column;
};

/* The places of a square sparse matrix, in any order; the same one may stand twice. */
struct topomap_matrix {
    uint32_t rows;              /* and columns */
    size_t entries;
    struct matrix_entry *entry; /* [entries]: both triangles of symmetric ones */
};

#endif
