/* SPDX-License-Identifier: BSD-3-Clause */
#include "recipe/tree.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tree_free(struct tree *tree)
{
    for (uint32_t i = 0; i < tree->children; i++)
        tree_free(&tree->child[i]);
    free(tree->child);
    tree->child = NULL;
    tree->children = 0;
}

static int check_parts(const struct box *box, const uint32_t *parts, uint32_t limit,
                       uint32_t *count, struct topomap_error *error)
{
    uint64_t product = 1;

    for (uint32_t d = 0; d < box->dims; d++) {
        if (!parts[d] || parts[d] > box->size[d])
            return error_set(error, TOPOMAP_INPUT,
                             "dimension %u has length %u and cannot be cut into %u parts", d,
                             box->size[d], parts[d]);
        product *= parts[d]; /* no more than the number of cells */
    }
    if (product > limit)
        return error_set(error, TOPOMAP_INPUT, "there are more than %u boxes", TREE_MAX_NODES);
    *count = (uint32_t)product;
    return 0;
}

int tree_cut(struct tree *tree, const uint32_t *parts, const enum box_cut *how, uint32_t *made,
             struct topomap_error *error)
{
    uint32_t index[BOX_MAX_DIMS] = {0};
    struct tree *child;
    uint32_t count = 0;

    if (check_parts(&tree->box, parts, TREE_MAX_NODES - *made, &count, error) < 0)
        return -1;
    child = array_new(count, sizeof *child);
    if (!child)
        return error_memory(error);
    tree_free(tree);
    for (uint32_t i = 0; i < count; i++) {
        box_part(&tree->box, parts, how, index, &child[i].box);
        box_next(tree->box.dims, parts, index);
    }
    memcpy(tree->parts, parts, tree->box.dims * sizeof *parts);
    tree->child = child;
    tree->children = count;
    *made += count;
    return 0;
}

static int add(struct tree *tree, struct tree_list *list, struct topomap_error *error)
{
    if (array_grow(&list->tree, &list->capacity, list->count + 1, sizeof *list->tree) < 0)
        return error_memory(error);
    list->tree[list->count++] = tree;
    return 0;
}

/* Stands for all subscripts of a dimension. */
#define ANY UINT32_MAX

static int level_error(const char *level, size_t length, uint32_t dims,
                       struct topomap_error *error)
{
    return error_set(error, TOPOMAP_INPUT,
                     "the subscript '%.*s' is neither '*' nor %u numbers or '*' separated by ','",
                     (int)(length < 60 ? length : 60), level, dims);
}

/* Parse the subscripts of one level of a path. */
static int parse_level(const struct tree *tree, const char *level, size_t length, uint32_t *wanted,
                       struct topomap_error *error)
{
    const char *at = level, *end = level + length;
    uint32_t dims = tree->box.dims;

    for (uint32_t d = 0; d < dims; d++)
        wanted[d] = ANY;
    if (length == 1 && *level == '*')
        return 0;
    for (uint32_t d = 0; d < dims; d++) {
        uint64_t number;

        if (d && (at == end || *at++ != ','))
            return level_error(level, length, dims, error);
        if (at < end && *at == '*') {
            at++;
            continue;
        }
        if (text_parse_number(&at, end, UINT32_MAX, &number) < 0)
            return level_error(level, length, dims, error);
        if (number >= tree->parts[d])
            return error_set(error, TOPOMAP_INPUT,
                             "there is no child %llu in dimension %u, which is cut into %u",
                             (unsigned long long)number, d, tree->parts[d]);
        wanted[d] = (uint32_t)number;
    }
    return at == end ? 0 : level_error(level, length, dims, error);
}

/* The child at these subscripts, of which only those count that are not wanted. */
static struct tree *child_at(struct tree *tree, const uint32_t *wanted, const uint32_t *index)
{
    uint32_t at = 0;

    for (uint32_t d = 0; d < tree->box.dims; d++)
        at = at * tree->parts[d] + (wanted[d] == ANY ? index[d] : wanted[d]);
    return &tree->child[at];
}

static int select_below(struct tree *tree, const char *path, uint32_t depth,
                        struct tree_list *list, struct topomap_error *error)
{
    uint32_t wanted[BOX_MAX_DIMS], index[BOX_MAX_DIMS] = {0}, span[BOX_MAX_DIMS];
    size_t length = strcspn(path, "/");
    int result;

    if (!tree->children)
        return error_set(error, TOPOMAP_INPUT, "'%.60s': the box is not cut into boxes", path);
    if (depth == TREE_MAX_DEPTH)
        return error_set(error, TOPOMAP_INPUT, "there are more than %d levels", TREE_MAX_DEPTH);
    if (parse_level(tree, path, length, wanted, error) < 0)
        return -1;
    for (uint32_t d = 0; d < tree->box.dims; d++)
        span[d] = wanted[d] == ANY ? tree->parts[d] : 1;
    do {
        struct tree *child = child_at(tree, wanted, index);

        result = path[length] ? select_below(child, path + length + 1, depth + 1, list, error)
                              : add(child, list, error);
    } while (result == 0 && box_next(tree->box.dims, span, index));
    return result;
}

int tree_select(struct tree *tree, const char *path, struct tree_list *list,
                struct topomap_error *error)
{
    return *path ? select_below(tree, path, 1, list, error) : add(tree, list, error);
}

int tree_leaves(struct tree *tree, struct tree_list *list, struct topomap_error *error)
{
    if (!tree->children)
        return add(tree, list, error);
    for (uint32_t i = 0; i < tree->children; i++) {
        if (tree_leaves(&tree->child[i], list, error) < 0)
            return -1;
    }
    return 0;
}

static bool same_shape(const struct tree *a, const struct tree *b)
{
    size_t size = a->box.dims * sizeof *a->parts;

    if (memcmp(a->box.size, b->box.size, size) != 0 || a->children != b->children ||
        (a->children && memcmp(a->parts, b->parts, size) != 0))
        return false;
    for (uint32_t i = 0; i < a->children; i++) {
        if (!same_shape(&a->child[i], &b->child[i]))
            return false;
    }
    return true;
}

void tree_print(const struct tree *tree, char *text, size_t size)
{
    char parts[BOX_MAX_DIMS * 9];
    size_t length;

    box_print(tree->box.dims, tree->box.size, text, size);
    if (!tree->children)
        return;
    box_print(tree->box.dims, tree->parts, parts, sizeof parts);
    length = strlen(text);
    length += (size_t)snprintf(text + length, size - length, " in %s boxes of ", parts);
    if (length >= size)
        return;
    for (uint32_t i = 1; i < tree->children; i++) {
        if (!same_shape(tree->child, &tree->child[i])) {
            snprintf(text + length, size - length, "several shapes");
            return;
        }
    }
    tree_print(tree->child, text + length, size - length);
}
