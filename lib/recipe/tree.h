/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECIPE_TREE_H
#define RECIPE_TREE_H

#include "recipe/box.h"

/*
 * A partition tree: a box that is cut into disjoint boxes that cover it, which may be cut again.
 * Source: Bhatele et al., "Mapping Applications with Collectives over Sub-communicators on Torus
 * Networks" (Rubik), SC 2012, section III.
 */
struct tree {
    struct box box;
    uint32_t parts[BOX_MAX_DIMS]; /* number of children along each dimension */
    uint32_t children;            /* 0: a leaf */
    struct tree *child;           /* [children], last dimension fastest */
};

#define TREE_MAX_NODES (1U << 20) /* most boxes that cuts of one root may make */
#define TREE_MAX_DEPTH 16

void tree_free(struct tree *tree); /* Free the children, not the tree itself. */

/*
 * Cut a box as box_part does; its former children are freed. *made counts the boxes made.
 * TOPOMAP_INPUT if a part would be empty or there would be too many boxes.
 */
int tree_cut(struct tree *tree, const uint32_t *parts, const enum box_cut *how, uint32_t *made,
             struct topomap_error *error);

/* Boxes of a tree. Start from {0}; free() the array. */
struct tree_list {
    struct tree **tree;
    size_t count;
    size_t capacity;
};

/*
 * Append the boxes below `tree` that `path` names, in order. Levels are separated by '/'; each is
 * "*" for all children or a subscript such as "0,2,*". "" is the tree itself. TOPOMAP_INPUT if
 * there are no such boxes.
 */
int tree_select(struct tree *tree, const char *path, struct tree_list *list,
                struct topomap_error *error);

/* Append the leaves, in order. */
int tree_leaves(struct tree *tree, struct tree_list *list, struct topomap_error *error);

/* Describe the tree: "9x3x8 in 1x1x8 boxes of 9x3x1", truncated to `size` bytes. */
void tree_print(const struct tree *tree, char *text, size_t size);

#endif
