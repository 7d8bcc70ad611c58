/* SPDX-License-Identifier: BSD-3-Clause */
/* Recipes: an accepted recipe gives every rank its own place. */
#include "fuzz/target.h"

#include "topomap_internal.h"
#include "recipe/recipe.h"

#define MOST_RANKS 65536

static void check_place(const struct topomap_recipe *recipe, uint32_t ranks)
{
    struct topomap_network *network = topomap_network_flat("n[1-2]", NULL);
    const uint32_t tasks[] = {ranks / 2, ranks - ranks / 2};
    struct topomap_allocation *allocation = topomap_allocation_from(
        network, 2, (const char *const[]){"n1", "n2"}, tasks, NULL);
    uint32_t *placement = malloc(ranks * sizeof *placement);
    uint32_t *slots = malloc(ranks * sizeof *slots);

    EXPECT(allocation && placement && slots);
    EXPECT(topomap_recipe_place(recipe, allocation, placement, slots, NULL) == 0);
    EXPECT(topomap_placement_check(allocation, placement, NULL) == 0);
    for (uint32_t rank = 0; rank < ranks; rank++)
        EXPECT(slots[rank] < tasks[placement[rank]]);
    free(placement);
    free(slots);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
}

static void try_input(const uint8_t *data, size_t size)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct topomap_recipe *recipe = topomap_recipe_parse("input", (const char *)data, size, &error);

    EXPECT(recipe || (error.code != TOPOMAP_OK && error.text[0]));
    if (recipe && recipe->ranks <= MOST_RANKS)
        check_place(recipe, recipe->ranks);
    topomap_recipe_destroy(recipe);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!takes_long(data, size))
        try_input(data, size);
    return 0;
}
