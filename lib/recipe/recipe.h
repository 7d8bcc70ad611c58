/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECIPE_RECIPE_H
#define RECIPE_RECIPE_H

#include "recipe/box.h"

/* The result of a recipe: the rank in each cell of the network's box. */
struct topomap_recipe {
    char *graph;                 /* pattern or path; NULL: the recipe names none */
    uint32_t dims;               /* of the network's box */
    uint32_t size[BOX_MAX_DIMS];
    uint32_t ranks;              /* one for each cell */
    uint32_t *rank;              /* [ranks]: the rank in each cell, in scan order */
    /* The boxes into which the steps cut both boxes, for pictures. */
    struct recipe_parts {
        uint32_t dims;
        uint32_t size[BOX_MAX_DIMS];
        uint32_t count;
        uint32_t *part;          /* [ranks]: the part that holds each cell, in scan order */
    } application, network;
    uint32_t *application_rank;  /* [ranks]: the rank in each cell of the application's box */
};

#endif
