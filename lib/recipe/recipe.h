/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECIPE_RECIPE_H
#define RECIPE_RECIPE_H

#include "recipe/box.h"

/* What a recipe comes down to: which rank is in which cell of the network's box. */
struct topomap_recipe {
    char *graph;                 /* pattern or path; NULL: none is named */
    uint32_t dims;               /* of the network's box */
    uint32_t size[BOX_MAX_DIMS];
    uint32_t ranks;              /* as many as cells */
    uint32_t *rank;              /* [ranks]: the rank in each cell, in scan order */
    /* The boxes that both were cut into in the end, for pictures. */
    struct recipe_parts {
        uint32_t dims;
        uint32_t size[BOX_MAX_DIMS];
        uint32_t count;
        uint32_t *part;          /* [ranks]: which one each cell is in, in scan order */
    } application, network;
    uint32_t *application_rank;  /* [ranks]: the rank in each cell of the application's box */
};

#endif
