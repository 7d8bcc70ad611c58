/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recipes in YAML, see topomap-recipe(5). Steps run while they are read. The result is the rank in
 * each cell of the network's box.
 */
#include "io/recipe_yaml.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define MAX_RECIPE (UINT64_C(1) << 20)

/* Parse the order of ranks: by row, as in C, or by column, as in Fortran. */
static int parse_order(struct recipe_side *side, const struct item *map, bool *column)
{
    const struct item *item = item_find(map, "order");

    *column = false;
    if (!item)
        return 0;
    if (item_check_kind(side->source, item, ITEM_SCALAR, side->error) < 0)
        return -1;
    *column = strcmp(item->text, "column") == 0;
    if (!*column && strcmp(item->text, "row") != 0)
        return item_fail(side->source, item, side->error, "'order' is row or column, not '%.60s'",
                         item->text);
    return 0;
}

static int parse_box(struct recipe_side *side, const struct item *map)
{
    const struct item *list = item_need(side->source, map, "box", ITEM_LIST, side->error);
    uint32_t size[BOX_MAX_DIMS], dims = 0;
    uint64_t cells = 1;
    bool column;

    if (!list || parse_order(side, map, &column) < 0)
        return -1;
    if (list->count < 1 || list->count > BOX_MAX_DIMS)
        return item_fail(side->source, list, side->error, "'box' has 1 to %d dimensions, not %u",
                         BOX_MAX_DIMS, list->count);
    for (const struct item *item = list->child; item; item = item->next) {
        uint64_t length;

        if (item_number(side->source, item, TOPOMAP_MAX_RANKS, &length, side->error) < 0)
            return -1;
        cells *= length;
        if (!length || cells > TOPOMAP_MAX_RANKS)
            return item_fail(side->source, item, side->error,
                             length ? "'box' has more than %u cells"
                                    : "a dimension of a box must not be empty",
                             TOPOMAP_MAX_RANKS);
        size[dims++] = (uint32_t)length;
    }
    box_whole(&side->root.box, dims, size, column);
    return 0;
}

static int parse_names(struct recipe_side *side, const struct item *map)
{
    const struct item *list = item_find(map, "names");

    if (!list)
        return 0;
    if (item_check_kind(side->source, list, ITEM_LIST, side->error) < 0)
        return -1;
    if (list->count != side->root.box.dims)
        return item_fail(side->source, list, side->error,
                         "'names' has %u items, the box has %u dimensions", list->count,
                         side->root.box.dims);
    for (const struct item *item = list->child; item; item = item->next) {
        if (item_check_kind(side->source, item, ITEM_SCALAR, side->error) < 0)
            return -1;
        if (!item->text[0] || strchr("0123456789-", item->text[0]))
            return item_fail(side->source, item, side->error,
                             "'%.60s' is not a name of a dimension",
                             item->text);
        for (const struct item *other = list->child; other != item; other = other->next) {
            if (strcmp(other->text, item->text) == 0)
                return item_fail(side->source, item, side->error,
                                 "two dimensions are called '%.60s'", item->text);
        }
    }
    side->names = list;
    return 0;
}

static int run_side(struct recipe_side *side, const struct item *map)
{
    const struct item *steps = item_find(map, "steps");
    uint32_t cells = box_cells(&side->root.box);

    side->cells = array_raw(cells, sizeof *side->cells);
    side->work = array_raw(cells, sizeof *side->work);
    if (!side->cells || !side->work)
        return error_memory(side->error);
    for (uint32_t i = 0; i < cells; i++)
        side->cells[i] = side->application ? RECIPE_FREE : i;
    if (!steps)
        return 0;
    if (item_check_kind(side->source, steps, ITEM_LIST, side->error) < 0)
        return -1;
    return recipe_steps_run(side, steps);
}

/* Parse the member `application:` or `network:`. */
static int parse_side(struct recipe_side *side, const struct item *recipe, const char *key)
{
    const struct item *map = item_need(side->source, recipe, key, ITEM_MAP, side->error);
    const char *known = side->application ? "box names steps" : "box names order steps";

    if (!map || item_check_keys(side->source, map, known, side->error) < 0 ||
        parse_box(side, map) < 0 || parse_names(side, map) < 0)
        return -1;
    if (side->application &&
        box_cells(&side->root.box) != box_cells(&side->application->root.box))
        return item_fail(side->source, item_find(map, "box"), side->error,
                         "the network's box has %u places, the application's %u ranks",
                         box_cells(&side->root.box), box_cells(&side->application->root.box));
    return run_side(side, map);
}

static void free_side(struct recipe_side *side)
{
    tree_free(&side->root);
    free(side->cells);
    free(side->work);
    free(side->codes);
}

/* Check that every rank has exactly one place. */
static int check_complete(const struct recipe_side *network, const struct item *recipe)
{
    uint32_t ranks = box_cells(&network->root.box), *place = network->work;

    for (uint32_t i = 0; i < ranks; i++)
        place[i] = RECIPE_FREE;
    for (uint32_t i = 0; i < ranks; i++) {
        uint32_t rank = network->cells[i];

        if (rank == RECIPE_FREE)
            return item_fail(network->source, item_find(recipe, "network"), network->error,
                             "'map' leaves cell %u of the network's box without a rank", i);
        if (place[rank] != RECIPE_FREE)
            return item_fail(network->source, item_find(recipe, "network"), network->error,
                             "'map' puts rank %u in cells %u and %u of the network's box", rank,
                             place[rank], i);
        place[rank] = i;
    }
    return 0;
}

/* Load a graph: a pattern, or a file whose path is relative to the recipe's folder. */
static int parse_graph(const struct source *source, const struct item *recipe, char **graph,
                       struct topomap_error *error)
{
    const struct item *item = item_find(recipe, "graph");
    const char *slash = source->path ? strrchr(source->path, '/') : NULL;
    struct text text = {0};

    if (!item)
        return 0;
    if (item_check_kind(source, item, ITEM_SCALAR, error) < 0)
        return -1;
    if (!item->text[0])
        return item_fail(source, item, error, "'graph' is empty");
    if (slash && item->text[0] != '/' && !topomap_graph_is_pattern(item->text))
        text_add(&text, source->path, (size_t)(slash - source->path) + 1);
    text_puts(&text, item->text);
    *graph = text_take(&text);
    return *graph ? 0 : error_memory(error);
}

/* Note for each cell of a box which leaf of its tree holds it. */
static int keep_parts(struct recipe_side *side, struct recipe_parts *parts)
{
    struct tree_list leaves = {0};
    uint32_t cells = box_cells(&side->root.box), *in = side->work;

    parts->dims = side->root.box.dims;
    memcpy(parts->size, side->root.box.size, sizeof parts->size);
    parts->part = array_raw(cells, sizeof *parts->part);
    if (!parts->part)
        return error_memory(side->error);
    if (tree_leaves(&side->root, &leaves, side->error) < 0) {
        free(leaves.tree);
        return -1;
    }
    for (size_t i = 0; i < leaves.count; i++) {
        const struct box *box = &leaves.tree[i]->box;
        uint32_t at[BOX_MAX_DIMS] = {0};

        do
            in[box_cell(box, at)] = (uint32_t)i;
        while (box_next(box->dims, box->size, at));
    }
    parts->count = (uint32_t)leaves.count;
    box_get(&side->root.box, in, parts->part);
    free(leaves.tree);
    return 0;
}

static int keep_trees(struct recipe_side *application, struct recipe_side *network,
                      struct topomap_recipe *recipe)
{
    uint32_t cells = box_cells(&application->root.box);

    recipe->application_rank = array_raw(cells, sizeof *recipe->application_rank);
    if (!recipe->application_rank)
        return error_memory(application->error);
    box_get(&application->root.box, application->cells, recipe->application_rank);
    return keep_parts(application, &recipe->application) < 0 ||
                   keep_parts(network, &recipe->network) < 0
               ? -1
               : 0;
}

static int parse_recipe(const struct source *source, const struct item *root,
                        struct topomap_recipe *recipe, struct topomap_error *error)
{
    struct recipe_side application = {.source = source, .error = error};
    struct recipe_side network = {
        .source = source, .error = error, .application = &application};
    const struct item *map;
    int result = -1;

    if (item_check_keys(source, root, "recipe", error) < 0 ||
        !(map = item_need(source, root, "recipe", ITEM_MAP, error)) ||
        item_check_keys(source, map, "graph application network", error) < 0)
        return -1;
    if (parse_graph(source, map, &recipe->graph, error) == 0 &&
        parse_side(&application, map, "application") == 0 &&
        parse_side(&network, map, "network") == 0)
        result = check_complete(&network, map);
    if (result == 0)
        result = keep_trees(&application, &network, recipe);
    if (result == 0) {
        recipe->dims = network.root.box.dims;
        memcpy(recipe->size, network.root.box.size, sizeof recipe->size);
        recipe->ranks = box_cells(&network.root.box);
        recipe->rank = network.cells;
        network.cells = NULL;
    }
    free_side(&application);
    free_side(&network);
    return result;
}

struct topomap_recipe *recipe_yaml_parse(const struct source *source, struct topomap_error *error)
{
    struct topomap_recipe *recipe = NULL;
    struct item *root;

    if (source_check(source, error) < 0 || !(root = item_load(source, error)))
        return NULL;
    recipe = array_new(1, sizeof *recipe);
    if (!recipe) {
        error_memory(error);
    } else if (parse_recipe(source, root, recipe, error) < 0) {
        topomap_recipe_destroy(recipe);
        recipe = NULL;
    }
    item_free(root);
    return recipe;
}

struct topomap_recipe *topomap_recipe_read(const char *path, struct topomap_error *error)
{
    struct topomap_recipe *recipe;
    struct source source;

    if (source_read(&source, path, MAX_RECIPE, error) < 0)
        return NULL;
    recipe = recipe_yaml_parse(&source, error);
    free((char *)source.text);
    return recipe;
}

struct topomap_recipe *topomap_recipe_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error)
{
    struct source source = {.name = name, .text = text, .length = length};

    return recipe_yaml_parse(&source, error);
}
