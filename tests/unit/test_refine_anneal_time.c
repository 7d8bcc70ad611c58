/* SPDX-License-Identifier: BSD-3-Clause */
/* Annealing on time. */
#include "unit/world.h"

#include "base/clock.h"
#include "base/tuning.h"
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

static void world_timed(struct world *world, const char *network, size_t graph)
{
    world_even(world, network, "n[0-15]", 4, graph_of_64(graph));
    world->job.timed = world->job.delayed = true;
    world->job.effort = TOPOMAP_EFFORT_DEFAULT;
}

static const char *const networks[] = {network_balanced, network_torus, network_ring,
                                       network_alike};

#define NETWORKS (sizeof networks / sizeof *networks)

/* A longer time never replaces the start, and the result is reproducible. */
static void it_never_loses(void **state)
{
    uint32_t shorter = 0;

    (void)state;
    for (size_t n = 0; n < NETWORKS; n++) {
        for (size_t g = 0; g < GRAPHS_OF_64; g++) {
            uint32_t placement[64], again[64];
            struct world world;
            double before, after;

            world_timed(&world, networks[n], g);
            world_shuffle(&world, n + g, placement);
            memcpy(again, placement, sizeof again);
            before = world_seconds(&world, placement);
            world_refine(&world, &refinement_anneal_time, placement);
            after = world_seconds(&world, placement);
            assert_true(after <= before);
            shorter += after < 0.9 * before;
            world_refine(&world, &refinement_anneal_time, again);
            assert_memory_equal(again, placement, sizeof again);
            world_free(&world);
        }
    }
    assert_true(shorter >= NETWORKS * GRAPHS_OF_64 / 2);
}

/* Swaps that relieve links end where every swap makes the time longer; annealing goes on. */
static void it_goes_on_where_relief_ends(void **state)
{
    uint32_t shorter = 0;

    (void)state;
    for (size_t n = 0; n < NETWORKS; n++) {
        uint32_t placement[64];
        struct world world;
        double before;

        world_timed(&world, networks[n], 1);
        world_shuffle(&world, n, placement);
        assert_int_equal(refinement_run(&refinement_congestion, &world.job, placement, NULL), 0);
        before = world_seconds(&world, placement);
        world_refine(&world, &refinement_anneal_time, placement);
        assert_true(world_seconds(&world, placement) <= before);
        shorter += world_seconds(&world, placement) < before;
        world_free(&world);
    }
    assert_true(shorter >= NETWORKS / 2);
}

/* Refinements by time tell the predicted seconds of what they found; what is known of the start is
 * believed. */
static void what_is_found_is_told(void **state)
{
    static const struct refinement *const refinements[] = {
        &refinement_congestion, &refinement_digits, &refinement_anneal_time};

    (void)state;
    for (size_t i = 0; i < NETWORKS * 3; i++) {
        uint32_t placement[64], start[64];
        double found = 0;
        struct world world;

        world_timed(&world, networks[i / 3], 1);
        world.job.found = &found;
        world_shuffle(&world, i, start);
        memcpy(placement, start, sizeof placement);
        world_refine(&world, refinements[i % 3], placement);
        assert_true(found == world_seconds(&world, placement));
        assert_true(found < world_seconds(&world, start));
        memcpy(placement, start, sizeof placement);
        world.job.known = 1e-12;
        world_refine(&world, refinements[i % 3], placement);
        assert_true(found == world.job.known);
        assert_memory_equal(placement, start, sizeof placement);
        world_free(&world);
    }
}

/* A rank that is to stay on its node does. */
static void the_first_rank_stays(void **state)
{
    (void)state;
    for (size_t n = 0; n < NETWORKS; n++) {
        uint32_t placement[64];
        struct world world;

        world_timed(&world, networks[n], 1);
        world.job.keep_first = true;
        memcpy(placement, world.layout, sizeof placement);
        world_refine(&world, &refinement_anneal_time, placement);
        assert_int_equal(placement[0], world.layout[0]);
        world_free(&world);
    }
}

/* Without time nothing changes, and what is known of the start is believed. */
static void it_ends_in_time(void **state)
{
    uint32_t placement[64], before[64];
    struct world world;

    (void)state;
    world_timed(&world, network_torus, 1);
    world_shuffle(&world, 1, placement);
    memcpy(before, placement, sizeof before);
    world.job.deadline = clock_seconds() - 1;
    world_refine(&world, &refinement_anneal_time, placement);
    assert_memory_equal(placement, before, sizeof before);
    world.job.deadline = 0;
    world.job.known = 1e-12;
    world_refine(&world, &refinement_anneal_time, placement);
    assert_memory_equal(placement, before, sizeof before);
    world_free(&world);
}

/* All 64 ranks exchange with all others in each of many parts. */
static struct topomap_graph *dense_in_parts(size_t parts)
{
    struct topomap_edge edges[64 * 63];
    struct topomap_graph *graph;
    size_t count = 0;

    for (uint32_t i = 0; i < 64; i++) {
        for (uint32_t j = 0; j < 64; j++) {
            if (i != j)
                edges[count++] = (struct topomap_edge){i, j, 1000 + 37 * i * j % 1001, 2};
        }
    }
    graph = topomap_graph_create(64, edges, count, NULL);
    graph->phase = calloc(parts, sizeof(struct topomap_graph *));
    assert_non_null(graph->phase);
    while (graph->phases < parts)
        graph->phase[graph->phases++] = topomap_graph_create(64, edges, count, NULL);
    return graph;
}

/* Where a prediction is more work than a run may have, there are fewer runs. */
static void its_work_is_bounded(void **state)
{
    uint32_t placement[64];
    struct map_times times = {0};
    struct topomap_time time;
    struct world world;
    double work, all;

    (void)state;
    world_even(&world, network_torus, "n[0-15]", 4, dense_in_parts(60));
    world.job.timed = world.job.delayed = true;
    world.job.effort = TOPOMAP_EFFORT_DEFAULT;
    world.job.times = &times;
    work = tuning_at(TUNING_TIMED_WORK, world.job.effort);
    assert_int_equal(topomap_time_predict(world.graph, world.allocation, world.layout, &time, NULL),
                     0);
    assert_true((double)time.work > 2 * work);
    memcpy(placement, world.layout, sizeof placement);
    world_refine(&world, &refinement_anneal_time, placement);
    /* Three times the work of all runs, of contents and of ranks, and what the last one takes. */
    all = 2 * tuning_at(TUNING_TIMED_RUNS, world.job.effort) * work;
    assert_true((double)times.work > all && (double)times.work < 5 * all);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_never_loses),
        cmocka_unit_test(it_goes_on_where_relief_ends),
        cmocka_unit_test(what_is_found_is_told),
        cmocka_unit_test(the_first_rank_stays),
        cmocka_unit_test(it_ends_in_time),
        cmocka_unit_test(its_work_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
