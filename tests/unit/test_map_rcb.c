/* SPDX-License-Identifier: BSD-3-Clause */
/* Recursive coordinate bisection. */
#include "unit/world.h"

#include <stdlib.h>
#include <string.h>

static const char dragonfly[] = "network:\n  kind: dragonfly\n  groups: 4\n  rows: 2\n"
                                "  columns: 2\n  nodes_per_router: 1\n  nodes: \"n[0-15]\"\n";

static void place(struct world *world, uint32_t *placement)
{
    struct topomap_error error = {.text = ""};

    if (world_try(world, "rcb", placement, &error) < 0)
        fail_msg("rcb: %s", error.text);
    assert_int_equal(topomap_placement_check(world->allocation, placement, NULL), 0);
}

static void a_cubic_stencil_fits_a_cubic_torus(void **state)
{
    static const char network[] = "network:\n  kind: torus\n  dims: [8, 8, 8]\n"
                                  "  nodes: \"n[0-511]\"\n";
    struct topomap_graph *graph = topomap_graph_pattern("grid:16x16x16", 0, NULL);
    uint32_t *placement = calloc(4096, sizeof *placement);
    uint32_t tasks[512];
    struct world world;
    double rcb, block;

    (void)state;
    for (uint32_t i = 0; i < 512; i++)
        tasks[i] = 8;
    assert_non_null(placement);
    world_make(&world, network, "n[0-511]", tasks, graph);
    world.job.coordinates = topomap_graph_coordinates(graph);
    block = world_hop_bytes(&world, world.layout);
    place(&world, placement);
    rcb = world_hop_bytes(&world, placement);
    /* Cubes of 8 ranks on each node, neighbours one hop apart: 7 of 15 faces between nodes. */
    assert_true(rcb == (double)topomap_graph_bytes(graph) * 7 / 15);
    assert_true(rcb / block > 0.207 && rcb / block < 0.209);
    free(placement);
    world_free(&world);
}

/* The places of the ranks are 0, 1, ... along a line: every node gets a piece of it. */
static void nodes_follow_each_other_along_a_line(void **state)
{
    static const struct {
        const char *network, *hosts;
        uint32_t tasks[8];
        uint32_t order[8]; /* of the nodes along the line, as many as have tasks */
    } cases[] = {
        {network_ring, "n[6-9]", {2, 2, 2, 2}, {0, 1, 2, 3}},
        {network_ring, "n[0,1,14,15]", {2, 2, 2, 2}, {2, 3, 0, 1}}, /* across the ring's seam */
        {network_ring, "n[2,9,0,5]", {1, 4, 2, 1}, {2, 0, 3, 1}},
        {network_two_leaves, "n[7,0,6,1]", {2, 1, 0, 5}, {1, 3, 0}},
        {network_alike, "n[3,1,4]", {1, 3, 4}, {0, 1, 2}},
        /* The groups of the dragonfly are its longest dimension, then its columns and rows. */
        {dragonfly, "n[12,0,8,4]", {2, 2, 2, 2}, {1, 3, 2, 0}},
        {dragonfly, "n[0,5]", {3, 5}, {0, 1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t placement[8], rank = 0;
        struct world world;

        world_make(&world, cases[i].network, cases[i].hosts, cases[i].tasks, graph_silent(8));
        place(&world, placement);
        for (uint32_t k = 0; rank < 8; k++) {
            uint32_t node = cases[i].order[k];

            for (uint32_t t = 0; t < cases[i].tasks[node]; t++)
                assert_int_equal(placement[rank++], node);
        }
        world_free(&world);
    }
}

static void the_longest_side_is_split(void **state)
{
    /* Two columns of four ranks, further apart in y than the columns in x. */
    static const double values[] = {0, 0, 0.5, 0, 0, 1, 0.5, 1, 0, 2, 0.5, 2, 0, 3, 0.5, 3};
    static const uint32_t wanted[] = {0, 0, 0, 0, 1, 1, 1, 1};
    static const uint32_t turned[] = {0, 1, 0, 1, 0, 1, 0, 1};
    static const uint32_t tasks[] = {4, 4};
    struct topomap_coordinates *coordinates = topomap_coordinates_create(8, 2, values, NULL);
    double wide[16];
    uint32_t placement[8];
    struct world world;

    (void)state;
    world_make(&world, network_ring, "n[0-1]", tasks, graph_silent(8));
    world.job.coordinates = coordinates;
    place(&world, placement);
    assert_memory_equal(placement, wanted, sizeof wanted);
    topomap_coordinates_destroy(coordinates);
    for (size_t i = 0; i < 16; i++)
        wide[i] = i % 2 ? -values[i] : 100 * values[i];
    coordinates = topomap_coordinates_create(8, 2, wide, NULL);
    world.job.coordinates = coordinates;
    place(&world, placement);
    assert_memory_equal(placement, turned, sizeof turned);
    topomap_coordinates_destroy(coordinates);
    world_free(&world);
}

/* All ranks at one place: any valid split will do. */
static void equal_coordinates_are_no_harm(void **state)
{
    static const double zero[64 * 3];
    static const uint32_t tasks[] = {1, 31, 0, 16, 8, 8};
    struct topomap_coordinates *coordinates = topomap_coordinates_create(64, 3, zero, NULL);
    uint32_t placement[64];
    struct world world;

    (void)state;
    world_make(&world, network_torus, "n[63,5,17,44,2,30]", tasks, graph_silent(64));
    world.job.coordinates = coordinates;
    place(&world, placement);
    world_free(&world);
    topomap_coordinates_destroy(coordinates);
}

static bool tried(const struct topomap_plan *plan, const char *name)
{
    const struct topomap_candidate *candidate;

    for (size_t i = 0; (candidate = topomap_plan_candidate(plan, i)); i++) {
        if (strcmp(candidate->algorithm, name) == 0)
            return true;
    }
    return false;
}

static void auto_tries_it_where_coordinates_are_known(void **state)
{
    struct topomap_request request = {.seed = 1};
    struct topomap_error error;
    struct topomap_plan *plan;
    uint32_t placement[64];
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 1, graph_random(64, 300, 1));
    request.graph = world.graph;
    request.allocation = world.allocation;
    plan = topomap_plan_create(&request, NULL);
    assert_false(tried(plan, "rcb"));
    topomap_plan_destroy(plan);
    assert_int_equal(topomap_map(&request, "rcb", placement, NULL, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "application coordinates are needed: none are given, and "
                                    "the graph is not a grid");
    request.coordinates = world.coordinates;
    plan = topomap_plan_create(&request, NULL);
    assert_true(tried(plan, "rcb"));
    topomap_plan_destroy(plan);
    assert_int_equal(topomap_map(&request, "rcb", placement, NULL, &error), 0);
    world_free(&world);
}

/* A periodic grid in any order is mapped as if its coordinates had been given. */
static void coordinates_are_recognised(void **state)
{
    static const char network[] = "network:\n  kind: tree\n  children: [4, 4, 4]\n"
                                  "  nodes: \"n[0-63]\"\n";
    struct topomap_graph *pattern = topomap_graph_pattern("grid:8x8:periodic", 0, NULL);
    struct topomap_edge edges[256];
    uint32_t number[64], given[64], found[64];
    struct random random;
    struct world world;
    double hop_bytes;

    (void)state;
    assert_int_equal(topomap_graph_edges(pattern), 256);
    for (uint32_t i = 0; i < 64; i++)
        number[i] = i;
    random_seed(&random, 3);
    random_shuffle(&random, number, 64);
    for (size_t i = 0; i < 256; i++) {
        edges[i] = topomap_graph_edge(pattern, i);
        edges[i].src = number[edges[i].src];
        edges[i].dst = number[edges[i].dst];
    }
    world_even(&world, network, "n[0-63]", 1, topomap_graph_create(64, edges, 256, NULL));
    world.job.coordinates = NULL;
    place(&world, found);
    hop_bytes = world_hop_bytes(&world, found);
    world_free(&world);
    world_even(&world, network, "n[0-63]", 1, pattern);
    world.job.coordinates = topomap_graph_coordinates(pattern);
    place(&world, given);
    assert_true(hop_bytes == world_hop_bytes(&world, given));
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cubic_stencil_fits_a_cubic_torus),
        cmocka_unit_test(nodes_follow_each_other_along_a_line),
        cmocka_unit_test(the_longest_side_is_split),
        cmocka_unit_test(equal_coordinates_are_no_harm),
        cmocka_unit_test(auto_tries_it_where_coordinates_are_known),
        cmocka_unit_test(coordinates_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
