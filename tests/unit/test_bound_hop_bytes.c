/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

static double bound_of(const struct world *world)
{
    double bound;

    assert_int_equal(topomap_bound_compute(world->graph, world->allocation, &bound, NULL), 0);
    return bound;
}

static double found_by_auto(const struct world *world)
{
    uint32_t placement[4096];
    struct topomap_request request = {
        .graph = world->graph, .allocation = world->allocation, .effort = TOPOMAP_EFFORT_DEFAULT};

    assert_int_equal(topomap_map(&request, "auto", placement, NULL, NULL), 0);
    return world_hop_bytes(world, placement);
}

/* If every partner can be one hop away the bound is the cost of the best placement. The same holds
 * for a grid that divides into cubes, and for all levels of a tree. */
static void an_embedding_meets_the_bound(void **state)
{
    static const struct {
        const char *network, *hosts;
        uint32_t tasks;
        const char *pattern;
    } cases[] = {
        {"network: {kind: torus, dims: [4, 4], nodes: 'n[0-15]'}", "n[0-15]", 1,
         "grid:4x4:periodic"},
        {"network: {kind: torus, dims: [16], nodes: 'n[0-15]'}", "n[0-15]", 1,
         "grid:16:periodic"},
        {"network: {kind: hypercube, dims: 4, nodes: 'n[0-15]'}", "n[0-15]", 1,
         "grid:4x4:periodic"},
        {"network: {kind: flat, nodes: 'n[0-15]'}", "n[0-15]", 1, "rows:4x4"},
        {"network: {kind: flat, nodes: 'n[0-15]'}", "n[0-15]", 4, "rows:16x4"},
        {network_torus, "n[0-63]", 8, "grid:8x8x8"},
        {"network: {kind: torus, dims: [4, 4, 4], nodes: 'n[0-63]'}", "n[0-63]", 8,
         "grid:8x8x8:periodic"},
        {network_torus, "n[0-63]", 16, "grid:16x8x8"},
        {"network: {kind: torus, dims: [8, 8], nodes: 'n[0-63]'}", "n[0-63]", 4,
         "grid:16x16"},
        {"network: {kind: hypercube, dims: 3, nodes: 'n[0-7]'}", "n[0-7]", 8,
         "grid:2x2x2x2x2x2"},
        {network_balanced, "n[0-15]", 4, "grid:8x8"},
        {network_balanced, "n[0-15]", 1, "grid:4x4"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world world;
        double bound, found;

        world_even(&world, cases[i].network, cases[i].hosts, cases[i].tasks,
                   graph_shuffled(cases[i].pattern, i));
        bound = bound_of(&world);
        found = found_by_auto(&world);
        if (bound <= 0 || bound != found)
            fail_msg("%s: bound %.17g, found %.17g", cases[i].pattern, bound, found);
        world_free(&world);
    }
}

/* The least cost of all placements, found by trying all orders of their tasks. */
static double least(const struct world *world, uint32_t *placement, uint32_t fixed)
{
    uint32_t ranks = topomap_graph_ranks(world->graph), tried = 0;
    double best = INFINITY;

    if (fixed == ranks)
        return world_hop_bytes(world, placement);
    for (uint32_t i = fixed; i < ranks; i++) {
        uint32_t node = placement[i];
        double found;

        if (tried >> node & 1)
            continue;
        tried |= UINT32_C(1) << node;
        placement[i] = placement[fixed];
        placement[fixed] = node;
        found = least(world, placement, fixed + 1);
        best = found < best ? found : best;
        placement[fixed] = placement[i];
        placement[i] = node;
    }
    return best;
}

static void no_placement_is_below_the_bound(void **state)
{
    static const uint32_t tasks[][6] = {{1, 1, 1, 1, 1, 1}, {2, 2, 2}, {3, 1, 0, 2}, {5, 1}};
    static const char *const networks[] = {network_unbalanced, network_ring, network_mesh_wide};
    static const char *const hosts[] = {"n[9,3,15,0,7,6]", "n[9,3,15]", "n[9,3,15,0]", "n[9,3]"};
    bool tight = false;

    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        size_t t = seed % 4;
        struct world world;
        uint32_t placement[6];
        double best;

        world_make(&world, networks[seed % 3], hosts[t], tasks[t],
                   graph_random(6, 4 + (uint32_t)seed, seed));
        memcpy(placement, world.layout, sizeof placement);
        best = least(&world, placement, 0);
        assert_true(bound_of(&world) <= best);
        tight = tight || bound_of(&world) > 0.8 * best;
        world_free(&world);
    }
    assert_true(tight);
}

/* The same for all kinds of structure, on nodes near and far. */
static void no_placement_of_a_structure_is_below_the_bound(void **state)
{
    static const char *const patterns[] = {
        "grid:2x4",   "grid:8",   "grid:8:periodic", "grid:2x2x2", "grid:2x4:9", "grid:2x4:periodic",
        "grid:2x2x2:27", "rows:4x2", "rows:2x2x2",   "rows:8",
    };
    static const uint32_t tasks[][8] = {{2, 2, 2, 2}, {4, 4}, {3, 3, 2}, {5, 1, 0, 2}};
    static const char *const networks[] = {network_unbalanced, network_ring, network_mesh_wide,
                                           network_alike};
    static const char *const hosts[] = {"n[9,10,15,0]", "n[9,3]", "n[9,3,15]", "n[9,8,7,10]"};

    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        for (size_t k = 0; k < 16; k++) {
            struct world world;
            uint32_t placement[8];
            double best, bound;

            world_make(&world, networks[k / 4], hosts[k % 4], tasks[k % 4],
                       graph_shuffled(patterns[i], i + k));
            memcpy(placement, world.layout, sizeof placement);
            best = least(&world, placement, 0);
            bound = bound_of(&world);
            if (bound > best)
                fail_msg("%s, case %zu: bound %.17g, best %.17g", patterns[i], k, bound, best);
            assert_true(bound > 0.3 * best);
            world_free(&world);
        }
    }
}

/* 3 x 3 ranks, with a weight for neighbours along each axis and for both diagonals, and some other
 * edges. */
static struct topomap_graph *draw_grid(struct random *random)
{
    static const uint32_t weights[] = {0, 1, 4, 20, 60};
    struct topomap_edge edges[37] = {{0, 1, 1, 1}};
    uint32_t weight[4];
    size_t count = 1;

    for (size_t i = 0; i < 4; i++)
        weight[i] = weights[random_below(random, sizeof weights / sizeof *weights)];
    for (uint32_t u = 0; u < 9; u++) {
        for (uint32_t v = 0; v < u; v++) {
            uint32_t right = u % 3 + 1 - v % 3, bytes = random_below(random, 8) == 0;

            if (u / 3 == v / 3 && right == 2)
                bytes += weight[0];
            else if (u / 3 == v / 3 + 1 && right < 3)
                bytes += weight[1 + right];
            if (bytes)
                edges[count++] = (struct topomap_edge){u, v, bytes, 1};
        }
    }
    return topomap_graph_create(9, edges, count, NULL);
}

static void no_placement_with_heavy_diagonals_is_below_the_bound(void **state)
{
    static const uint32_t tasks[][4] = {{2, 2, 5}, {4, 2, 0, 3}, {5, 4}};
    static const char *const networks[] = {network_ring, network_mesh_wide, network_alike};
    static const char *const hosts[] = {"n[9,10,15]", "n[9,3,15,0]", "n[9,3]"};

    (void)state;
    for (uint64_t seed = 0; seed < 180; seed++) {
        size_t t = seed % 3;
        struct random random;
        struct world world;
        uint32_t placement[9];
        double best, bound;

        random_seed(&random, seed);
        world_make(&world, networks[seed / 3 % 3], hosts[t], tasks[t], draw_grid(&random));
        memcpy(placement, world.layout, sizeof placement);
        best = least(&world, placement, 0);
        bound = bound_of(&world);
        if (bound > best)
            fail_msg("seed %u: bound %.17g, best %.17g", (unsigned)seed, bound, best);
        world_free(&world);
    }
}

static void nothing_is_said_where_all_fit_on_one_node(void **state)
{
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-1]", 32, graph_random(64, 90, 1));
    assert_true(bound_of(&world) == 0);
    world_free(&world);
}

/* Sums of both ends of edges exceed 2^53, up to which doubles are exact. */
static void nothing_is_said_where_heavy_ranks_share_a_node(void **state)
{
    static const uint32_t tasks[] = {9};

    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct topomap_edge edges[50];
        struct random random;
        struct world world;

        random_seed(&random, seed);
        for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
            uint32_t from = random_below(&random, 9);
            uint32_t to = (from + 1 + random_below(&random, 8)) % 9;

            edges[i] = (struct topomap_edge){
                from, to, UINT64_C(163767259177103) + random_below(&random, 6), 1};
        }
        world_make(&world, network_balanced, "n0", tasks, topomap_graph_create(9, edges, 50, NULL));
        if (bound_of(&world) != 0)
            fail_msg("seed %u: bound %.17g", (unsigned)seed, bound_of(&world));
        world_free(&world);
    }
}

static void counts_must_agree(void **state)
{
    struct world world;
    struct topomap_graph *other = graph_ring(63);
    struct topomap_error error;
    double bound;

    (void)state;
    world_even(&world, network_torus, "n[0-7]", 8, graph_ring(64));
    assert_int_equal(topomap_bound_compute(other, world.allocation, &bound, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    topomap_graph_destroy(other);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_embedding_meets_the_bound),
        cmocka_unit_test(no_placement_is_below_the_bound),
        cmocka_unit_test(no_placement_of_a_structure_is_below_the_bound),
        cmocka_unit_test(no_placement_with_heavy_diagonals_is_below_the_bound),
        cmocka_unit_test(nothing_is_said_where_all_fit_on_one_node),
        cmocka_unit_test(nothing_is_said_where_heavy_ranks_share_a_node),
        cmocka_unit_test(counts_must_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
