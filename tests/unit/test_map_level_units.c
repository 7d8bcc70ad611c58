/* SPDX-License-Identifier: BSD-3-Clause */
/* Drawers, supernodes, switches, planes; and random placements that keep them together. */
#include "unit/world.h"

#include "map/common/level_units.h"

#include <string.h>

#define PERCS                                                                                      \
    "network:\n  kind: percs\n  supernodes: 3\n  drawers: 2\n"                                   \
    "  nodes_per_drawer: 2\n  nodes: \"n[0-11]\"\n"
#define DRAGONFLY                                                                                  \
    "network:\n  kind: dragonfly\n  groups: 2\n  rows: 2\n  columns: 3\n  nodes_per_router: 2\n"   \
    "  nodes: \"n[0-23]\"\n"
#define MESH "network:\n  kind: mesh\n  dims: [2, 2, 3]\n  nodes: \"n[0-11]\"\n"
#define CUBE "network:\n  kind: hypercube\n  dims: 3\n  nodes: \"n[0-7]\"\n"

static void units_are_what_each_kind_has(void **state)
{
    static const struct {
        const char *network;
        const char *hosts;
        uint32_t level;
        uint32_t count;
        uint32_t unit[24];
    } cases[] = {
        {network_balanced, "n[0-15]", 1, 4, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}},
        {network_balanced, "n[0-15]", 2, 2, {[8 ... 15] = 1}},
        {network_balanced, "n[0-15]", 3, 1, {0}},
        {network_balanced, "n[15,0,5,14,4,3]", 1, 3, {0, 1, 2, 0, 2, 1}},
        {network_balanced, "n[15,0,5,14,4,3]", 2, 2, {0, 1, 1, 0, 1, 1}},
        /* Leaves directly below the root belong to it from the second level on. */
        {network_unbalanced, "n[0,2,9,12]", 2, 2, {0, 1, 1, 0}},
        {PERCS, "n[0-11]", 1, 6, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}},
        {PERCS, "n[0-11]", 2, 3, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}},
        {DRAGONFLY, "n[0-23]", 1, 4, {[6 ... 11] = 1, [12 ... 17] = 2, [18 ... 23] = 3}},
        {DRAGONFLY, "n[0-23]", 2, 2, {[12 ... 23] = 1}},
        {MESH, "n[0-11]", 1, 6, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}},
        {MESH, "n[0-11]", 2, 3, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}},
        {CUBE, "n[0-7]", 1, 4, {0, 0, 1, 1, 2, 2, 3, 3}},
        {CUBE, "n[0-7]", 2, 2, {0, 0, 0, 0, 1, 1, 1, 1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = topomap_network_parse(
            "network", cases[i].network, strlen(cases[i].network), NULL);
        struct topomap_allocation *a = topomap_allocation_create(network, cases[i].hosts, "1", NULL);
        uint32_t unit[24], count;

        assert_non_null(a);
        assert_int_equal(level_units_find(a, cases[i].level, unit, &count, NULL), 0);
        assert_int_equal(count, cases[i].count);
        assert_memory_equal(unit, cases[i].unit, topomap_allocation_nodes(a) * sizeof *unit);
        topomap_allocation_destroy(a);
        topomap_network_destroy(network);
    }
}

static void levels_that_are_not_there_are_refused(void **state)
{
    static const struct {
        const char *network;
        uint32_t level;
        const char *error;
    } cases[] = {
        {network_balanced, 4, "a tree network has no level 4 of units of nodes"},
        {network_alike, 1, "a flat network has no level 1 of units of nodes"},
        {network_ring, 1, "a torus network has no level 1 of units of nodes"},
        {PERCS, 3, "a percs network has no level 3 of units of nodes"},
        {CUBE, 16777216, "a hypercube network has no level 16777216 of units of nodes"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error;
        struct world world;
        uint32_t unit[4], count = 77;

        world_even(&world, cases[i].network, "n[0-3]", 1, graph_silent(4));
        assert_int_equal(level_units_find(world.allocation, cases[i].level, unit, &count, &error),
                         -1);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(count, 77);
        world_free(&world);
    }
}

static void place(struct world *world, const char *name, const char *parameter,
                  uint32_t *placement)
{
    struct topomap_error error = {.text = ""};

    world->job.parameter = parameter;
    if (world_try(world, name, placement, &error) < 0)
        fail_msg("%s:%s: %s", name, parameter, error.text);
    assert_int_equal(topomap_placement_check(world->allocation, placement, NULL), 0);
}

/* How often two consecutive ranks are in different units. */
static uint32_t changes(const struct world *world, const uint32_t *placement, uint32_t level)
{
    uint32_t unit[24], count, changed = 0;

    assert_int_equal(level_units_find(world->allocation, level, unit, &count, NULL), 0);
    for (uint32_t r = 1; r < world->graph->ranks; r++)
        changed += unit[placement[r]] != unit[placement[r - 1]];
    return changed;
}

static void drawers_stay_together(void **state)
{
    static const uint32_t tasks[24] = {3, 0, 1, [3 ... 22] = 2, 5};
    struct world world;
    uint32_t one[49], two[49];

    (void)state;
    world_make(&world, DRAGONFLY, "n[0-23]", tasks, graph_silent(49));
    for (world.job.seed = 1; world.job.seed < 20; world.job.seed++) {
        place(&world, "random-drawers", NULL, one);
        assert_int_equal(changes(&world, one, 1), 3);
        place(&world, "random-drawers", "1", two);
        assert_memory_equal(one, two, sizeof one);
        place(&world, "random-drawers", "2", two);
        assert_int_equal(changes(&world, two, 2), 1);
        /* Inside a drawer the nodes keep their order. */
        for (uint32_t r = 1; r < 49; r++)
            assert_true(one[r] >= one[r - 1] || one[r] / 6 != one[r - 1] / 6);
    }
    world_free(&world);
}

static void blocks_stay_together(void **state)
{
    static const uint32_t tasks[] = {5, 0, 1, 9, 4};
    struct world world;
    uint32_t placement[19];
    uint32_t moved = 0;

    (void)state;
    world_make(&world, network_alike, "n[0-4]", tasks, graph_silent(19));
    for (world.job.seed = 1; world.job.seed < 20; world.job.seed++) {
        place(&world, "random-blocks", "4", placement);
        moved += placement[0] != 0;
        for (uint32_t r = 1; r < 19; r++)
            assert_true(r % 4 == 0 || placement[r] >= placement[r - 1]);
    }
    assert_true(moved > 5);
    place(&world, "random-blocks", "19", placement);
    assert_memory_equal(placement, world.layout, sizeof placement);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_what_each_kind_has),
        cmocka_unit_test(levels_that_are_not_there_are_refused),
        cmocka_unit_test(drawers_stay_together),
        cmocka_unit_test(blocks_stay_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
