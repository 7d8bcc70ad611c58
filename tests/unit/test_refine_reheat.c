/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "refine/refine.h"
#include "refine/reheat.h"

#include <string.h>

static const float heats[] = {0.25f, 0.5f, 1, 2};
#define HEATS (sizeof heats / sizeof *heats)

static void reheat(struct world *world, float volumes, uint32_t *placement)
{
    struct topomap_error error = {.text = ""};
    struct search_near near;

    assert_int_equal(refinement_near(&world->job, &near, &error), 0);
    if (refine_reheat(&world->job, &near, volumes, placement, &error) < 0)
        fail_msg("%s", error.text);
    assert_int_equal(topomap_placement_check(world->allocation, placement, &error), 0);
}

/* At any temperature: a worse placement never replaces the start, and the result is
 * reproducible. */
static void reheating_never_loses(void **state)
{
    static const char *const networks[] = {network_balanced, network_unbalanced, network_ring};

    (void)state;
    for (size_t n = 0; n < sizeof networks / sizeof *networks; n++) {
        for (size_t g = 0; g < GRAPHS_OF_64; g++) {
            struct world world;

            world_even(&world, networks[n], "n[0-15]", 4, graph_of_64(g));
            for (size_t h = 0; h < HEATS; h++) {
                uint32_t placement[64], again[64];
                double before;

                world_shuffle(&world, h, placement);
                memcpy(again, placement, sizeof again);
                before = world_hop_bytes(&world, placement);
                reheat(&world, heats[h], placement);
                assert_true(world_hop_bytes(&world, placement) <= before);
                reheat(&world, heats[h], again);
                assert_memory_equal(again, placement, sizeof again);
            }
            world_free(&world);
        }
    }
}

/* The best one stays: there is nothing better. */
static void the_best_placement_stays(void **state)
{
    struct world world;
    uint32_t placement[64], before[64];

    (void)state;
    world_even(&world, network_ring, "n[0-15]", 4, graph_ring(64));
    for (uint32_t r = 0; r < 64; r++)
        placement[r] = before[r] = r / 4;
    for (size_t h = 0; h < HEATS; h++) {
        double best = world_hop_bytes(&world, before);

        reheat(&world, heats[h], placement);
        assert_true(world_hop_bytes(&world, placement) == best);
    }
    world_free(&world);
}

/* From random ranks, most of the possible gain is reached. */
static void reheating_gains(void **state)
{
    struct world world;

    (void)state;
    world_even(&world, network_balanced, "n[0-15]", 4, graph_cliques(16, 4));
    for (uint64_t seed = 1; seed <= 5; seed++) {
        uint32_t placement[64];
        double before;

        world_shuffle(&world, seed, placement);
        before = world_hop_bytes(&world, placement);
        reheat(&world, 1, placement);
        assert_true(world_hop_bytes(&world, placement) < 0.5 * before);
    }
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reheating_never_loses),
        cmocka_unit_test(the_best_placement_stays),
        cmocka_unit_test(reheating_gains),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
