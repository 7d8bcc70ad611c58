/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost of messages inside nodes. */
#include "unit/world.h"

#include "metric/node_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double cost(const struct world *world, const char *source, uint32_t pus,
                   const uint32_t *slots)
{
    struct topomap_nodetree *tree = topomap_nodetree_create(source, NULL, NULL);
    uint32_t start[16];
    struct node_levels levels = {tree, pus, start};
    double bytes;

    assert_non_null(tree);
    nodetree_cut_all(tree, world->allocation, pus, TOPOMAP_COMPACT, start);
    bytes = node_levels_bytes(&levels, world->graph, world->allocation, world->layout, slots);
    topomap_nodetree_destroy(tree);
    return bytes;
}

/* One edge on a node; the other edge leaves it, and does not count. */
static void levels_are_counted_from_the_slots(void **state)
{
    static const struct {
        const char *tree;
        uint32_t pus, from, to;
        double levels;
    } cases[] = {
        {"package:2 core:4 pu:1", 1, 0, 1, 1}, {"package:2 core:4 pu:1", 1, 3, 4, 2},
        {"package:2 core:4 pu:2", 2, 0, 3, 1}, {"package:2 core:4 pu:2", 2, 0, 7, 2},
        {"package:2 core:2 pu:2", 1, 0, 1, 1}, {"package:2 core:2 pu:2", 1, 1, 2, 2},
        {"package:2 core:2 pu:2", 1, 0, 4, 3}, {"package:2 l3:2 core:2 pu:1", 1, 6, 7, 1},
        {"package:2 l3:2 core:2 pu:1", 1, 5, 7, 2}, {"package:2 l3:2 core:2 pu:1", 1, 7, 0, 3},
        {"package:2 core:4 pu:2", 1, 0, 1, 1}, {"package:2 core:4 pu:2", 1, 0, 7, 2},
        {"core:8 pu:1", 1, 0, 7, 1}, {"core:4 pu:1", 1, 0, 7, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_edge edges[] = {{cases[i].from, cases[i].to, 10, 1}, {0, 9, 1000, 1}};
        uint32_t slots[16];
        struct world world;

        for (uint32_t r = 0; r < 16; r++)
            slots[r] = r % 8;
        world_even(&world, network_ring, "n[0-1]", 8, topomap_graph_create(16, edges, 2, NULL));
        assert_true(cost(&world, cases[i].tree, cases[i].pus, slots) == 10 * cases[i].levels);
        world_free(&world);
    }
}

/* Nodes with other numbers of tasks have other slots. */
static void nodes_may_differ(void **state)
{
    static const uint32_t tasks[] = {2, 4, 4, 2};
    struct topomap_edge edges[] = {{0, 1, 1, 1}, {2, 3, 10, 1}, {3, 4, 100, 1}, {6, 9, 1000, 1},
                                   {11, 10, 10000, 1}};
    static const uint32_t slots[] = {1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1};
    struct world world;

    (void)state;
    world_make(&world, network_ring, "n[0-3]", tasks, topomap_graph_create(12, edges, 5, NULL));
    assert_true(cost(&world, "package:2 core:2 pu:1", 1, slots) == 1 + 10 + 200 + 2000 + 10000);
    world_free(&world);
}

static struct topomap_plan *plan_of(const struct world *world, const char *tree_text,
                                    const char *algorithms)
{
    struct topomap_nodetree *tree =
        tree_text ? topomap_nodetree_create(tree_text, NULL, NULL) : NULL;
    struct topomap_request request = {
        .graph = world->graph, .allocation = world->allocation, .layout = world->layout,
        .nodetree = tree, .algorithms = algorithms, .objective = "hop-bytes",
        .effort = TOPOMAP_EFFORT_DEFAULT, .seed = 1,
    };
    struct topomap_plan *plan = topomap_plan_create(&request, NULL);

    assert_non_null(plan);
    topomap_nodetree_destroy(tree);
    return plan;
}

/* Cliques of four ranks, each on its own node, numbered so that the heaviest pairs are not
 * neighbours. */
static void plans_lower_what_is_inside(void **state)
{
    struct topomap_edge edges[16];
    struct topomap_plan *plan;
    struct world world;

    (void)state;
    for (uint32_t i = 0; i < 16; i++)
        edges[i] = (struct topomap_edge){i, i / 4 * 4 + (i + 2) % 4, 10, 1};
    world_even(&world, network_ring, "n[0-3]", 4, topomap_graph_create(16, edges, 16, NULL));
    plan = plan_of(&world, "package:2 core:2 pu:1", "auto");
    assert_true(topomap_plan_kept(plan));
    assert_true(topomap_plan_score_before(plan).inside == 320);
    assert_true(topomap_plan_score_after(plan).inside == 160);
    topomap_plan_destroy(plan);
    plan = plan_of(&world, NULL, "auto");
    assert_true(topomap_plan_score_before(plan).inside == 0);
    assert_true(topomap_plan_score_after(plan).inside == 0);
    topomap_plan_destroy(plan);
    plan = plan_of(&world, "core:3 pu:1", "auto");
    assert_true(isnan(topomap_plan_score_before(plan).inside));
    assert_true(isnan(topomap_plan_score_after(plan).inside));
    assert_true(isnan(topomap_plan_score_after(plan).weighted));
    topomap_plan_destroy(plan);
    world_free(&world);
}

static void check_choice(const struct world *world, const char *tree, const char *algorithms,
                         const char *taken)
{
    struct topomap_plan *plan = plan_of(world, tree, algorithms);

    assert_true(topomap_plan_score_after(plan).value == 80);
    assert_string_equal(topomap_plan_algorithm(plan), taken);
    topomap_plan_destroy(plan);
}

/* In order, nodes hold rings of four ranks; round robin, they hold heavy pairs. Both have 80
 * hop-bytes, but pairs can share packages. */
static void equal_placements_differ_inside(void **state)
{
    static const char tree[] = "package:2 core:2 pu:1";
    static const uint32_t layout[] = {0, 1, 0, 1, 1, 0, 1, 0};
    struct topomap_edge edges[12];
    struct world world;

    (void)state;
    for (uint32_t i = 0; i < 8; i++)
        edges[i] = (struct topomap_edge){i, i / 4 * 4 + (i + 1) % 4, 10, 1};
    for (uint32_t i = 0; i < 4; i++)
        edges[8 + i] = (struct topomap_edge){i, i + 4, 20, 1};
    world_even(&world, network_ring, "n[0-1]", 4, topomap_graph_create(8, edges, 12, NULL));
    memcpy(world.layout, layout, sizeof layout);
    check_choice(&world, tree, "inorder,cyclic", "cyclic");
    check_choice(&world, tree, "cyclic,inorder", "cyclic");
    check_choice(&world, NULL, "inorder,cyclic", "inorder");
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_counted_from_the_slots),
        cmocka_unit_test(nodes_may_differ),
        cmocka_unit_test(plans_lower_what_is_inside),
        cmocka_unit_test(equal_placements_differ_inside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
