/* SPDX-License-Identifier: BSD-3-Clause */
/* Applies a recipe to the nodes of a job. */
#include "base/error.h"
#include "base/memory.h"
#include "machine/places.h"
#include "recipe/recipe.h"

#include <stdlib.h>

#define SHAPE (BOX_MAX_DIMS * 11)

/* Assign the cells in scan order to the tasks of one node after another. If `order` is NULL, nodes
 * are in the order of the allocation. */
static void fill(const struct topomap_recipe *recipe, const struct topomap_allocation *a,
                 const uint32_t *order, uint32_t *placement, uint32_t *slots)
{
    uint32_t cell = 0;

    for (uint32_t i = 0; i < a->nodes; i++) {
        uint32_t node = order ? order[i] : i;

        for (uint32_t task = 0; task < a->tasks[node]; task++) {
            uint32_t rank = recipe->rank[cell++];

            placement[rank] = node;
            slots[rank] = task;
        }
    }
}

/* Check that the dimensions of the box after the coordinates fit the tasks at each place. */
static int check_tasks(const struct topomap_recipe *recipe, const struct places *places,
                       const struct topomap_allocation *a, struct topomap_error *error)
{
    uint32_t tasks = 1;

    for (uint32_t d = places->dims; d < recipe->dims; d++)
        tasks *= recipe->size[d];
    for (uint32_t i = 0; i < places->nodes; i++) {
        uint32_t node = places->order[i];
        uint32_t end = places->first[node] + a->tasks[node];
        bool last = i + 1 == places->nodes ||
                    places_compare(places, places->order[i + 1],
                                   places->at + (size_t)node * places->dims) != 0;

        if (last && end != tasks)
            return error_set(error, TOPOMAP_IMPOSSIBLE,
                             "there are %u tasks at the place of '%s', the recipe's box has %u",
                             end, topomap_allocation_host(a, node), tasks);
    }
    return 0;
}

static int check_box(const struct topomap_recipe *recipe, struct places *places,
                     const struct topomap_allocation *a, struct topomap_error *error)
{
    uint32_t extent[TOPOMAP_MAX_DIMS];
    char wanted[SHAPE], found[SHAPE];
    bool same = recipe->dims >= places->dims;

    if (places_box(places, a->network, extent, error) < 0)
        return -1;
    for (uint32_t d = 0; same && d < places->dims; d++)
        same = recipe->size[d] == extent[d];
    if (same)
        return check_tasks(recipe, places, a, error);
    box_print(recipe->dims, recipe->size, wanted, sizeof wanted);
    box_print(places->dims, extent, found, sizeof found);
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "the recipe's box is %s, the allocated nodes are a box of %s places", wanted,
                     found);
}

static int place_by_coordinates(const struct topomap_recipe *recipe,
                                const struct topomap_allocation *a, uint32_t *placement,
                                uint32_t *slots, struct topomap_error *error)
{
    struct places places;
    int result;

    if (places_make(&places, a, error) < 0)
        return -1;
    result = check_box(recipe, &places, a, error);
    if (result == 0)
        fill(recipe, a, places.order, placement, slots);
    places_free(&places);
    return result;
}

int topomap_recipe_place(const struct topomap_recipe *recipe,
                         const struct topomap_allocation *allocation, uint32_t *placement,
                         uint32_t *slots, struct topomap_error *error)
{
    if (recipe->ranks != allocation->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the recipe is for %u ranks, the number of tasks is %u", recipe->ranks,
                         allocation->ranks);
    if (topomap_network_dims(allocation->network))
        return place_by_coordinates(recipe, allocation, placement, slots, error);
    fill(recipe, allocation, NULL, placement, slots);
    return 0;
}

const char *topomap_recipe_graph(const struct topomap_recipe *recipe)
{
    return recipe ? recipe->graph : NULL;
}

void topomap_recipe_destroy(struct topomap_recipe *recipe)
{
    if (!recipe)
        return;
    free(recipe->graph);
    free(recipe->rank);
    free(recipe->application_rank);
    free(recipe->application.part);
    free(recipe->network.part);
    free(recipe);
}
