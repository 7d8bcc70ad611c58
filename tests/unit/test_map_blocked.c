/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of the process grid to nodes, drawers and supernodes. */
#include "unit/world.h"

#include "map/common/level_units.h"

#include <string.h>

/* 8 nodes: 2 supernodes of 2 drawers of 2 nodes. */
#define PERCS                                                                                      \
    "network:\n  kind: percs\n  supernodes: 2\n  drawers: 2\n  nodes_per_drawer: 2\n"              \
    "  nodes: \"n[0-7]\"\n"

static struct topomap_coordinates *coordinates;

static void make(struct world *world, const char *hosts, const uint32_t *tasks, const char *grid)
{
    uint32_t ranks;

    coordinates = topomap_coordinates_grid(grid, NULL);
    assert_non_null(coordinates);
    ranks = topomap_coordinates_ranks(coordinates);
    world_make(world, PERCS, hosts, tasks, graph_silent(ranks));
    world->job.coordinates = coordinates;
}

static void unmake(struct world *world)
{
    world_free(world);
    topomap_coordinates_destroy(coordinates);
}

static void place(struct world *world, const char *parameter, uint32_t *placement)
{
    struct topomap_error error = {.text = ""};

    world->job.parameter = parameter;
    if (world_try(world, "blocked", placement, &error) < 0)
        fail_msg("blocked:%s: %s", parameter, error.text);
    assert_int_equal(topomap_placement_check(world->allocation, placement, NULL), 0);
}

/* How many of the blocks of x * y * z places have all their ranks in one unit; level 0: node. */
static uint32_t whole_blocks(const struct world *world, const uint32_t *placement, uint32_t level,
                             const uint32_t block[3])
{
    uint32_t unit[8], first[64], whole = 0, units, ranks = world->graph->ranks;
    bool split[64] = {false};

    memset(first, 0xff, sizeof first);
    for (uint32_t node = 0; node < 8; node++)
        unit[node] = node;
    if (level > 0)
        assert_int_equal(level_units_find(world->allocation, level, unit, &units, NULL), 0);
    for (uint32_t r = 0; r < ranks; r++) {
        const double *at = topomap_coordinates_get(coordinates, r);
        uint32_t b = 0;

        for (uint32_t d = 0; d < 3; d++)
            b = b * 4 + (uint32_t)at[d] / block[d];
        if (first[b] == UINT32_MAX)
            first[b] = unit[placement[r]];
        split[b] |= first[b] != unit[placement[r]];
    }
    for (uint32_t b = 0; b < 64; b++)
        whole += first[b] != UINT32_MAX && !split[b];
    return whole;
}

static const uint32_t node_block[] = {2, 2, 1}, drawer_block[] = {2, 2, 2};
static const uint32_t supernode_block[] = {4, 2, 2};
static const uint32_t four[] = {4, 4, 4, 4, 4, 4, 4, 4};

static void blocks_of_each_level_are_together(void **state)
{
    static const char *const grids[] = {"4x4x2", "4x4x2:column"};
    struct world world;
    uint32_t placement[32];

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        make(&world, "n[5,0,3,7,1,4,2,6]", four, grids[i]);
        place(&world, "2x2x1:2x2x2:4x2x2", placement);
        assert_int_equal(whole_blocks(&world, placement, 0, node_block), 8);
        assert_int_equal(whole_blocks(&world, placement, 1, drawer_block), 4);
        assert_int_equal(whole_blocks(&world, placement, 2, supernode_block), 2);
        assert_int_equal(placement[0], 0); /* the first rank on the first node */
        place(&world, "2x2x1", placement);
        assert_int_equal(whole_blocks(&world, placement, 0, node_block), 8);
        assert_true(whole_blocks(&world, placement, 1, drawer_block) < 4);
        unmake(&world);
    }
}

static void blocks_follow_each_other_as_ranks_do(void **state)
{
    static const uint32_t wanted[] = {0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3};
    struct world world;
    uint32_t placement[16];

    (void)state;
    make(&world, "n[0-3]", four, "4x4");
    place(&world, "2x2", placement);
    assert_memory_equal(placement, wanted, sizeof wanted);
    unmake(&world);
    make(&world, "n[0-3]", four, "4x4:column");
    place(&world, "2x2", placement);
    assert_memory_equal(placement, wanted, sizeof wanted);
    unmake(&world);
}

/* Drawers with a missing node, or nodes with several blocks or none: whole blocks are used first,
 * the rest is shared. */
static void parts_of_units_come_last(void **state)
{
    static const uint32_t tasks[] = {4, 8, 4, 0, 4, 8, 4};
    struct world world;
    uint32_t placement[32];

    (void)state;
    make(&world, "n[0-6]", tasks, "4x4x2");
    place(&world, "2x2x1:2x2x2", placement);
    assert_int_equal(whole_blocks(&world, placement, 0, node_block), 8);
    assert_int_equal(whole_blocks(&world, placement, 1, drawer_block), 2);
    unmake(&world);
}

static void random_blocks_stay_blocks(void **state)
{
    struct world world;
    uint32_t placement[32], plain[32];
    uint32_t moved = 0;

    (void)state;
    make(&world, "n[0-7]", four, "4x4x2");
    place(&world, "2x2x1:2x2x2", plain);
    for (world.job.seed = 1; world.job.seed < 20; world.job.seed++) {
        place(&world, "2x2x1:2x2x2:random", placement);
        assert_int_equal(whole_blocks(&world, placement, 0, node_block), 8);
        assert_int_equal(whole_blocks(&world, placement, 1, drawer_block), 4);
        moved += memcmp(placement, plain, sizeof plain) != 0;
    }
    assert_true(moved > 10);
    unmake(&world);
}

static void what_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *parameter, *error;
        enum topomap_code code;
    } cases[] = {
        {"2x2x1x1", "the process grid is not made up of the blocks of level 1", TOPOMAP_IMPOSSIBLE},
        {"3x2x1", "the process grid is not made up of the blocks of level 1", TOPOMAP_IMPOSSIBLE},
        {"8x1x1", "the process grid is not made up of the blocks of level 1", TOPOMAP_IMPOSSIBLE},
        {"2x2x1:2x3x2", "the blocks of level 1 do not make up those of the next one",
         TOPOMAP_IMPOSSIBLE},
        {"2x2x1:4x1x1", "the blocks of level 1 do not make up those of the next one",
         TOPOMAP_IMPOSSIBLE},
        {"2x2x2", "host 'n0' runs 4 ranks, which are not whole blocks of 8", TOPOMAP_IMPOSSIBLE},
        {"1x1x1:1x1x1:1x1x1:1x1x1", "a percs network has no level 3 of units of nodes",
         TOPOMAP_IMPOSSIBLE},
        {"random", "algorithm 'blocked' needs block shapes like 4x4x2:8x8x4, not 'random'",
         TOPOMAP_USAGE},
        {"2x2x1:", "algorithm 'blocked' needs block shapes like 4x4x2:8x8x4, not '2x2x1:'",
         TOPOMAP_USAGE},
        {"2x0", "algorithm 'blocked' needs block shapes like 4x4x2:8x8x4, not '2x0'",
         TOPOMAP_USAGE},
        {"2x2x1:random:2", "algorithm 'blocked' needs block shapes like 4x4x2:8x8x4, not "
         "'2x2x1:random:2'", TOPOMAP_USAGE},
    };
    struct topomap_error error;
    struct world world;
    uint32_t placement[32];

    (void)state;
    make(&world, "n[0-7]", four, "4x4x2");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world.job.parameter = cases[i].parameter;
        assert_int_equal(world_try(&world, "blocked", placement, &error), -1);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(error.code, cases[i].code);
    }
    world.job.parameter = "2x2x1";
    world.job.coordinates = NULL;
    assert_int_equal(world_try(&world, "blocked", placement, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    unmake(&world);
}

static void coordinates_may_be_no_grid(void **state)
{
    static const struct {
        uint32_t ranks, dimensions;
        double values[8];
    } cases[] = {
        {4, 2, {0, 0, 0, 1, 1, 0, 1, 0}}, /* two ranks at a place */
        {4, 2, {0, 0, 0, 1, 1, 0, 1, 1.5}},
        {4, 2, {0, 0, 0, 1, 1, 0, -1, 1}},
        {4, 2, {0, 0, 0, 1, 1, 0, 1, 2}},
        {4, 1, {0, 1, 2, 1e15}},
        {3, 2, {0, 0, 0, 1, 1, 0}}, /* a place without rank */
    };
    struct shape grid;
    struct topomap_error error;
    uint32_t place_of[4];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_coordinates *c = topomap_coordinates_create(
            cases[i].ranks, cases[i].dimensions, cases[i].values, NULL);

        assert_int_equal(coordinates_grid(c, &grid, place_of, &error), -1);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        topomap_coordinates_destroy(c);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_each_level_are_together),
        cmocka_unit_test(blocks_follow_each_other_as_ranks_do),
        cmocka_unit_test(parts_of_units_come_last),
        cmocka_unit_test(random_blocks_stay_blocks),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(coordinates_may_be_no_grid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
