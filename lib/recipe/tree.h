/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECIPE_TREE_H
#define RECIPE_TREE_H

#include "recipe/box.h"

/*
 * A partition tree: a box, cut into boxes that are disjoint and cover it, and so on. Source:
 * Bhatele et al., "Mapping Applications with Collectives over Sub-communicators on Torus
 * Networks" (Rubik), SC 2012, section III.
 */
struct tree {
    struct box box;
    uint32_t parts[BOX_MAX_DIMS]; /* children in each dimension */
    uint32_t children;            /* 0: a leaf */
    struct tree *child;           /* [children], last dimension fastest */
};

#define TREE_MAX_NODES (1U << 20) /* boxes that cuts may make of one root */
#define TREE_MAX_DEPTH 16

void tree_free(struct tree *tree); /* what it holds, not the tree itself */

/*
 * Cut a box as box_part does; children that it had are gone. *made counts the boxes made.
 * TOPOMAP_INPUT if a part would be empty or there are too many boxes.
 */
int tree_cut(struct tree *tree, const uint32_t *parts, const enum box_cut *how, uint32_t *made,
             struct topomap_error *error);

/* Boxes of a tree. Start from {0}; the array is freed with free(). */
struct tree_list {
    struct tree **tree;
    size_t count;
    size_t capacity;
};

/*
 * Add the boxes that `path` names below `tree`, in order: levels parted by '/', each "*" for all
 * children or a subscript like "0,2,*"; "" is the tree itself. TOPOMAP_INPUT if there are none.
 */
int tree_select(struct tree *tree, const char *path, struct tree_list *list,
                struct topomap_error *error);

/* Add the leaves, in order. */
int tree_leaves(struct tree *tree, struct tree_list *list, struct topomap_error *error);

/* The shape in words: "9x3x8 in 1x1x8 boxes of 9x3x1", cut off at `size` bytes. */
void tree_print(const struct tree *tree, char *text, size_t size);

#endif
