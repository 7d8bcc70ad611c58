/* SPDX-License-Identifier: BSD-3-Clause */
/* Bricks of a process grid, one a node. */
#include "unit/world.h"

static const char flat[] = "network: {kind: flat, nodes: 'n[0-63]'}";

static int bricks(struct world *world, uint32_t *placement, struct topomap_error *error)
{
    return world_try(world, "bricks", placement, error);
}

/* If all nodes are one hop apart, hop-bytes are the weight between bricks, known by counting. */
static void bricks_cut_least(void **state)
{
    static const struct {
        const char *pattern;
        const char *hosts;
        uint32_t tasks;
        uint32_t steps; /* between bricks, of all steps in both directions */
        uint32_t all;
    } cases[] = {
        {"grid:8x8x8", "n[0-63]", 8, 2 * 3 * 3 * 64, 2 * 3 * 7 * 64},        /* 2 x 2 x 2 */
        {"grid:8x8x8:periodic", "n[0-63]", 8, 2 * 3 * 4 * 64, 2 * 3 * 8 * 64},
        {"grid:16x16", "n[0-15]", 16, 2 * 2 * 3 * 16, 2 * 2 * 15 * 16},      /* 4 x 4 */
        {"grid:32x4", "n[0-7]", 16, 2 * 7 * 4, 2 * (31 * 4 + 32 * 3)},       /* 4 x 4 */
        {"grid:64", "n[0-15]", 4, 2 * 15, 2 * 63},
        /* A hypercube, of which each brick is one of three dimensions. */
        {"grid:2x2x2x2x2x2", "n[0-7]", 8, 64 * 3, 64 * 6},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct world world;
        uint32_t placement[512];

        world_even(&world, flat, cases[i].hosts, cases[i].tasks,
                   graph_shuffled(cases[i].pattern, 5));
        if (bricks(&world, placement, &error) < 0)
            fail_msg("%s: %s", cases[i].pattern, error.text);
        assert_true(world_hop_bytes(&world, placement) * cases[i].all ==
                    (double)topomap_graph_bytes(world.graph) * cases[i].steps);
        world_free(&world);
    }
}

/* On trees boxes may have different shapes: what crosses cuts is known by counting. */
static void trees_get_boxes(void **state)
{
    static const struct {
        const char *pattern;
        const char *network;
        const char *hosts;
        uint32_t tasks;
        uint32_t hops; /* over all steps, each in one direction */
        uint32_t all;
    } cases[] = {
        /* 2 x 3 twice and 3 x 2 three times */
        {"grid:5x6", "network: {kind: tree, children: [5], nodes: 'n[0-4]'}", "n[0-4]", 6,
         2 * (6 + 2 + 2 * 3), 5 * 5 + 4 * 6},
        /* switches of 18 x 12 twice and 12 x 18 three times, each in nodes of 6 x 4 and 4 x 6 */
        {"grid:36x30", "network: {kind: tree, children: [9, 5], nodes: 'n[0-44]'}", "n[0-44]", 24,
         4 * (36 + 12 + 2 * 18) + 2 * 5 * 60, 36 * 29 + 35 * 30},
        /* a ring is cut open at once on both sides of a switch */
        {"grid:12:periodic", "network: {kind: tree, children: [3, 2], nodes: 'n[0-5]'}", "n[0-5]",
         2, 4 * 2 + 2 * 2 * 2, 12},
        /* Switches have different numbers of nodes: bricks of one shape. */
        {"grid:20x2", "network: {kind: tree, children: [3, 2], nodes: 'n[0-5]'}", "n[0-4]", 8,
         4 * 2 + 2 * 3 * 2, 19 * 2 + 20},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct world world;
        uint32_t placement[1080];

        world_even(&world, cases[i].network, cases[i].hosts, cases[i].tasks,
                   graph_shuffled(cases[i].pattern, 5));
        if (bricks(&world, placement, &error) < 0)
            fail_msg("%s: %s", cases[i].pattern, error.text);
        assert_true(world_hop_bytes(&world, placement) * cases[i].all ==
                    (double)topomap_graph_bytes(world.graph) * cases[i].hops);
        world_free(&world);
    }
}

static void refuse(const char *hosts, const uint32_t *tasks, struct topomap_graph *graph,
                   const char *why)
{
    struct topomap_error error;
    struct world world;
    uint32_t placement[512];

    world_make(&world, flat, hosts, tasks, graph);
    assert_int_equal(bricks(&world, placement, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, why);
    world_free(&world);
}

static void other_jobs_are_refused(void **state)
{
    static const uint32_t uneven[] = {3, 5}, even[] = {32, 32};

    (void)state;
    refuse("n[0-1]", uneven, graph_shuffled("grid:4x2", 5),
           "nodes have different numbers of tasks");
    refuse("n[0-1]", even, graph_random(64, 700, 3),
           "the graph is not a grid without empty places");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(bricks_cut_least),
        cmocka_unit_test(trees_get_boxes),
        cmocka_unit_test(other_jobs_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
