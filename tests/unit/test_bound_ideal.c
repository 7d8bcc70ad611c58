/* SPDX-License-Identifier: BSD-3-Clause */
/* The cost of ideal placements of grids. */
#include "unit/world.h"

#include "bound/ideal.h"

#include <math.h>

static struct ideal ideal_of(const struct topomap_graph *graph)
{
    struct topomap_structure *structure = topomap_structure_create(graph, NULL);
    struct ideal ideal;

    assert_non_null(structure);
    assert_true(ideal_init(&ideal, structure, graph));
    topomap_structure_destroy(structure);
    return ideal;
}

static void cubes_cut_as_little_as_the_bound(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t tasks;
        double part; /* of all bytes */
    } cases[] = {
        {"grid:16x16x16", 8, 7.0 / 15},         {"grid:16x16x16", 64, 3.0 / 15},
        {"grid:16x16x16:periodic", 8, 1.0 / 2}, {"grid:12x12", 9, 3.0 / 11},
        {"grid:64", 16, 3.0 / 63},              {"grid:9x9", 1, 1},
        {"grid:9x9", 81, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_graph *graph = topomap_graph_pattern(cases[i].pattern, 0, NULL);
        struct ideal ideal = ideal_of(graph);
        double part = ideal_steps(&ideal, cases[i].tasks) / (double)topomap_graph_bytes(graph);

        if (fabs(part - cases[i].part) > 1e-9)
            fail_msg("%s, %u tasks: %g", cases[i].pattern, cases[i].tasks, part);
        topomap_graph_destroy(graph);
    }
}

/* 8 x 8 ranks on 4 x 4 nodes of 4 under 4 switches: squares at each level. */
static void on_a_tree_all_levels_count(void **state)
{
    static const char network[] = "network: {kind: tree, children: [4, 4], nodes: 'n[0-15]'}";
    struct topomap_graph *graph = topomap_graph_pattern("grid:8x8", 0, NULL);
    struct ideal ideal = ideal_of(graph);
    struct world world;
    double hop_bytes;
    uint32_t placement[64];

    (void)state;
    world_even(&world, network, "n[0-15]", 4, graph);
    world.job.coordinates = NULL;
    assert_int_equal(ideal_hop_bytes(&ideal, world.allocation, &hop_bytes, NULL), 0);
    /* 3 of 7 steps leave nodes, which takes 2 hops, and 1 of 7 switches, which takes 2 more. */
    assert_true(fabs(hop_bytes - (double)topomap_graph_bytes(graph) * 8 / 7) < 1e-6);
    assert_int_equal(world_try(&world, "rcb", placement, NULL), 0);
    assert_true(fabs(world_hop_bytes(&world, placement) - hop_bytes) < 1e-6);
    world_free(&world);
}

/* 8 x 8 ranks on 4 x 4 nodes of 4, neighbours along axes with 10 bytes. */
static void heavy_diagonals_leave_boxes(void **state)
{
    static const char network[] = "network: {kind: tree, children: [4, 4], nodes: 'n[0-15]'}";
    static const uint32_t diagonal[] = {10, 11};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct topomap_graph *graph = graph_king(8, 10, diagonal[i]);
        struct ideal ideal = ideal_of(graph);
        struct world world;
        double hop_bytes;

        assert_int_equal(ideal_boxes_are_good(&ideal), i == 0);
        world_even(&world, network, "n[0-15]", 4, graph);
        assert_int_equal(ideal_hop_bytes(&ideal, world.allocation, &hop_bytes, NULL), 0);
        assert_int_equal(hop_bytes > 0, i == 0);
        world_free(&world);
    }
}

/* Cubes of 16 ranks do not exist: boxes of 4 x 2 x 2 are the best. */
static void boxes_have_whole_sides(void **state)
{
    static const char network[] = "network: {kind: tree, children: [4, 64], nodes: 'n[0-255]'}";
    static const char *const patterns[] = {"grid:16x16x16", "grid:16x16x16:27",
                                           "grid:16x16x16:periodic"};

    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct world world;
        struct ideal ideal;
        double hop_bytes, ratio;
        uint32_t placement[4096];

        world_even(&world, network, "n[0-255]", 16, topomap_graph_pattern(patterns[i], 0, NULL));
        world.job.coordinates = NULL;
        ideal = ideal_of(world.graph);
        assert_int_equal(ideal_hop_bytes(&ideal, world.allocation, &hop_bytes, NULL), 0);
        assert_int_equal(world_try(&world, "rcb", placement, NULL), 0);
        ratio = world_hop_bytes(&world, placement) / hop_bytes;
        if (fabs(ratio - 1) > 0.02)
            fail_msg("%s: %g", patterns[i], ratio);
        world_free(&world);
    }
}

static void no_placement_is_below_it(void **state)
{
    static const char *const patterns[] = {"grid:64", "grid:8x8", "grid:16x4:periodic",
                                           "grid:4x4x4"};
    static const char *const algorithms[] = {"inorder", "rcb", "tree", "bisect"};
    static const uint32_t tasks[16] = {4, 2, 6, 3, 5, 4, 4, 4, 1, 7, 8, 0, 5, 3, 4, 4};

    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct world world;
        struct ideal ideal;
        double hop_bytes;

        world_make(&world, network_unbalanced, "n[0-15]", tasks,
                   topomap_graph_pattern(patterns[i], 0, NULL));
        world.job.coordinates = NULL;
        ideal = ideal_of(world.graph);
        assert_int_equal(ideal_hop_bytes(&ideal, world.allocation, &hop_bytes, NULL), 0);
        assert_true(hop_bytes > 0);
        for (size_t k = 0; k < sizeof algorithms / sizeof *algorithms; k++) {
            uint32_t placement[64];

            assert_int_equal(world_try(&world, algorithms[k], placement, NULL), 0);
            if (world_hop_bytes(&world, placement) < hop_bytes)
                fail_msg("%s by %s", patterns[i], algorithms[k]);
        }
        world_free(&world);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_cut_as_little_as_the_bound),
        cmocka_unit_test(on_a_tree_all_levels_count),
        cmocka_unit_test(heavy_diagonals_leave_boxes),
        cmocka_unit_test(boxes_have_whole_sides),
        cmocka_unit_test(no_placement_is_below_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
