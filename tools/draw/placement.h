/* SPDX-License-Identifier: BSD-3-Clause */
/* Drawing placements, a form for each sort of networks. */
#ifndef DRAW_PLACEMENT_H
#define DRAW_PLACEMENT_H

#include "draw/measures.h"
#include "draw/mosaic.h"
#include "draw/scene.h"

#define PLACEMENT_WIDTH 1180.0 /* of a picture */

struct placement_drawing {
    const struct scene *scene;
    struct measures measures;
    struct svg svg;
    double width;
    struct mosaic mosaic;
    uint32_t *column, *row; /* [nodes]: the cell of a node; rows of strips are slots instead */
    uint32_t per_column;    /* nodes of a column of strips */
    uint32_t per_row;       /* slots of a row of strips */
    uint32_t planes;        /* how many planes stand side by side in the mosaic */
    uint32_t plane_columns; /* columns of each */
};

struct placement_form {
    /* Make the mosaic, for a picture or for letters, and say in `note` what a cell is. */
    int (*prepare)(struct placement_drawing *drawing, bool letters, char *note, size_t size,
                   struct topomap_error *error);
    /* Draw from *y on, and leave there where it ends. */
    int (*draw)(struct placement_drawing *drawing, double *y, struct topomap_error *error);
    void (*print)(struct placement_drawing *drawing, struct text *out);
};

/* Nodes in a row, below the tree of switches if there is one, each with its ranks one below the
 * other. */
extern const struct placement_form placement_strips;

/* Nodes at their coordinates: planes side by side. */
extern const struct placement_form placement_planes;

/* What the prepare functions made. */
void placement_free(struct placement_drawing *drawing);

/* The heading of a measure on a side. */
static inline const char *placement_side(const struct measure *measure,
                                         const struct scene_side *side)
{
    return measure->moved ? "what moved" : side->name;
}

#endif
