/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_RECIPE_YAML_H
#define IO_RECIPE_YAML_H

#include "input/item.h"
#include "recipe/recipe.h"
#include "recipe/tree.h"

/* A cell of the network's box before `map` has put a rank there. */
#define RECIPE_FREE UINT32_MAX

/* Cells that the steps of a box may move, all together. */
#define RECIPE_MAX_MOVES (UINT64_C(1) << 28)

/* One of the two boxes of a recipe, while its steps run. */
struct recipe_side {
    const struct source *source;
    const struct item *names;       /* of the dimensions; NULL: numbers only */
    struct recipe_side *application; /* of the network: what `map` takes; else NULL */
    struct tree root;
    uint32_t made;                  /* boxes that cuts made */
    uint64_t moved;
    uint32_t *cells;                /* [box_cells]: the rank in each cell */
    uint32_t *work;                 /* [box_cells] */
    uint64_t *codes;                /* [box_cells]; NULL until a step needs them */
    struct topomap_error *error;
};

struct topomap_recipe *recipe_yaml_parse(const struct source *source, struct topomap_error *error);

/* Run the list of steps. TOPOMAP_INPUT with `name:line: `. */
int recipe_steps_run(struct recipe_side *side, const struct item *steps);

#endif
