/* SPDX-License-Identifier: BSD-3-Clause */
/* The mappings of LibTopoMap in cases with a known answer. */
#include "unit/world.h"

#include <stdio.h>
#include <string.h>

static double mapped(struct world *world, const char *name, uint32_t *placement)
{
    world_map(world, name, placement);
    return world_hop_bytes(world, placement);
}

/* A chain of ranks whose numbers are scattered along it. */
static struct topomap_graph *scattered_chain(uint32_t ranks)
{
    struct topomap_edge edges[64];

    for (uint32_t i = 0; i + 1 < ranks; i++)
        edges[i] = (struct topomap_edge){i * 7 % ranks, (i + 1) * 7 % ranks, 1000, 1};
    return topomap_graph_create(ranks, edges, ranks - 1, NULL);
}

static const char line[] = "network:\n  kind: mesh\n  dims: [32]\n  nodes: \"n[0-31]\"\n";

static void rcm_lays_a_chain_along_a_line(void **state)
{
    struct world world;
    uint32_t placement[32];

    (void)state;
    /* Nodes as they come, and of a line with gaps. */
    world_even(&world, line, "n[9,3,15,0,7,6,12,2,1,4,5,8,10,11,13,14]", 1, scattered_chain(16));
    assert_true(mapped(&world, "rcm", placement) == 15000);
    world_free(&world);
    world_even(&world, line, "n[0-3,30,31,12-15]", 1, scattered_chain(10));
    assert_true(mapped(&world, "rcm", placement) == (3 + 9 + 3 + 15 + 1) * 1000.0);
    world_free(&world);
}

static void rcm_lays_a_torus_on_a_torus(void **state)
{
    struct topomap_edge edges[192];
    struct world world;
    uint32_t placement[64];
    size_t count = 0;

    (void)state;
    for (uint32_t r = 0; r < 64; r++) {
        for (uint32_t size = 1; size < 64; size *= 4) {
            uint32_t next = r / size % 4 == 3 ? r - 3 * size : r + size;

            edges[count++] = (struct topomap_edge){r, next, 1000, 1};
        }
    }
    world_even(&world, network_torus, "n[0-63]", 1, topomap_graph_create(64, edges, count, NULL));
    assert_true(mapped(&world, "rcm", placement) == 192000);
    world_free(&world);
}

/* Leaf after leaf, and both leaves of a switch before those of the next. */
static void rcm_goes_through_a_tree_by_branches(void **state)
{
    struct world world;
    uint32_t placement[16];

    (void)state;
    world_even(&world, network_balanced, "n[0,8,4,12,1,9,5,13,2,10,6,14,3,11,7,15]", 1,
               scattered_chain(16));
    assert_true(mapped(&world, "rcm", placement) == (12 * 2 + 2 * 4 + 6) * 1000.0);
    world_free(&world);
}

static void recursion_follows_the_branches_of_a_tree(void **state)
{
    struct world world;
    uint32_t placement[16];

    (void)state;
    /* Four cliques, a leaf each, whatever the order of the nodes. */
    world_even(&world, network_balanced, "n[0,8,4,12,1,9,5,13,2,10,6,14,3,11,7,15]", 1,
               graph_cliques(4, 4));
    assert_true(mapped(&world, "hs-recursive", placement) ==
                2 * (double)topomap_graph_bytes(world.graph));
    world_free(&world);
}

/* More nodes than all pairs can be examined for: one clique for each leaf of 16. */
static void recursion_samples_large_networks(void **state)
{
    char network[8192];
    size_t length = 0;
    static uint32_t placement[512], tasks[512];
    struct world world;

    (void)state;
    for (uint32_t leaf = 0; leaf < 32; leaf++)
        length += (size_t)snprintf(network + length, sizeof network - length,
                                   "SwitchName=l%u Nodes=n[%u-%u]\n", leaf, leaf * 16,
                                   leaf * 16 + 15);
    for (uint32_t middle = 0; middle < 4; middle++)
        length += (size_t)snprintf(network + length, sizeof network - length,
                                   "SwitchName=m%u Switches=l[%u-%u]\n", middle, middle * 8,
                                   middle * 8 + 7);
    snprintf(network + length, sizeof network - length, "SwitchName=top Switches=m[0-3]\n");
    for (uint32_t node = 0; node < 512; node++)
        tasks[node] = 1;
    world_make(&world, network, "n[0-511]", tasks, graph_cliques(32, 16));
    assert_true(mapped(&world, "hs-recursive", placement) ==
                2 * (double)topomap_graph_bytes(world.graph));
    world_free(&world);
}

/*
 * Rank 3 has most traffic and starts on node 0; then 1 by the edge of 50, 2 by that of 30, and 0
 * by the one of 20 from 1, before 4, of 10. Each goes to the nearest free node of the last.
 */
static void greedy_takes_the_heaviest_edge(void **state)
{
    struct topomap_edge edges[] = {{3, 1, 50, 1}, {2, 3, 30, 1}, {1, 0, 20, 1}, {3, 4, 10, 1}};
    const uint32_t expected[] = {3, 1, 2, 0, 4, 5};
    struct world world;
    uint32_t placement[6];

    (void)state;
    world_even(&world, line, "n[0-5]", 1, topomap_graph_create(6, edges, 4, NULL));
    mapped(&world, "greedy", placement);
    assert_memory_equal(placement, expected, sizeof expected);
    world_free(&world);
}

/* The same ranks on nodes of two, one and three, out of order. */
static void greedy_fills_nodes(void **state)
{
    struct topomap_edge edges[] = {{3, 1, 50, 1}, {2, 3, 30, 1}, {1, 0, 20, 1}, {3, 4, 10, 1}};
    const uint32_t tasks[] = {2, 1, 0, 3};
    const uint32_t expected[] = {3, 0, 3, 0, 3, 1};
    struct world world;
    uint32_t placement[6];

    (void)state;
    world_make(&world, line, "n[4,9,3,6]", tasks, topomap_graph_create(6, edges, 4, NULL));
    mapped(&world, "greedy", placement);
    assert_memory_equal(placement, expected, sizeof expected);
    world_free(&world);
}

static void large_machines_are_refused(void **state)
{
    static const char network[] = "network:\n  kind: flat\n  nodes: \"n[0-20000]\"\n";
    static const char *const names[] = {"rcm", "hs-recursive"};
    static uint32_t placement[20001], tasks[20001];
    struct world world;

    (void)state;
    for (uint32_t i = 0; i < 20001; i++)
        tasks[i] = 1;
    world_make(&world, network, "n[0-20000]", tasks, graph_silent(20001));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct topomap_error error = {0};

        assert_int_equal(world_try(&world, names[i], placement, &error), -1);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        assert_non_null(strstr(error.text, "20001"));
    }
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rcm_lays_a_chain_along_a_line),
        cmocka_unit_test(rcm_lays_a_torus_on_a_torus),
        cmocka_unit_test(rcm_goes_through_a_tree_by_branches),
        cmocka_unit_test(recursion_follows_the_branches_of_a_tree),
        cmocka_unit_test(recursion_samples_large_networks),
        cmocka_unit_test(greedy_takes_the_heaviest_edge),
        cmocka_unit_test(greedy_fills_nodes),
        cmocka_unit_test(large_machines_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
