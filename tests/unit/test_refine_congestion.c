/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "base/tuning.h"
#include "network/channel.h"
#include "plan/objective.h"
#include "refine/channel_loads.h"
#include "refine/refine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SPEEDS "links: [{bandwidth: 100, latency: 0.001}, {bandwidth: 10, latency: 0.002}]"

static const struct world_machine machines[] = {
    {network_torus, "n[0,3,8,12,17,21,30,31,33,40,41,49,52,55,60,63]",
     {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
    {network_ring, "n[0-15]", {1, 7, 4, 4, 2, 6, 3, 5, 8, 0, 4, 4, 4, 4, 1, 7}},
    {network_unbalanced, "n[0-15]", {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
    {"network: {kind: tree, children: [4, 4], widths: [3], routing: adaptive, nodes: 'n[0-15]', "
     SPEEDS "}", "n[0-15]", {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
    {"network: {kind: mesh, dims: [4, 4], nodes: 'n[0-15]', " SPEEDS "}", "n[0-15]",
     {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
    {"network: {kind: dragonfly, groups: 4, rows: 2, columns: 2, nodes_per_router: 1, "
     "routing: valiant, nodes: 'n[0-15]'}", "n[0-15]",
     {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
    {network_alike, "n[0-15]", {6, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 6}},
};

#define MACHINES (sizeof machines / sizeof *machines)

static void machine_make(struct world *world, size_t machine, struct topomap_graph *graph)
{
    world_on(world, &machines[machine], graph);
}

/* ---- loads ------------------------------------------------------------------------------- */

static void send_all(struct refine_loads *loads, const struct world *world,
                     const uint32_t *placement, double sign)
{
    for (size_t e = 0; e < topomap_graph_edges(world->graph); e++) {
        struct topomap_edge edge = topomap_graph_edge(world->graph, e);

        if (placement[edge.src] != placement[edge.dst])
            refine_loads_send(loads, placement[edge.src], placement[edge.dst],
                              sign * (double)edge.bytes);
    }
}

/* Bytes over a link. */
static double load_of(const struct refine_loads *loads, uint32_t link)
{
    return loads->routes.number[link] ? loads->channel[loads->routes.number[link] - 1].load : 0;
}

/* The gain of the changes on trial, in prices of the top of the scale. */
static double gain_of(struct refine_loads *loads)
{
    return refine_loads_price(loads, refine_loads_gain(loads));
}

/* Loads after any changes are those of the evaluator. */
static void loads_are_those_of_the_evaluator(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        struct refine_loads loads;
        struct topomap_metrics metrics;
        uint32_t placement[64];
        struct world world;
        double *expected;

        machine_make(&world, m, graph_of_64(m % 3));
        expected = calloc(topomap_network_links(world.network), sizeof *expected);
        assert_non_null(expected);
        assert_int_equal(refine_loads_init(&loads, world.allocation, ROUTES_LINK_BYTES, NULL), 0);
        for (uint64_t seed = 0; seed < 3; seed++) {
            refine_loads_try(&loads);
            if (seed)
                send_all(&loads, &world, placement, -1);
            world_shuffle(&world, seed, placement);
            send_all(&loads, &world, placement, 1);
            refine_loads_apply(&loads);
            assert_int_equal(topomap_link_loads(world.graph, world.allocation, placement, expected,
                                                NULL), 0);
            for (uint32_t l = 0; l < topomap_network_links(world.network); l++)
                assert_true(load_of(&loads, l) == expected[l]);
            assert_int_equal(topomap_metrics_compute(world.graph, world.allocation, placement,
                                                 &metrics, NULL), 0);
            assert_true(fabs(refine_loads_most(&loads) - metrics.max_link_bytes) <=
                        1e-12 * metrics.max_link_bytes);
        }
        refine_loads_free(&loads);
        free(expected);
        world_free(&world);
    }
}

/* By time they are the seconds that the bandwidth of the slowest link makes of its bytes. */
static void timed_loads_are_seconds_of_links(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        struct refine_loads loads;
        uint32_t placement[64];
        struct world world;
        double *bytes, most = 0;

        machine_make(&world, m, graph_of_64(1));
        world_shuffle(&world, m, placement);
        bytes = calloc(topomap_network_links(world.network), sizeof *bytes);
        assert_non_null(bytes);
        assert_int_equal(refine_loads_init(&loads, world.allocation, ROUTES_LINK_SECONDS, NULL), 0);
        refine_loads_try(&loads);
        send_all(&loads, &world, placement, 1);
        refine_loads_apply(&loads);
        assert_int_equal(topomap_link_loads(world.graph, world.allocation, placement, bytes, NULL),
                         0);
        for (uint32_t l = 0; l < topomap_network_links(world.network); l++)
            most = fmax(most, bytes[l] / channel_speed(world.network, l).bandwidth);
        assert_true(fabs(refine_loads_most(&loads) - most) <= 1e-12 * most);
        refine_loads_free(&loads);
        free(bytes);
        world_free(&world);
    }
}

/* A trial and its reverse cancel out, growth beyond limits never pays, and of two loads the higher
 * one has the higher price. */
static void gains_follow_the_loads(void **state)
{
    struct refine_loads loads;
    struct world world;
    double high, low;

    (void)state;
    world_even(&world, network_ring, "n[0-15]", 1, graph_silent(16));
    assert_int_equal(refine_loads_init(&loads, world.allocation, ROUTES_LINK_BYTES, NULL), 0);
    refine_loads_set_prices(&loads, 1024, INFINITY);
    refine_loads_rescale(&loads, 100);
    refine_loads_try(&loads);
    refine_loads_send(&loads, 0, 1, 100);
    refine_loads_send(&loads, 4, 5, 50);
    refine_loads_apply(&loads);
    refine_loads_try(&loads);
    refine_loads_send(&loads, 0, 2, 10);
    refine_loads_send(&loads, 0, 2, -10);
    assert_true(gain_of(&loads) == 0);
    refine_loads_try(&loads);
    refine_loads_send(&loads, 0, 1, -10);
    high = gain_of(&loads);
    refine_loads_try(&loads);
    refine_loads_send(&loads, 4, 5, -10);
    low = gain_of(&loads);
    assert_true(low > 0 && high > 10 * low);
    refine_loads_set_prices(&loads, 0, 100);
    refine_loads_try(&loads);
    refine_loads_send(&loads, 4, 5, -50);
    refine_loads_send(&loads, 0, 1, 1);
    assert_true(gain_of(&loads) == -INFINITY);
    refine_loads_free(&loads);
    world_free(&world);
}

/* ---- refinement -------------------------------------------------------------------------- */

static struct objective_score score_of(const struct world *world, const uint32_t *placement)
{
    const struct objective *objective =
        objective_find(world->job.timed ? "time" : "congestion");
    struct objective_score score;

    assert_int_equal(objective->score(world->graph, world->allocation, placement, INFINITY,
                                      &score, NULL), 0);
    return score;
}

static void check(struct world *world, uint64_t seed)
{
    struct objective_score before, after;
    uint32_t placement[64], again[64];

    world_shuffle(world, seed, placement);
    memcpy(again, placement, sizeof again);
    before = score_of(world, placement);
    assert_int_equal(refinement_congestion.refine(&world->job, placement, NULL), 0);
    assert_int_equal(topomap_placement_check(world->allocation, placement, NULL), 0);
    after = score_of(world, placement);
    assert_false(objective_better(before, after));
    assert_int_equal(refinement_congestion.refine(&world->job, again, NULL), 0);
    assert_memory_equal(placement, again, sizeof again);
}

static void the_score_never_rises(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        for (uint32_t g = 0; g < GRAPHS_OF_64; g++) {
            struct world world;

            machine_make(&world, m, graph_of_64(g));
            for (uint64_t seed = 0; seed < 6; seed++) {
                world.job.timed = seed % 2;
                world.job.delayed = world.job.timed && objective_delayed(world.graph);
                check(&world, seed);
            }
            world_free(&world);
        }
    }
}

/* Rank 0 sends to three others, all in one direction of the ring: both directions are best. */
static void a_busy_link_is_relieved(void **state)
{
    struct topomap_edge edges[] = {{0, 1, 10, 1}, {0, 2, 10, 1}, {0, 3, 10, 1}, {4, 5, 1, 1}};
    uint32_t placement[] = {0, 1, 2, 3, 4, 5};
    struct world world;

    (void)state;
    world_even(&world, network_ring, "n[0-5]", 1, topomap_graph_create(6, edges, 4, NULL));
    assert_true(score_of(&world, placement).value == 30);
    assert_int_equal(refinement_congestion.refine(&world.job, placement, NULL), 0);
    assert_true(score_of(&world, placement).value == 20);
    world_free(&world);
}

/* Whole nodes have to move: eight ranks each, in pairs of nodes with one link between them. */
static void contents_of_nodes_are_moved(void **state)
{
    struct topomap_edge edges[256];
    uint32_t placement[64];
    struct world world;

    (void)state;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t rank = i / 8, other = 32 + rank / 8 * 8 + i % 8;

        edges[i] = (struct topomap_edge){rank, other, 1, 1};
    }
    world_even(&world, network_mesh_wide, "n[0-7]", 8, topomap_graph_create(64, edges, 256, NULL));
    memcpy(placement, world.layout, sizeof placement);
    assert_true(score_of(&world, placement).value == 4 * 64);
    assert_int_equal(refinement_congestion.refine(&world.job, placement, NULL), 0);
    assert_true(score_of(&world, placement).value <= 64);
    world_free(&world);
}

/* Looks at each pair. */
#define RELIEF_WORK tuning_at(TUNING_RELIEF_WORK, TOPOMAP_EFFORT_DEFAULT)

/* What part of its work congestion reduction takes from a placement. */
static double part_of_work(struct world *world, uint32_t *placement)
{
    double most = RELIEF_WORK * (double)world->graph->pair_offset[world->graph->ranks];
    struct map_times times = {0};

    world->job.times = &times;
    world_refine(world, &refinement_congestion, placement);
    return (double)times.work / most;
}

/* Where the first stage finds nothing, four others do not look, unless adding up loads took all of
 * its work: each of five stages adds up those of ranks then. */
static void a_search_that_finds_nothing_ends(void **state)
{
    uint32_t placement[64];
    struct world world;
    double part;

    (void)state;
    world_even(&world, network_ring, "n[0-15]", 4, topomap_graph_pattern("ring", 64, NULL));
    world.job.effort = TOPOMAP_EFFORT_DEFAULT;
    memcpy(placement, world.layout, sizeof placement);
    part = part_of_work(&world, placement);
    assert_true(part > 0 && part < 0.25);
    assert_memory_equal(placement, world.layout, sizeof placement);
    world.job.most_work = 100;
    assert_true(part_of_work(&world, placement) * RELIEF_WORK > 5);
    world.job.most_work = 0;
    world_shuffle(&world, 1, placement);
    assert_true(part_of_work(&world, placement) > 0.5);
    world_free(&world);
}

/* Where time is up before it begins, no stage adds up loads. */
static void nothing_begins_late(void **state)
{
    uint32_t placement[64], start[64];
    struct world world;

    (void)state;
    world_even(&world, network_ring, "n[0-15]", 4, graph_of_64(0));
    world.job.effort = TOPOMAP_EFFORT_DEFAULT;
    world.job.deadline = 1e-9;
    world_shuffle(&world, 1, placement);
    memcpy(start, placement, sizeof start);
    assert_true(part_of_work(&world, placement) == 0);
    assert_memory_equal(placement, start, sizeof start);
    world_free(&world);
}

/* Bytes are the same along both dimensions, but the first one has slow links. */
static void time_prefers_fast_links(void **state)
{
    static const char network[] = "network: {kind: mesh, dims: [2, 2], nodes: 'n[0-3]', links: "
                                  "[{bandwidth: 1, latency: 0}, {bandwidth: 10, latency: 0}]}";
    struct topomap_edge edges[] = {{0, 1, 100, 1}, {2, 3, 100, 1}};
    uint32_t placement[] = {0, 1, 2, 3};
    struct world world;

    (void)state;
    world_even(&world, network, "n[0-3]", 1, topomap_graph_create(4, edges, 2, NULL));
    world.job.timed = true;
    assert_true(score_of(&world, placement).value == 100);
    assert_int_equal(refinement_congestion.refine(&world.job, placement, NULL), 0);
    assert_true(score_of(&world, placement).value == 10);
    world_free(&world);
}

/* Small messages take as long as the longest route: distant pairs come closer. */
static void latencies_count(void **state)
{
    struct topomap_edge edges[8];
    uint32_t placement[16];
    struct world world;

    (void)state;
    for (uint32_t i = 0; i < 8; i++)
        edges[i] = (struct topomap_edge){i, i + 8, 8, 1};
    world_even(&world, network_ring, "n[0-15]", 1, topomap_graph_create(16, edges, 8, NULL));
    memcpy(placement, world.layout, sizeof placement);
    world.graph->weights = false;
    world.job.timed = world.job.delayed = true;
    assert_true(score_of(&world, placement).value > 8 * TOPOMAP_DEFAULT_LATENCY);
    assert_int_equal(refinement_congestion.refine(&world.job, placement, NULL), 0);
    assert_true(score_of(&world, placement).value < 2 * TOPOMAP_DEFAULT_LATENCY);
    world_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_those_of_the_evaluator),
        cmocka_unit_test(timed_loads_are_seconds_of_links),
        cmocka_unit_test(gains_follow_the_loads),
        cmocka_unit_test(the_score_never_rises),
        cmocka_unit_test(a_busy_link_is_relieved),
        cmocka_unit_test(contents_of_nodes_are_moved),
        cmocka_unit_test(a_search_that_finds_nothing_ends),
        cmocka_unit_test(nothing_begins_late),
        cmocka_unit_test(time_prefers_fast_links),
        cmocka_unit_test(latencies_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
