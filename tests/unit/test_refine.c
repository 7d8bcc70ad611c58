/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "base/clock.h"
#include "map/common/shared.h"
#include "refine/annealing.h"
#include "refine/refine.h"

#include <stdlib.h>
#include <string.h>

static void check_machine(uint32_t machine, struct topomap_graph *graph,
                          const struct refinement *refinement, enum topomap_effort effort)
{
    struct world world;

    world_on(&world, &machines_of_64[machine], graph);
    world.job.effort = effort;
    for (uint64_t seed = 0; seed < 5; seed++) {
        uint32_t placement[64];
        uint32_t again[64];
        double before;
        double after;

        world_shuffle(&world, seed, placement);
        memcpy(again, placement, sizeof again);
        before = world_hop_bytes(&world, placement);
        assert_int_equal(refinement->refine(&world.job, placement, NULL), 0);
        after = world_hop_bytes(&world, placement);
        assert_true(after <= before);
        assert_int_equal(refinement->refine(&world.job, again, NULL), 0);
        assert_memory_equal(placement, again, sizeof again);
        assert_int_equal(refinement->refine(&world.job, again, NULL), 0);
        assert_true(world_hop_bytes(&world, again) <= after);
    }
    world_free(&world);
}

static void refinement_is_never_worse(void **state)
{
    (void)state;
    for (uint32_t m = 0; m < MACHINES_OF_64; m++) {
        for (uint32_t g = 0; g < GRAPHS_OF_64; g++) {
            check_machine(m, graph_of_64(g), &refinement_swap, TOPOMAP_EFFORT_DEFAULT);
            check_machine(m, graph_of_64(g), &refinement_anneal, TOPOMAP_EFFORT_DEFAULT);
            check_machine(m, graph_of_64(g), &refinement_warm, TOPOMAP_EFFORT_FAST);
            check_machine(m, graph_of_64(g), &refinement_hot, TOPOMAP_EFFORT_FAST);
        }
    }
}

static void one_swap_from_the_optimum_is_mended(void **state)
{
    struct world world;
    uint32_t placement[64];
    uint32_t held;

    (void)state;
    world_even(&world, network_balanced, "n[0-15]", 4, graph_cliques(16, 4));
    for (uint32_t r = 0; r < 64; r++)
        placement[r] = r % 16;
    assert_true(world_hop_bytes(&world, placement) == 0);
    held = placement[3];
    placement[3] = placement[60];
    placement[60] = held;
    assert_true(world_hop_bytes(&world, placement) > 0);
    assert_int_equal(refinement_swap.refine(&world.job, placement, NULL), 0);
    assert_true(world_hop_bytes(&world, placement) == 0);
    world_free(&world);
}

static void contents_of_nodes_are_swapped_whole(void **state)
{
    struct world world;
    uint32_t placement[64];
    double best;

    (void)state;
    /* Four groups of four nodes, each group under one leaf; then two nodes swap their contents. */
    world_even(&world, network_balanced, "n[0-15]", 4, graph_cliques(4, 16));
    for (uint32_t r = 0; r < 64; r++)
        placement[r] = r % 4 * 4 + r / 16;
    best = world_hop_bytes(&world, placement);
    for (uint32_t r = 0; r < 64; r++)
        placement[r] = placement[r] == 1 ? 9 : placement[r] == 9 ? 1 : placement[r];
    assert_true(world_hop_bytes(&world, placement) > best);
    assert_int_equal(refinement_swap.refine(&world.job, placement, NULL), 0);
    assert_true(world_hop_bytes(&world, placement) == best);
    world_free(&world);
}

/* The work of a refinement on a shuffled mesh of 4096 ranks on 64 nodes, and its result. */
static uint64_t work_of(const struct refinement *refinement, enum topomap_effort effort,
                        bool grouped, double *score)
{
    static uint32_t placement[4096];
    struct map_times times = {0};
    struct world world;

    world_even(&world, network_torus, "n[0-63]", 64, graph_mesh(16, 16, 16));
    world.job.effort = effort;
    world.job.grouped = grouped;
    world.job.times = &times;
    world_shuffle(&world, 4, placement);
    assert_int_equal(refinement->refine(&world.job, placement, NULL), 0);
    *score = world_hop_bytes(&world, placement);
    world_free(&world);
    return times.work;
}

/* The work of swaps at efforts fast and default is limited to a number of looks for each edge, seen
 * from both sides; both limits are reached here. The work may exceed them by the last look at a
 * rank and the setup. */
static void effort_bounds_the_work(void **state)
{
    struct topomap_graph *graph = graph_mesh(16, 16, 16);
    double edges = (double)graph_view(graph).offset[4096];
    double fast, usual;
    double work = (double)work_of(&refinement_swap, TOPOMAP_EFFORT_FAST, false, &fast);
    double more = (double)work_of(&refinement_swap, TOPOMAP_EFFORT_DEFAULT, false, &usual);

    (void)state;
    topomap_graph_destroy(graph);
    assert_true(work >= 16 * edges && work < 20 * edges);
    assert_true(more >= 32 * edges && more < 36 * edges);
    assert_true(usual < fast);
    work = (double)work_of(&refinement_anneal, TOPOMAP_EFFORT_FAST, false, &fast);
    more = (double)work_of(&refinement_anneal, TOPOMAP_EFFORT_DEFAULT, false, &usual);
    assert_true(more > 3 * work);
    assert_true(usual < fast);
}

static void annealing_does_less_where_nodes_hold_groups(void **state)
{
    double apart, grouped;
    double work = (double)work_of(&refinement_anneal, TOPOMAP_EFFORT_DEFAULT, false, &apart);
    double less = (double)work_of(&refinement_anneal, TOPOMAP_EFFORT_DEFAULT, true, &grouped);

    (void)state;
    assert_true(less < 0.8 * work);
    assert_true(apart < grouped);
}

/* The work of annealing where each rank sends to all others: 10000 bytes and up to `more`. */
static uint64_t dense_work(uint32_t more)
{
    static struct topomap_edge edge[64 * 63];
    struct map_times times = {0};
    struct world world;
    uint32_t placement[64];
    size_t edges = 0;

    for (uint32_t a = 0; a < 64; a++) {
        for (uint32_t b = 0; b < 64; b++) {
            if (a != b)
                edge[edges++] = (struct topomap_edge){a, b, 10000 + more * (a * b % 5) / 4, 1};
        }
    }
    world_even(&world, network_torus, "n[0-15]", 4, topomap_graph_create(64, edge, edges, NULL));
    world.job.times = &times;
    world_shuffle(&world, 4, placement);
    assert_int_equal(refinement_anneal.refine(&world.job, placement, NULL), 0);
    world_free(&world);
    return times.work;
}

static void little_is_done_where_all_pairs_exchange_the_same(void **state)
{
    (void)state;
    assert_true(2 * dense_work(4) < dense_work(10000));
}

static void check_late(const struct refinement *refinement)
{
    struct world world;
    uint32_t *placement;
    double before;
    double start;

    world_even(&world, network_torus, "n[0-63]", 64, graph_random(4096, 400000, 8));
    placement = calloc(4096, sizeof *placement);
    assert_non_null(placement);
    topomap_placement_cyclic(world.allocation, placement);
    before = world_hop_bytes(&world, placement);
    world.job.effort = TOPOMAP_EFFORT_BEST;
    start = clock_seconds();
    world.job.deadline = start + 0.05;
    assert_int_equal(refinement->refine(&world.job, placement, NULL), 0);
    assert_true(clock_seconds() - start < 2);
    if (refinement != &refinement_congestion)
        assert_true(world_hop_bytes(&world, placement) <= before);
    free(placement);
    world_free(&world);
}

static void a_job_that_is_late_stops_soon(void **state)
{
    (void)state;
    for (size_t r = 0; refinement_get(r); r++)
        check_late(refinement_get(r));
}

/* A shuffled mesh on a torus: swaps alone end in a poor local optimum. */
static void annealing_goes_further_than_swaps(void **state)
{
    static const char network[] = "network: {kind: torus, dims: [8, 8, 8], nodes: 'n[0-511]'}";
    struct world world;
    uint32_t swapped[512];
    uint32_t annealed[512];

    (void)state;
    world_even(&world, network, "n[0-511]", 1, graph_mesh(8, 8, 8));
    world_shuffle(&world, 1, swapped);
    memcpy(annealed, swapped, sizeof annealed);
    assert_int_equal(refinement_swap.refine(&world.job, swapped, NULL), 0);
    assert_int_equal(refinement_anneal.refine(&world.job, annealed, NULL), 0);
    assert_true(world_hop_bytes(&world, annealed) < 0.8 * world_hop_bytes(&world, swapped));
    world_free(&world);
}

/* Tables of distances must not be necessary: a ring of 1500 nodes is too wide for them. */
static void tables_of_distances_may_be_missing(void **state)
{
    static const char network[] = "network:\n"
                                  "  kind: torus\n"
                                  "  dims: [1500]\n"
                                  "  nodes: \"n[0-1499]\"\n";
    static const char *const names[] = {"tree", "bisect", "cyclic"};
    uint32_t *tasks = calloc(1500, sizeof *tasks);
    uint32_t *placement = calloc(1500, sizeof *placement);
    struct world world;

    (void)state;
    assert_non_null(tasks);
    assert_non_null(placement);
    for (uint32_t i = 0; i < 1500; i++)
        tasks[i] = 1;
    world_make(&world, network, "n[0-1499]", tasks, graph_random(1500, 9000, 1));
    assert_int_equal(world.allocation->distances.parts, 0);
    for (size_t i = 0; i < 3; i++) {
        double before;

        assert_int_equal(world_try(&world, names[i], placement, NULL), 0);
        before = world_hop_bytes(&world, placement);
        assert_int_equal(refinement_swap.refine(&world.job, placement, NULL), 0);
        assert_true(world_hop_bytes(&world, placement) < before);
        before = world_hop_bytes(&world, placement);
        assert_int_equal(refinement_anneal.refine(&world.job, placement, NULL), 0);
        assert_true(world_hop_bytes(&world, placement) < before);
    }
    free(tasks);
    free(placement);
    world_free(&world);
}

/* Of every four ranks the first communicates most with the third, and the second with the fourth;
 * all communicate with the next four. */
static struct topomap_graph *graph_of_pairs(void)
{
    struct topomap_edge edge[160];
    size_t edges = 0;

    for (uint32_t r = 0; r < 64; r++) {
        edge[edges++] = (struct topomap_edge){r, (r + 4) % 64, 10, 1};
        edge[edges++] = (struct topomap_edge){r, r % 4 < 2 ? r + 2 : (r + 63) % 64,
                                              r % 4 < 2 ? 9 : 1, 1};
    }
    return topomap_graph_create(64, edge, edges, NULL);
}

static void ranks_are_paired_on_their_nodes(void **state)
{
    uint32_t counts[64] = {3, 7, 0, 5, 1};
    uint32_t cluster[64];
    struct refine_units ranks;
    struct refine_units pairs;
    struct world world;

    (void)state;
    for (uint32_t node = 5; node < 17; node++)
        counts[node] = 4;
    world_make(&world, network_torus, "n[0-63]", counts, graph_of_pairs());
    assert_int_equal(refine_units_ranks(&world.job, world.layout, &ranks, NULL), 0);
    assert_int_equal(refine_units_pair(&ranks, 1, 64, cluster, &pairs, NULL), 0);
    /* 1 and a half, 3 and a half, 2 and a half pairs, one alone; twelve times two. */
    assert_int_equal(pairs.graph.vertices, 2 + 4 + 3 + 1 + 24);
    for (uint32_t r = 16; r < 64; r++) {
        assert_int_equal(cluster[r], cluster[r % 4 < 2 ? r + 2 : r - 2]);
        assert_int_equal(pairs.size[cluster[r]], 2);
        assert_int_equal(pairs.place[cluster[r]], world.layout[r]);
    }
    refine_units_free(&pairs);
    refine_units_free(&ranks);
    world_free(&world);
}

/* Clusters swap only with clusters of the same size: nodes keep their numbers of tasks. */
static void clusters_move_whole(void **state)
{
    uint32_t counts[64] = {3, 7, 0, 5, 1};
    uint32_t cluster[64];
    uint32_t placement[64];
    struct refine_units ranks;
    struct refine_units pairs;
    struct search_near near;
    struct world world;
    double before;

    (void)state;
    for (uint32_t node = 5; node < 17; node++)
        counts[node] = 4;
    world_make(&world, network_torus, "n[0-63]", counts, graph_of_pairs());
    world_shuffle(&world, 7, placement);
    before = world_hop_bytes(&world, placement);
    assert_int_equal(refinement_near(&world.job, &near, NULL), 0);
    assert_int_equal(refine_units_ranks(&world.job, placement, &ranks, NULL), 0);
    assert_int_equal(refine_units_pair(&ranks, 1, 64, cluster, &pairs, NULL), 0);
    assert_int_equal(refine_anneal_units(&world.job, &pairs, &near,
                                         &(struct anneal_heat){.times = 2}, 100000, 1, NULL),
                     0);
    for (uint32_t r = 0; r < 64; r++)
        placement[r] = pairs.place[cluster[r]];
    assert_int_equal(topomap_placement_check(world.allocation, placement, NULL), 0);
    assert_true(world_hop_bytes(&world, placement) < before);
    refine_units_free(&pairs);
    refine_units_free(&ranks);
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refinement_is_never_worse),
        cmocka_unit_test(one_swap_from_the_optimum_is_mended),
        cmocka_unit_test(contents_of_nodes_are_swapped_whole),
        cmocka_unit_test(effort_bounds_the_work),
        cmocka_unit_test(annealing_does_less_where_nodes_hold_groups),
        cmocka_unit_test(little_is_done_where_all_pairs_exchange_the_same),
        cmocka_unit_test(a_job_that_is_late_stops_soon),
        cmocka_unit_test(annealing_goes_further_than_swaps),
        cmocka_unit_test(ranks_are_paired_on_their_nodes),
        cmocka_unit_test(clusters_move_whole),
        cmocka_unit_test(tables_of_distances_may_be_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
