/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include <math.h>
#include <string.h>

static double bound_of(const struct world *world)
{
    double bound;

    assert_int_equal(topomap_bound_get(world->graph, world->allocation, &bound, NULL), 0);
    return bound;
}

/* Where every partner can be one hop away, the bound is what the best placement costs. */
static void an_embedding_meets_the_bound(void **state)
{
    static const char *const cases[][2] = {
        {"network: {kind: torus, dims: [4, 4], nodes: 'n[0-15]'}", "grid:4x4:periodic"},
        {"network: {kind: torus, dims: [16], nodes: 'n[0-15]'}", "grid:16:periodic"},
        {"network: {kind: hypercube, dims: 4, nodes: 'n[0-15]'}", "grid:4x4:periodic"},
        {"network: {kind: flat, nodes: 'n[0-15]'}", "rows:4x4"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct world world;
        uint32_t placement[16];
        struct topomap_request request;

        world_even(&world, cases[i][0], "n[0-15]", 1,
                   topomap_graph_pattern(cases[i][1], 16, NULL));
        request = (struct topomap_request){
            .graph = world.graph, .allocation = world.allocation, .effort = TOPOMAP_EFFORT_BEST};
        assert_int_equal(topomap_map(&request, "auto", placement, NULL), 0);
        assert_true(bound_of(&world) > 0);
        assert_true(bound_of(&world) == world_hop_bytes(&world, placement));
        world_free(&world);
    }
}

/* All placements of six ranks, by counting through the orders of their tasks. */
static double least(const struct world *world, uint32_t *placement, uint32_t fixed)
{
    double best = INFINITY;

    if (fixed == 6)
        return world_hop_bytes(world, placement);
    for (uint32_t i = fixed; i < 6; i++) {
        uint32_t node = placement[i];
        double found;

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

static void nothing_is_said_where_all_fit_on_one_node(void **state)
{
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-7]", 8, graph_ring(64));
    assert_true(bound_of(&world) == 0);
    world_free(&world);
}

static void counts_must_agree(void **state)
{
    struct world world;
    struct topomap_graph *other = graph_ring(63);
    struct topomap_error error;
    double bound;

    (void)state;
    world_even(&world, network_torus, "n[0-7]", 8, graph_ring(64));
    assert_int_equal(topomap_bound_get(other, world.allocation, &bound, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    topomap_graph_destroy(other);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_embedding_meets_the_bound),
        cmocka_unit_test(no_placement_is_below_the_bound),
        cmocka_unit_test(nothing_is_said_where_all_fit_on_one_node),
        cmocka_unit_test(counts_must_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
