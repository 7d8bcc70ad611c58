/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_RECIPE_YAML_H
#define IO_RECIPE_YAML_H

#include "input/item.h"
#include "recipe/recipe.h"
#include "recipe/tree.h"

/* A cell of the network's box to which `map` has not assigned a rank yet. */
#define RECIPE_FREE UINT32_MAX

/* Most cells that the steps of a box may move in total. */
#define RECIPE_MAX_MOVES (UINT64_C(1) << 28)

/* One of the two boxes of a recipe, while its steps run. */
struct recipe_side {
    const struct source *source;
    const struct item *names;       /* names of the dimensions; NULL: they only have numbers */
    struct recipe_side *application; /* for the network, the application, which `map` takes; else
                                      * NULL */
    struct tree root;
    uint32_t made;                  /* boxes made by cuts so far */
    uint64_t moved;
    uint32_t *cells;                /* [box_cells]: the rank in each cell */
    uint32_t *work;                 /* [box_cells]: scratch */
    uint64_t *codes;                /* [box_cells]; NULL until a step needs them */
    struct topomap_error *error;
};

struct topomap_recipe *recipe_yaml_parse(const struct source *source, struct topomap_error *error);

/* Run the list of steps. TOPOMAP_INPUT with `name:line: `. */
int recipe_steps_run(struct recipe_side *side, const struct item *steps);

#endif
