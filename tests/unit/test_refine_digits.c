/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear maps of digits, and descents among them. */
#include "unit/world.h"

#include "base/clock.h"
#include "refine/digit_map.h"

#include <string.h>

#define MOST_MOVES 2000

static const char dragonfly[] = "network: {kind: dragonfly, groups: 4, rows: 1, columns: 2, "
                                "nodes_per_router: 2, nodes: \"n[0-15]\"}\n";
static const char torus_443[] = "network: {kind: torus, dims: [4, 4, 3], nodes: \"n[0-47]\"}\n";

/* Nodes in a box, in a part of one, with a hole, on switches; one task on each, and several. Two
 * nodes of a dragonfly share coordinates: in boxes, and where the box has as many places as there
 * are nodes, but not all of them are taken. */
static const struct {
    const char *network, *hosts;
    uint32_t tasks;
    const char *graph;
} machines[] = {
    {network_torus, "n[0-63]", 1, "grid:4x4x4"},
    {network_torus, "n[0-31]", 2, "grid:8x8"},
    {network_torus, "n[0-11,13-16]", 4, "grid:8x8"},
    {torus_443, "n[0-47]", 3, "grid:12x12"},
    {torus_443, "n[0-47]", 1, "grid:48"},
    {network_balanced, "n[0-15]", 6, "grid:96"},
    {network_alike, "n[0-6]", 11, "grid:77"},
    {dragonfly, "n[0-15]", 4, "grid:8x8"},
    {dragonfly, "n[0-7]", 3, "grid:24"},
    {dragonfly, "n[0-1,6-7]", 4, "grid:4x4"},
    {dragonfly, "n[0-2,4-6]", 2, "grid:12"},
    {network_ring, "n[3-3]", 5, "grid:5"},
    {network_ring, "n[0-12]", 1, "grid:13"},
};

#define MACHINES (sizeof machines / sizeof *machines)

static void world_of(struct world *world, size_t machine)
{
    struct topomap_error error = {.text = ""};
    struct topomap_graph *graph = topomap_graph_pattern(machines[machine].graph, 0, &error);

    if (!graph)
        fail_msg("%s", error.text);
    world_even(world, machines[machine].network, machines[machine].hosts, machines[machine].tasks,
               graph);
    world->job.effort = TOPOMAP_EFFORT_DEFAULT;
}

static void check(const struct world *world, const struct digit_map *map, uint32_t *placement)
{
    struct topomap_error error = {.text = ""};

    digit_map_place(map, placement);
    if (topomap_placement_check(world->allocation, placement, &error) < 0)
        fail_msg("%s", error.text);
    if (world->job.keep_first)
        assert_int_equal(placement[0], world->layout[0]);
}

/* Whatever moves are made, each node has its tasks; undone, the placement is the one before. */
static void every_map_is_a_placement(void **state)
{
    (void)state;
    for (size_t m = 0; m < 2 * MACHINES; m++) {
        struct digit_move moves[MOST_MOVES];
        uint32_t placement[144], after[144];
        struct random random;
        struct digit_map map;
        struct world world;
        size_t count;

        world_of(&world, m / 2);
        world.job.keep_first = m % 2;
        random_seed(&random, m);
        assert_int_equal(digit_map_init(&map, &world.job, world.layout, NULL), 0);
        check(&world, &map, placement);
        for (uint32_t i = 0; i < 10; i++) {
            count = digit_map_moves(&map, moves, MOST_MOVES);
            assert_true(count < MOST_MOVES);
            for (size_t k = 0; k < count; k++) {
                const struct digit_move *move = &moves[random_below(&random, (uint32_t)count)];

                check(&world, &map, placement);
                digit_map_move(&map, move);
                check(&world, &map, after);
                if (k % 2) {
                    digit_map_undo(&map, move);
                    check(&world, &map, after);
                    assert_memory_equal(after, placement,
                                        world.graph->ranks * sizeof *placement);
                }
            }
            digit_map_shuffle(&map, &random);
            check(&world, &map, placement);
        }
        digit_map_free(&map);
        world_free(&world);
    }
}

/* Digits in their order put a grid onto a box of its shape as it is. */
static void the_first_map_keeps_the_order(void **state)
{
    struct digit_map map;
    struct world world;
    uint32_t placement[64];

    (void)state;
    world_of(&world, 0);
    assert_int_equal(digit_map_init(&map, &world.job, world.layout, NULL), 0);
    check(&world, &map, placement);
    assert_true(world_hop_bytes(&world, placement) ==
                (double)topomap_graph_bytes(world.graph));
    digit_map_free(&map);
    world_free(&world);
}

/* A hypercube of 64 ranks whose numbers a linear map has scrambled. A torus of 4x4x4 nodes has the
 * links of a hypercube, so that all partners can be one hop apart. */
static struct topomap_graph *graph_scrambled(void)
{
    static const uint32_t row[] = {0x20, 0x09, 0x08, 0x02, 0x14, 0x04};
    struct topomap_edge edges[64 * 6];
    struct topomap_graph *graph;
    uint32_t number[64];

    for (uint32_t rank = 0; rank < 64; rank++) {
        number[rank] = 0;
        for (uint32_t i = 0; i < 6; i++)
            number[rank] ^= rank >> i & 1 ? row[i] : 0;
    }
    for (uint32_t rank = 0; rank < 64; rank++) {
        for (uint32_t i = 0; i < 6; i++)
            edges[rank * 6 + i] = (struct topomap_edge){number[rank], number[rank ^ 1U << i], 1, 1};
    }
    graph = topomap_graph_create(64, edges, 64 * 6, NULL);
    assert_non_null(graph);
    return graph;
}

static void scrambled_hypercubes_are_found(void **state)
{
    (void)state;
    for (int timed = 0; timed < 2; timed++) {
        uint32_t placement[64];
        struct world world;

        world_even(&world, network_torus, "n[0-63]", 1, graph_scrambled());
        world.job.effort = TOPOMAP_EFFORT_DEFAULT;
        world.job.timed = world.job.delayed = timed;
        memcpy(placement, world.layout, sizeof placement);
        world_refine(&world, &refinement_digits, placement);
        assert_true(world_hop_bytes(&world, placement) == 64 * 6);
        world_free(&world);
    }
}

static const char *const networks[] = {network_balanced, network_torus, network_ring,
                                       network_alike};

#define NETWORKS (sizeof networks / sizeof *networks)

/* What is worse never replaces the start, and the result is reproducible. */
static void it_never_loses(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * NETWORKS * GRAPHS_OF_64; i++) {
        uint32_t placement[64], again[64];
        struct world world;
        double seconds, hop_bytes;

        world_even(&world, networks[i / 2 / GRAPHS_OF_64], "n[0-15]", 4,
                   graph_of_64(i / 2 % GRAPHS_OF_64));
        world.job.effort = TOPOMAP_EFFORT_DEFAULT;
        world.job.timed = world.job.delayed = i % 2;
        memcpy(placement, world.layout, sizeof placement);
        memcpy(again, world.layout, sizeof again);
        seconds = world_seconds(&world, placement);
        hop_bytes = world_hop_bytes(&world, placement);
        world_refine(&world, &refinement_digits, placement);
        if (world.job.timed)
            assert_true(world_seconds(&world, placement) <= seconds);
        else
            assert_true(world_hop_bytes(&world, placement) <= hop_bytes);
        world_refine(&world, &refinement_digits, again);
        assert_memory_equal(again, placement, sizeof again);
        world_free(&world);
    }
}

/* Without time nothing changes, and what is known of the start is believed. */
static void it_ends_in_time(void **state)
{
    uint32_t placement[64];
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 1, graph_scrambled());
    world.job.effort = TOPOMAP_EFFORT_DEFAULT;
    world.job.timed = world.job.delayed = true;
    memcpy(placement, world.layout, sizeof placement);
    world.job.deadline = clock_seconds() - 1;
    world_refine(&world, &refinement_digits, placement);
    assert_memory_equal(placement, world.layout, sizeof placement);
    world.job.deadline = 0;
    world.job.known = 1e-12;
    world_refine(&world, &refinement_digits, placement);
    assert_memory_equal(placement, world.layout, sizeof placement);
    world_free(&world);
}

static void nodes_need_equally_many_tasks(void **state)
{
    const uint32_t tasks[] = {4, 4, 3};
    struct topomap_error error = {.text = ""};
    uint32_t placement[11];
    struct world world;

    (void)state;
    world_make(&world, network_ring, "n[0-2]", tasks, graph_ring(11));
    memcpy(placement, world.layout, sizeof placement);
    assert_int_equal(refinement_run(&refinement_digits, &world.job, placement, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "nodes have different numbers of tasks");
    assert_memory_equal(placement, world.layout, sizeof placement);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_map_is_a_placement),
        cmocka_unit_test(the_first_map_keeps_the_order),
        cmocka_unit_test(scrambled_hypercubes_are_found),
        cmocka_unit_test(it_never_loses),
        cmocka_unit_test(it_ends_in_time),
        cmocka_unit_test(nodes_need_equally_many_tasks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
