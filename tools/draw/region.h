/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a network that a job has nodes in, as planes of columns and rows of places. */
#ifndef DRAW_REGION_H
#define DRAW_REGION_H

#include "draw/scene.h"

/*
 * Columns are the first dimension, rows the second, planes all others. For routers in rows the
 * columns of a group are the columns here, and a group whose routers are all linked is nearly a
 * square. Planes without nodes of the job are left out, and so are the columns and rows of a grid
 * before its first and behind its last node.
 */
struct region {
    uint32_t columns, rows;
    uint32_t from[2];             /* the first column and row */
    uint32_t planes;
    uint32_t *number;             /* [planes]: of each among all planes of the network */
    uint32_t all;                 /* number of these */
    uint32_t *column, *row, *plane; /* [nodes]: the place of each node of the job */
};

int region_make(struct region *region, const struct scene *scene, struct topomap_error *error);
void region_free(struct region *region);

#endif
