/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans that leave rank 0 on its node. */
#include "unit/world.h"

#include "plan/keep_first.h"
#include "refine/refine.h"

#include <string.h>

static void make(struct world *world, size_t machine, struct topomap_graph *graph)
{
    world_on(world, &machines_of_64[machine], graph);
    world->job.keep_first = true;
}

static void rank_0_comes_home_in_a_valid_placement(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES_OF_64; m++) {
        for (size_t g = 0; g < GRAPHS_OF_64; g++) {
            struct world world;

            make(&world, m, graph_of_64(g));
            for (uint64_t seed = 0; seed < 5; seed++) {
                uint32_t placement[64];
                struct map_result out = {.placement = placement};
                bool moves;

                world_shuffle(&world, seed, placement);
                out.hints = MAP_NEAR_BOUND | MAP_GOOD_GROUPS;
                moves = placement[0] != world.layout[0];
                assert_int_equal(keep_first(&world.job, &out, NULL), 0);
                assert_int_equal(!(out.hints & MAP_NEAR_BOUND), moves);
                assert_true(out.hints & MAP_GOOD_GROUPS);
                assert_int_equal(placement[0], world.layout[0]);
                assert_int_equal(topomap_placement_check(world.allocation, placement, NULL), 0);
            }
            world_free(&world);
        }
    }
}

/* In a tree of equal parts any node can be the first one: whole subtrees swap their contents at no
 * cost. */
static void in_an_even_tree_it_costs_nothing(void **state)
{
    (void)state;
    for (uint32_t home = 1; home < 16; home++) {
        struct world world;
        uint32_t placement[64], block[64];
        struct map_result out = {.placement = placement};

        make(&world, 0, graph_mesh(4, 4, 4));
        memcpy(block, world.layout, sizeof block);
        memcpy(placement, world.layout, sizeof placement);
        world.layout[0] = home;
        assert_int_equal(keep_first(&world.job, &out, NULL), 0);
        assert_int_equal(placement[0], home);
        assert_true(world_hop_bytes(&world, placement) <= world_hop_bytes(&world, block));
        world_free(&world);
    }
}

/* Only +digits refuses anything: nodes with different numbers of tasks. */
static void refine(const struct world *world, size_t index, uint32_t *placement)
{
    const struct refinement *refinement = refinement_get(index);
    bool refuses = refinement == &refinement_digits && !allocation_tasks_each(world->allocation);
    struct topomap_error error = {0};

    assert_int_equal(refinement->refine(&world->job, placement, &error), refuses ? -1 : 0);
    assert_int_equal(error.code, refuses ? TOPOMAP_IMPOSSIBLE : 0);
}

static void refinements_leave_rank_0_alone(void **state)
{
    uint32_t moved = 0;

    (void)state;
    for (size_t i = 0; refinement_get(i); i++) {
        for (size_t m = 0; m < MACHINES_OF_64; m++) {
            struct world world;
            uint32_t placement[64], freely[64];

            make(&world, m, graph_of_64(i % GRAPHS_OF_64));
            world.job.effort = TOPOMAP_EFFORT_FAST;
            world_shuffle(&world, m, placement);
            memcpy(freely, placement, sizeof freely);
            for (uint32_t first = placement[0], again = 0; again < 2; again++) {
                refine(&world, i, placement);
                assert_int_equal(placement[0], first);
                assert_int_equal(topomap_placement_check(world.allocation, placement, NULL), 0);
            }
            world.job.keep_first = false;
            refine(&world, i, freely);
            moved += freely[0] != placement[0];
            world_free(&world);
        }
    }
    assert_true(moved > 10);
}

/* In all cases, also if levels inside nodes count. */
static void plans_keep_rank_0_where_it_is(void **state)
{
    static const char *const algorithms[] = {NULL, "tree,bisect", "random", "cyclic+swap"};
    static const char *const objectives[] = {"hop-bytes", "congestion", "time"};
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:4 pu:1", NULL, NULL);

    (void)state;
    assert_int_equal(topomap_nodetree_weigh(tree, "package:2", NULL), 0);
    for (size_t i = 0; i < 4 * 3 * 2; i++) {
        struct world world;
        struct topomap_request request = {.keep_first = true, .seed = 3};
        struct topomap_plan *plan;

        make(&world, i % 3, graph_of_64(i % GRAPHS_OF_64));
        request.graph = world.graph;
        request.allocation = world.allocation;
        request.layout = world.layout;
        request.algorithms = algorithms[i % 4];
        request.replace_layout = request.algorithms != NULL;
        request.objective = objectives[i / 4 % 3];
        request.nodetree = i < 12 ? NULL : tree;
        world_shuffle(&world, i, world.layout);
        plan = topomap_plan_create(&request, NULL);
        assert_non_null(plan);
        assert_int_equal(topomap_plan_placement(plan)[0], world.layout[0]);
        topomap_plan_destroy(plan);
        world_free(&world);
    }
    topomap_nodetree_destroy(tree);
}

/* What a request for a graph says before any option is set. */
static void defaults_are(const struct topomap_graph *graph, const char *algorithms, bool keep_first)
{
    struct topomap_request request = {.graph = graph, .algorithms = "tree",
                                      .keep_first = !keep_first};

    topomap_request_take_defaults(&request);
    assert_int_equal(request.keep_first, keep_first);
    if (algorithms)
        assert_string_equal(request.algorithms, algorithms);
    else
        assert_null(request.algorithms);
}

static void training_jobs_do_so_without_being_told(void **state)
{
    static const struct {
        const char *pattern, *algorithms;
        bool keep_first;
    } cases[] = {{"train:tp=2,pp=2,dp=2", NULL, true}, {"order", "order", false},
                 {"grid:2x4", NULL, false}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = topomap_graph_pattern(cases[i].pattern, 8, NULL);
        struct topomap_graph *by_time = topomap_graph_by_time(graph, 100, NULL);
        struct topomap_graph *by_messages = topomap_graph_by_messages(graph, NULL);

        defaults_are(graph, cases[i].algorithms, cases[i].keep_first);
        defaults_are(by_time, cases[i].algorithms, cases[i].keep_first);
        defaults_are(by_messages, cases[i].algorithms, cases[i].keep_first);
        topomap_graph_destroy(by_messages);
        topomap_graph_destroy(by_time);
        topomap_graph_destroy(graph);
    }
    defaults_are(NULL, NULL, false);
}

/* A request that is made by setters; options and a recipe count more than the pattern. */
static void options_are_over_the_pattern(void **state)
{
    static const char box[] = "recipe:\n  application: {box: [8]}\n"
                              "  network: {box: [8], steps: [{map: application}]}\n";
    struct topomap_recipe *recipe = topomap_recipe_parse("box", box, strlen(box), NULL);
    struct topomap_network *network = topomap_network_open("tree:2x2", NULL);
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n[0-3]", "2", NULL);
    struct topomap_graph *graph = topomap_graph_pattern("train:tp=2,pp=2,dp=2", 0, NULL);
    struct topomap_request *request = topomap_request_new(graph, allocation, NULL);

    (void)state;
    assert_true(request->keep_first);
    assert_int_equal(topomap_request_set(request, "keep-first", "off", NULL), 0);
    assert_false(request->keep_first);
    topomap_request_destroy(request);
    request = topomap_request_new(graph, allocation, NULL);
    assert_int_equal(topomap_request_set(request, "effort", "fast", NULL), 0);
    assert_true(request->keep_first);
    assert_non_null(recipe);
    topomap_request_set_recipe(request, recipe);
    assert_false(request->keep_first);
    assert_int_equal(request->effort, TOPOMAP_EFFORT_FAST);
    assert_int_equal(topomap_request_set(request, "keep-first", "on", NULL), 0);
    topomap_request_set_recipe(request, NULL);
    assert_true(request->keep_first);
    topomap_request_destroy(request);
    topomap_recipe_destroy(recipe);
    topomap_graph_destroy(graph);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rank_0_comes_home_in_a_valid_placement),
        cmocka_unit_test(in_an_even_tree_it_costs_nothing),
        cmocka_unit_test(refinements_leave_rank_0_alone),
        cmocka_unit_test(plans_keep_rank_0_where_it_is),
        cmocka_unit_test(training_jobs_do_so_without_being_told),
        cmocka_unit_test(options_are_over_the_pattern),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
