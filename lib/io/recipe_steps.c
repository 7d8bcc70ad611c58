/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The steps of a recipe. For the meaning of the operations see Bhatele et al., "Mapping
 * Applications with Collectives over Sub-communicators on Torus Networks" (Rubik), SC 2012,
 * sections III and IV.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/recipe_yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The current step; `value` is the argument of its operation. */
struct step {
    struct recipe_side *side;
    const struct item *item;
    const struct item *value;
};

static int fail(const struct step *step, const struct topomap_error *why)
{
    return item_relay(step->side->source, step->value, step->side->error, why);
}

/* ---- arguments --------------------------------------------------------------------------- */

/* Check a list with one item for each dimension. */
static int check_list(const struct step *step, const struct item *list)
{
    const struct recipe_side *side = step->side;

    if (item_check_kind(side->source, list, ITEM_LIST, side->error) < 0)
        return -1;
    if (list->count != side->root.box.dims)
        return item_fail(side->source, list, side->error,
                         "'%s' has %u items, the box has %u dimensions", list->key, list->count,
                         side->root.box.dims);
    return 0;
}

static int read_lengths(const struct step *step, const struct item *list, uint32_t *lengths)
{
    const struct recipe_side *side = step->side;

    if (check_list(step, list) < 0)
        return -1;
    for (const struct item *item = list->child; item; item = item->next) {
        uint64_t number;

        if (item_number(side->source, item, TOPOMAP_MAX_RANKS, &number, side->error) < 0)
            return -1;
        *lengths++ = (uint32_t)number;
    }
    return 0;
}

/* Read a dimension, given by its number or name. */
static int read_dimension(const struct step *step, const struct item *item, uint32_t *dimension)
{
    const struct recipe_side *side = step->side;
    const struct item *name = side->names ? side->names->child : NULL;
    uint64_t number;

    if (item_check_kind(side->source, item, ITEM_SCALAR, side->error) < 0)
        return -1;
    for (uint32_t d = 0; name; name = name->next, d++) {
        if (strcmp(name->text, item->text) == 0) {
            *dimension = d;
            return 0;
        }
    }
    if (item_number(side->source, item, side->root.box.dims - 1, &number, NULL) < 0)
        return item_fail(side->source, item, side->error,
                         "'%.60s' is not a dimension: these are %s0 to %u", item->text,
                         side->names ? "their names or " : "", side->root.box.dims - 1);
    *dimension = (uint32_t)number;
    return 0;
}

/* Read a whole number that may be negative. */
static int read_signed(const struct step *step, const struct item *item, int64_t *number)
{
    const struct recipe_side *side = step->side;
    const char *text = item->kind == ITEM_SCALAR ? item->text : "";
    bool negative = *text == '-';
    uint64_t size;

    text += negative;
    if (text_parse_number(&text, text + strlen(text), TOPOMAP_MAX_RANKS, &size) < 0 || *text)
        return item_fail(side->source, item, side->error,
                         "'%s' is not a whole number from -%u to %u", item->key,
                         TOPOMAP_MAX_RANKS, TOPOMAP_MAX_RANKS);
    *number = negative ? -(int64_t)size : (int64_t)size;
    return 0;
}

/* Read the member `key` of the step's map as such a number; leave the number unchanged if there is
 * no such member. */
static int read_member(const struct step *step, const char *key, int64_t *number)
{
    const struct item *item = item_find(step->value, key);

    return item ? read_signed(step, item, number) : 0;
}

static int read_plane(const struct step *step, const char *known, uint32_t *plane,
                      uint32_t *along)
{
    const struct recipe_side *side = step->side;
    const struct item *p, *a;

    if (item_check_keys(side->source, step->value, known, side->error) < 0)
        return -1;
    p = item_need(side->source, step->value, "plane", ITEM_SCALAR, side->error);
    a = p ? item_need(side->source, step->value, "along", ITEM_SCALAR, side->error) : NULL;
    if (!a || read_dimension(step, p, plane) < 0 || read_dimension(step, a, along) < 0)
        return -1;
    if (*plane == *along)
        return item_fail(side->source, step->value, side->error,
                         "'plane' and 'along' are the same dimension");
    return 0;
}

/* ---- cuts -------------------------------------------------------------------------------- */

static int cut(const struct step *step, struct tree *tree, const uint32_t *parts,
               const enum box_cut *how)
{
    struct topomap_error why;

    return tree_cut(tree, parts, how, &step->side->made, &why) < 0 ? fail(step, &why) : 0;
}

static const enum box_cut all_div[BOX_MAX_DIMS] = {BOX_DIV};
static const enum box_cut all_mod[BOX_MAX_DIMS] = {[0 ... BOX_MAX_DIMS - 1] = BOX_MOD};

static int run_div(const struct step *step, struct tree *tree)
{
    uint32_t parts[BOX_MAX_DIMS];

    return read_lengths(step, step->value, parts) < 0 ? -1 : cut(step, tree, parts, all_div);
}

static int run_tile(const struct step *step, struct tree *tree)
{
    uint32_t parts[BOX_MAX_DIMS];

    if (read_lengths(step, step->value, parts) < 0)
        return -1;
    for (uint32_t d = 0; d < tree->box.dims; d++) {
        if (!parts[d] || tree->box.size[d] % parts[d])
            return item_fail(step->side->source, step->value, step->side->error,
                             "dimension %u has length %u, which is not a multiple of %u", d,
                             tree->box.size[d], parts[d]);
        parts[d] = tree->box.size[d] / parts[d];
    }
    return cut(step, tree, parts, all_div);
}

static int run_mod(const struct step *step, struct tree *tree)
{
    uint32_t parts[BOX_MAX_DIMS];

    return read_lengths(step, step->value, parts) < 0 ? -1 : cut(step, tree, parts, all_mod);
}

static int run_cut(const struct step *step, struct tree *tree)
{
    const struct recipe_side *side = step->side;
    const struct item *parts_item, *by;
    uint32_t parts[BOX_MAX_DIMS], d = 0;
    enum box_cut how[BOX_MAX_DIMS];

    if (item_check_keys(side->source, step->value, "parts by", side->error) < 0)
        return -1;
    parts_item = item_need(side->source, step->value, "parts", ITEM_LIST, side->error);
    by = parts_item ? item_need(side->source, step->value, "by", ITEM_LIST, side->error) : NULL;
    if (!by || read_lengths(step, parts_item, parts) < 0 || check_list(step, by) < 0)
        return -1;
    for (const struct item *item = by->child; item; item = item->next) {
        const char *word = item->kind == ITEM_SCALAR ? item->text : "";

        if (strcmp(word, "div") != 0 && strcmp(word, "mod") != 0)
            return item_fail(side->source, item, side->error,
                             "'by' has div or mod for each dimension");
        how[d++] = *word == 'd' ? BOX_DIV : BOX_MOD;
    }
    return cut(step, tree, parts, how);
}

/* ---- permutations ------------------------------------------------------------------------ */

/* Count the cells moved, so that a small file cannot cause much work. */
static int count_moves(const struct step *step, const struct tree *tree)
{
    struct recipe_side *side = step->side;

    side->moved += box_cells(&tree->box);
    if (side->moved <= RECIPE_MAX_MOVES)
        return 0;
    return item_fail(side->source, step->value, side->error, "the steps move more than %llu cells",
                     (unsigned long long)RECIPE_MAX_MOVES);
}

/* Check that the box holds ranks that may be moved. */
static int check_move(const struct step *step, const struct tree *tree)
{
    struct recipe_side *side = step->side;
    uint32_t at[BOX_MAX_DIMS] = {0};

    if (count_moves(step, tree) < 0)
        return -1;
    do {
        if (side->cells[box_cell(&tree->box, at)] == RECIPE_FREE)
            return item_fail(side->source, step->value, side->error,
                             "there are no ranks here yet: 'map' comes before '%s'",
                             step->value->key);
    } while (box_next(tree->box.dims, tree->box.size, at));
    return 0;
}

/* Shift the hyperplane at each x along `along` by offset(x, by, stride). */
static int shift(const struct step *step, struct tree *tree, uint32_t plane, uint32_t along,
                 int64_t by, int64_t stride,
                 int64_t (*offset)(int64_t x, int64_t by, int64_t stride))
{
    struct recipe_side *side = step->side;
    int64_t size = tree->box.size[plane];
    uint32_t *table;

    if (check_move(step, tree) < 0)
        return -1;
    table = array_raw(tree->box.size[along], sizeof *table);
    if (!table)
        return error_memory(side->error);
    for (uint32_t x = 0; x < tree->box.size[along]; x++)
        table[x] = (uint32_t)((offset(x, by, stride) % size + size) % size);
    box_shift(&tree->box, side->cells, plane, along, table, side->work);
    free(table);
    return 0;
}

static int64_t tilt_offset(int64_t x, int64_t by, int64_t stride)
{
    (void)stride;
    return x * by;
}

static int run_tilt(const struct step *step, struct tree *tree)
{
    uint32_t plane, along;
    int64_t by = 1;

    if (read_plane(step, "plane along by", &plane, &along) < 0 ||
        read_member(step, "by", &by) < 0)
        return -1;
    return shift(step, tree, plane, along, by, 1, tilt_offset);
}

/* Falls from `depth` at `stride` to 0 at 2 * stride, and so on. */
static int64_t zigzag_offset(int64_t x, int64_t depth, int64_t stride)
{
    int64_t from_peak = x % (2 * stride) - stride;
    int64_t size = depth < 0 ? -depth : depth;
    int64_t offset = size - (from_peak < 0 ? -from_peak : from_peak) * size / stride;

    return depth < 0 ? -offset : offset;
}

static int run_zigzag(const struct step *step, struct tree *tree)
{
    uint32_t plane, along;
    int64_t depth = 1, stride = 1;

    if (read_plane(step, "plane along depth stride", &plane, &along) < 0 ||
        read_member(step, "depth", &depth) < 0 || read_member(step, "stride", &stride) < 0)
        return -1;
    if (stride < 1)
        return item_fail(step->side->source, step->value, step->side->error,
                         "'stride' is less than 1");
    return shift(step, tree, plane, along, depth, stride, zigzag_offset);
}

static int64_t same_offset(int64_t x, int64_t by, int64_t stride)
{
    (void)x, (void)stride;
    return by;
}

static int run_shift(const struct step *step, struct tree *tree)
{
    const struct recipe_side *side = step->side;
    const struct item *along;
    uint32_t dimension;
    int64_t by = 1;

    if (item_check_keys(side->source, step->value, "along by", side->error) < 0)
        return -1;
    along = item_need(side->source, step->value, "along", ITEM_SCALAR, side->error);
    if (!along || read_dimension(step, along, &dimension) < 0 || read_member(step, "by", &by) < 0)
        return -1;
    return shift(step, tree, dimension, dimension, by, 1, same_offset);
}

static int run_zorder(const struct step *step, struct tree *tree)
{
    struct recipe_side *side = step->side;
    bool inverse;

    if (item_check_kind(side->source, step->value, ITEM_SCALAR, side->error) < 0)
        return -1;
    inverse = strcmp(step->value->text, "inverse") == 0;
    if (!inverse && strcmp(step->value->text, "forward") != 0)
        return item_fail(side->source, step->value, side->error,
                         "'zorder' must be forward or inverse");
    if (check_move(step, tree) < 0)
        return -1;
    if (!side->codes)
        side->codes = array_raw(box_cells(&side->root.box), sizeof *side->codes);
    if (!side->codes)
        return error_memory(side->error);
    box_zorder(&tree->box, side->cells, inverse, side->work, side->codes);
    return 0;
}

/* ---- map --------------------------------------------------------------------------------- */

static int check_leaves(const struct step *step, const struct tree *from, const struct tree *to,
                        const struct tree_list *source, const struct tree_list *target)
{
    char shape[2][90];
    size_t i = 0;

    if (source->count == target->count) {
        while (i < source->count &&
               box_cells(&source->tree[i]->box) == box_cells(&target->tree[i]->box))
            i++;
        if (i == source->count)
            return 0;
    }
    tree_print(from, shape[0], sizeof shape[0]);
    tree_print(to, shape[1], sizeof shape[1]);
    if (source->count != target->count)
        return item_fail(step->side->source, step->value, step->side->error,
                         "the trees are not compatible: the application's is %s (%zu leaves), the "
                         "network's is %s (%zu leaves)",
                         shape[0], source->count, shape[1], target->count);
    return item_fail(step->side->source, step->value, step->side->error,
                     "the trees are not compatible: the application's is %s, the network's is %s, "
                     "and leaf %zu has %u ranks there and %u places here",
                     shape[0], shape[1], i, box_cells(&source->tree[i]->box),
                     box_cells(&target->tree[i]->box));
}

/* Copy the ranks of the leaves below `from` to those below `to`. */
static int map_pair(const struct step *step, struct tree *from, struct tree *to)
{
    struct recipe_side *side = step->side;
    struct tree_list source = {0}, target = {0};
    int result = -1;

    if (count_moves(step, to) == 0 && tree_leaves(from, &source, side->error) == 0 &&
        tree_leaves(to, &target, side->error) == 0)
        result = check_leaves(step, from, to, &source, &target);
    for (size_t i = 0; result == 0 && i < target.count; i++) {
        box_get(&source.tree[i]->box, side->application->cells, side->work);
        box_set(&target.tree[i]->box, side->cells, side->work);
    }
    free(source.tree);
    free(target.tree);
    return result;
}

static int select_from(const struct step *step, struct tree_list *from)
{
    struct recipe_side *side = step->side;
    const struct item *path = item_find(step->item, "from");
    struct topomap_error why;

    if (path && item_check_kind(side->source, path, ITEM_SCALAR, side->error) < 0)
        return -1;
    if (tree_select(&side->application->root, path ? path->text : "", from, &why) < 0)
        return item_relay(side->source, path ? path : step->item, side->error, &why);
    return 0;
}

static int run_map(const struct step *step, const struct tree_list *to)
{
    struct recipe_side *side = step->side;
    struct tree_list from = {0};
    int result;

    if (!side->application)
        return item_fail(side->source, step->value, side->error,
                         "'map' is a step of the network's box");
    if (step->value->kind != ITEM_SCALAR || strcmp(step->value->text, "application") != 0)
        return item_fail(side->source, step->value, side->error, "'map' is application");
    result = select_from(step, &from);
    if (result == 0 && from.count != to->count)
        result = item_fail(side->source, step->item, side->error,
                           "'from' names %zu boxes, 'at' %zu", from.count, to->count);
    for (size_t i = 0; result == 0 && i < to->count; i++)
        result = map_pair(step, from.tree[i], to->tree[i]);
    free(from.tree);
    return result;
}

/* ---- all operations ---------------------------------------------------------------------- */

static const struct operation {
    const char *name;
    const char *summary;
    int (*run)(const struct step *step, struct tree *tree); /* NULL: map */
} operations[] = {
    {"div", "[a, b, ...]: cut into so many contiguous boxes in each dimension", run_div},
    {"tile", "[a, b, ...]: cut into boxes of this shape", run_tile},
    {"mod", "[a, b, ...]: cut into so many interleaved boxes in each dimension", run_mod},
    {"cut", "{parts: [a, b, ...], by: [div, mod, ...]}: each dimension in its own way", run_cut},
    {"map", "application: put the application's leaves in the network's, one by one", NULL},
    {"tilt", "{plane: P, along: A, by: 1}: shift planes by x * by, x their place along A",
     run_tilt},
    {"zigzag", "{plane: P, along: A, depth: 1, stride: 1}: shift planes in a zigzag", run_zigzag},
    {"zorder", "forward or inverse: reorder along Morton's curve", run_zorder},
    {"shift", "{along: A, by: 1}: shift all of the box", run_shift},
};

#define OPERATIONS (sizeof operations / sizeof *operations)

bool topomap_recipe_operation_get(size_t index, const char **name, const char **summary)
{
    if (index >= OPERATIONS)
        return false;
    *name = operations[index].name;
    *summary = operations[index].summary;
    return true;
}

/* Find the operation of a step, which has exactly one. */
static const struct operation *find_operation(struct step *step)
{
    const struct recipe_side *side = step->side;
    const struct operation *found = NULL;
    const char *unknown = NULL;

    for (const struct item *item = step->item->child; item; item = item->next) {
        size_t i = 0;

        if (strcmp(item->key, "at") == 0 || strcmp(item->key, "from") == 0)
            continue;
        while (i < OPERATIONS && strcmp(operations[i].name, item->key) != 0)
            i++;
        if (i == OPERATIONS) {
            unknown = item->key;
        } else if (found) {
            item_fail(side->source, item, side->error, "'%s' and '%s' are two steps", found->name,
                      item->key);
            return NULL;
        } else {
            found = &operations[i];
            step->value = item;
        }
    }
    if (unknown) {
        item_fail(side->source, step->item, side->error, "there is no operation '%.60s'", unknown);
        return NULL;
    }
    if (!found)
        item_fail(side->source, step->item, side->error, "the step has no operation");
    return found;
}

static int select_at(const struct step *step, struct tree_list *list)
{
    struct recipe_side *side = step->side;
    const struct item *path = item_find(step->item, "at");
    struct topomap_error why;

    if (path && item_check_kind(side->source, path, ITEM_SCALAR, side->error) < 0)
        return -1;
    if (tree_select(&side->root, path ? path->text : "", list, &why) < 0)
        return item_relay(side->source, path ? path : step->item, side->error, &why);
    return 0;
}

static int run_step(struct step *step)
{
    struct recipe_side *side = step->side;
    const struct operation *operation;
    struct tree_list list = {0};
    int result;

    if (item_check_kind(side->source, step->item, ITEM_MAP, side->error) < 0)
        return -1;
    operation = find_operation(step);
    if (!operation)
        return -1;
    if (operation->run && item_find(step->item, "from"))
        return item_fail(side->source, step->item, side->error, "'from' goes with 'map' only");
    result = select_at(step, &list);
    if (result == 0 && !operation->run)
        result = run_map(step, &list);
    for (size_t i = 0; result == 0 && operation->run && i < list.count; i++)
        result = operation->run(step, list.tree[i]);
    free(list.tree);
    return result;
}

int recipe_steps_run(struct recipe_side *side, const struct item *steps)
{
    for (const struct item *item = steps->child; item; item = item->next) {
        struct step step = {.side = side, .item = item};

        if (run_step(&step) < 0)
            return -1;
    }
    return 0;
}
