/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws placements, with a form for each type of network. */
#ifndef DRAW_PLACEMENT_H
#define DRAW_PLACEMENT_H

#include "draw/measures.h"
#include "draw/mosaic.h"
#include "draw/region.h"
#include "draw/scene.h"

struct placement_drawing {
    const struct scene *scene;
    struct measures measures;
    struct svg svg;
    struct region region;   /* of planes; strips have none */
    struct mosaic mosaic;
    uint32_t *column, *row; /* [nodes]: the cell of each node; in strips rows are slots instead */
    uint32_t per_column;    /* nodes per column of strips */
    uint32_t per_row;       /* slots per row of strips */
    uint32_t planes;        /* number of planes side by side in the mosaic */
    uint32_t place_columns; /* columns of places in each plane, and rows */
    uint32_t rows;
    uint32_t across, down;  /* cells of a place; 1: all its ranks share one */
    uint32_t plane_columns; /* columns of cells in each plane */
    uint32_t *offset;       /* [nodes]: number of the node's first task in its place */
    uint32_t planes_each;   /* planes of the network combined into one */
    uint32_t line;          /* planes side by side in a line of the picture */
    double place;           /* size of a place, in pixels */
    bool beside;            /* before and after are side by side */
    bool single;            /* no cell has more than one rank */
    bool numbered;          /* numbers of planes stand above them */
};

struct placement_form {
    /* Make the mosaic, for a picture or for letters, and describe a cell in `note`. */
    int (*prepare)(struct placement_drawing *drawing, bool letters, char *note, size_t size,
                   struct topomap_error *error);
    /* Draw from *y on, and move *y to the end of the drawing. */
    int (*draw)(struct placement_drawing *drawing, double *y, struct topomap_error *error);
    void (*print)(struct placement_drawing *drawing, struct text *out);
};

/* Nodes in a row, below the tree of switches if there is one; the ranks of a node are in a
 * column. */
extern const struct placement_form placement_strips;

/* Nodes at their coordinates, as planes side by side. */
extern const struct placement_form placement_planes;

/* The heading of a measure for a side. */
static inline const char *placement_side(const struct measure *measure,
                                         const struct scene_side *side)
{
    return measure->moved ? "what moved" : side->name;
}

#endif
