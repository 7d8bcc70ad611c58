/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "plan/objective.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct objective_score score_of(const struct world *world, const char *objective,
                                       const uint32_t *placement)
{
    struct objective_score score = {-1, -1};

    assert_int_equal(objective_find(objective)->score(world->graph, world->allocation, placement,
                                                      INFINITY, &score, NULL), 0);
    return score;
}

static struct topomap_plan *plan_by(const struct world *world, const char *objective,
                                    const char *algorithms)
{
    struct topomap_request request = {
        .graph = world->graph,
        .allocation = world->allocation,
        .layout = world->layout,
        .algorithms = algorithms,
        .objective = objective,
        .effort = TOPOMAP_EFFORT_DEFAULT,
        .seed = 1,
    };
    struct topomap_error error = {0};
    struct topomap_plan *plan = topomap_plan_create(&request, &error);

    if (!plan)
        fail_msg("%s: %s", objective, error.text);
    return plan;
}

static void scores_agree_with_the_metrics(void **state)
{
    struct world world;
    struct topomap_metrics metrics;
    struct topomap_time time;

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 1, graph_random(64, 600, 3));
    assert_int_equal(topomap_metrics_compute(world.graph, world.allocation, world.layout, &metrics,
                                         NULL), 0);
    assert_true(score_of(&world, "hop-bytes", world.layout).value == metrics.hop_bytes);
    assert_true(score_of(&world, "congestion", world.layout).value == metrics.max_link_bytes);
    assert_true(score_of(&world, "congestion", world.layout).tie == metrics.hop_bytes);
    assert_int_equal(topomap_time_predict(world.graph, world.allocation, world.layout, &time, NULL),
                     0);
    assert_true(score_of(&world, "time", world.layout).value == time.seconds);
    assert_true(score_of(&world, "time", world.layout).tie == metrics.hop_bytes);
    world_free(&world);
}

/* A plan never has a worse score than the layout, nor than any candidate. */
static void check_plan(const struct world *world, const char *objective)
{
    struct topomap_plan *plan = plan_by(world, objective, "auto");
    double after = topomap_plan_score_after(plan).value;

    assert_true(after == score_of(world, objective, topomap_plan_placement(plan)).value);
    assert_true(topomap_plan_score_before(plan).value ==
                score_of(world, objective, world->layout).value);
    assert_true(after <= topomap_plan_score_before(plan).value);
    for (size_t i = 0; topomap_plan_candidate(plan, i); i++) {
        const struct topomap_candidate *candidate = topomap_plan_candidate(plan, i);
        double times = topomap_plan_kept(plan) && strcmp(objective, "auto") == 0 ? 0.99 : 1;

        if (!candidate->failure && !isnan(candidate->score))
            assert_true(times * after * (1 - SCORE_ROUNDING) <= candidate->score);
    }
    topomap_plan_destroy(plan);
}

static void a_plan_is_best_by_its_objective(void **state)
{
    static const char *const networks[] = {network_balanced, network_torus, network_mesh_wide,
                                           network_alike};
    const char *name, *summary;

    (void)state;
    for (size_t n = 0; n < sizeof networks / sizeof *networks; n++) {
        for (uint64_t seed = 1; seed < 6; seed++) {
            struct world world;

            world_even(&world, networks[n], "n[0-15]", 2, graph_random(32, 90, seed));
            for (size_t i = 0; topomap_objective_get(i, &name, &summary); i++)
                check_plan(&world, name);
            world_free(&world);
        }
    }
}

/* Rank 0 sends to three others: all in one direction of the ring, or in both. */
static void objectives_disagree(void **state)
{
    struct topomap_edge edges[] = {{0, 1, 10, 1}, {0, 2, 10, 1}, {0, 3, 10, 1}, {4, 5, 1, 1}};
    struct objective_score narrow, wide;
    const uint32_t one_side[] = {0, 1, 2, 3, 4, 5};
    const uint32_t both_sides[] = {2, 1, 3, 0, 4, 5};
    struct world world;

    (void)state;
    world_even(&world, network_ring, "n[0-5]", 1, topomap_graph_create(6, edges, 4, NULL));
    narrow = score_of(&world, "congestion", one_side);
    wide = score_of(&world, "congestion", both_sides);
    assert_true(narrow.value == 30 && wide.value == 20);
    assert_true(score_of(&world, "hop-bytes", one_side).value == 61);
    assert_true(score_of(&world, "hop-bytes", both_sides).value == 41);
    world_free(&world);
}

/* The heaviest link has the same load in all cases: fewer hop-bytes win. */
static void ties_go_to_hop_bytes(void **state)
{
    struct topomap_edge edges[] = {{0, 1, 100, 1}, {2, 4, 1, 1}};
    struct topomap_plan *plan;
    struct world world;

    (void)state;
    world_even(&world, network_ring, "n[0-4]", 1, topomap_graph_create(5, edges, 2, NULL));
    plan = plan_by(&world, "congestion", "layout+swap");
    assert_true(topomap_plan_score_before(plan).value == 100);
    assert_true(topomap_plan_score_after(plan).value == 100);
    assert_false(topomap_plan_kept(plan));
    assert_true(topomap_plan_after(plan)->hop_bytes == 101);
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* If the busiest link counts, `auto` relieves it, and its candidate can be named. */
static void auto_relieves_the_busiest_link(void **state)
{
    static const char *const objectives[] = {"hop-bytes", "congestion", "time"};
    struct world world;

    (void)state;
    /* By time the best one is no warm start, which has less work beside others than by its name. */
    world_even(&world, network_torus, "n[0-63]", 2, graph_random(128, 900, 10));
    for (size_t i = 0; i < 3; i++) {
        struct topomap_plan *plan = plan_by(&world, objectives[i], "auto");
        const struct topomap_candidate *best = NULL, *last = NULL, *candidate;
        struct topomap_plan *again;

        for (size_t c = 0; (candidate = topomap_plan_candidate(plan, c)) != NULL; c++) {
            if (candidate->score == topomap_plan_score_after(plan).value)
                best = candidate;
            assert_true(i > 0 || !strstr(candidate->algorithm, "+congestion"));
            last = candidate;
        }
        assert_non_null(best);
        assert_int_equal(strstr(best->algorithm, "+congestion") != NULL, i > 0);
        assert_true(i != 1 || best == last);
        again = plan_by(&world, objectives[i], best->algorithm);
        assert_true(topomap_plan_candidate(again, 0)->score == best->score);
        topomap_plan_destroy(again);
        topomap_plan_destroy(plan);
    }
    world_free(&world);
}

/* Times of candidates are their own: those of algorithms that are named, and of what was refined by
 * time. Of others a number is known that is no longer than their time, but than the best one's. */
static void no_time_is_told_that_is_too_short(void **state)
{
    static const char *const objectives[] = {"auto", "time"};
    const struct topomap_candidate *candidate;
    struct topomap_plan *plan;
    struct world world;
    uint32_t placement[128];
    size_t bounds = 0;

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 2, graph_random(128, 900, 10));
    world.graph->weights = false;
    for (size_t o = 0; o < 2; o++) {
        plan = plan_by(&world, objectives[o], "layout+swap,inorder,cyclic,random,tree");
        for (size_t i = 0; (candidate = topomap_plan_candidate(plan, i)); i++) {
            assert_int_equal(topomap_map(&world.request, candidate->algorithm, placement, NULL,
                                         NULL), 0);
            assert_true(candidate->score == score_of(&world, "time", placement).value);
        }
        topomap_plan_destroy(plan);
        plan = plan_by(&world, objectives[o], "auto");
        for (size_t i = 0; (candidate = topomap_plan_candidate(plan, i)); i++) {
            assert_true(!isnan(candidate->score) ||
                        candidate->least >= topomap_plan_score_after(plan).value ||
                        (o == 0 && candidate->least == 0));
            assert_false(isnan(candidate->score) && strstr(candidate->algorithm, "+congestion"));
            bounds += candidate->least > 0;
        }
        assert_true(topomap_plan_after(plan)->seconds == topomap_plan_score_after(plan).value);
        topomap_plan_destroy(plan);
    }
    assert_true(bounds > 0);
    world_free(&world);
}

/* If hops have weights, or links are unknown, times say less than hop-bytes. */
static void auto_predicts_times_where_links_tell_them(void **state)
{
    static const char matrix[] = "network: {kind: matrix, nodes: 'n[0-3]', distances: "
                                 "[[0, 1, 2, 3], [1, 0, 3, 1], [2, 3, 0, 1], [3, 1, 1, 0]]}";
    static const struct {
        const char *network, *weights, *objective, *quantity;
    } cases[] = {
        {network_torus, NULL, NULL, "predicted time"},
        {network_torus, NULL, "auto", "predicted time"},
        {network_torus, NULL, "time", "predicted time"},
        {network_torus, NULL, "hop-bytes", "hop-bytes"},
        {network_torus, NULL, "congestion", "congestion"},
        {network_torus, "y:3", NULL, "hop-bytes"},
        {network_torus, "y:3", "time", "predicted time"},
        {matrix, NULL, NULL, "hop-bytes"},
        {matrix, NULL, "time", "predicted time"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_metrics metrics;
        struct topomap_plan *plan;
        struct world world;
        double score;

        world_even(&world, cases[i].network, "n[0-3]", 2, graph_random(8, 20, 5));
        if (cases[i].weights)
            assert_int_equal(topomap_network_weigh(world.network, cases[i].weights, NULL), 0);
        plan = plan_by(&world, cases[i].objective, "auto");
        assert_string_equal(topomap_plan_quantity(plan), cases[i].quantity);
        assert_int_equal(topomap_metrics_compute(world.graph, world.allocation,
                                                 topomap_plan_placement(plan), &metrics, NULL), 0);
        score = topomap_plan_score_after(plan).value;
        assert_int_equal(score == metrics.hop_bytes,
                         strcmp(cases[i].quantity, "hop-bytes") == 0);
        topomap_plan_destroy(plan);
        world_free(&world);
    }
}

/* Where hop-bytes replace the time, the placement with the fewest takes 1.86 of the layout's time: it is
 * none that is taken, but the best one of those that take no longer. */
static void what_takes_longer_is_not_taken(void **state)
{
    static const char matrix[] = "network: {kind: matrix, nodes: 'n[0-3]', distances: "
                                 "[[0, 1, 9, 9], [1, 0, 9, 9], [9, 9, 0, 1], [9, 9, 1, 0]]}";
    static const char edges[] = "# n=6\n0 1 100000 1\n0 2 2000000 1\n1 2 2000000 1\n1 4 100000 1\n"
                                "1 5 100000 1\n2 0 1000 1\n2 3 2000000 1\n3 1 1000 1\n"
                                "3 5 2000000 1\n4 2 1000 1\n4 3 1000 1\n5 0 100000 1\n"
                                "5 2 100000 1\n";
    struct topomap_plan *fewest, *taken;
    struct world world;
    double before;

    (void)state;
    world_text(&world, matrix, "n[0-3]", "3,1(x3)", edges);
    fewest = plan_by(&world, "hop-bytes", "auto");
    taken = plan_by(&world, "auto", "auto");
    before = topomap_plan_before(taken)->seconds;
    assert_true(topomap_plan_after(fewest)->seconds > 1.8 * before);
    assert_false(topomap_plan_kept(taken));
    assert_true(topomap_plan_after(taken)->seconds <= (1 + topomap_time_error()) * before);
    topomap_plan_destroy(fewest);
    topomap_plan_destroy(taken);
    world_free(&world);
}

static void better_is_strict(void **state)
{
    const struct objective_score one = {1, 5}, same = {1, 5}, tied = {1, 4}, less = {0.5, 9};

    (void)state;
    assert_false(objective_better(one, same));
    assert_true(objective_better(tied, one));
    assert_false(objective_better(one, tied));
    assert_true(objective_better(less, tied));
    assert_false(objective_better(tied, less));
}

/* Sums that differ by their order alone are equal, and the tie decides. */
static void rounding_is_no_difference(void **state)
{
    const struct objective_score one = {0.3, 5}, rounded = {0.1 + 0.2, 4}, none = {INFINITY, 4};

    (void)state;
    assert_true(rounded.value > one.value);
    assert_true(objective_better(rounded, one));
    assert_false(objective_better(one, rounded));
    assert_true(objective_better(one, none));
    assert_false(objective_better(none, one));
    assert_false(objective_better(none, none));
}

static void objectives_have_names(void **state)
{
    const char *name, *summary;
    size_t count = 0;

    (void)state;
    assert_ptr_equal(objective_find(NULL), objective_get(0));
    assert_null(objective_find("beauty"));
    for (; topomap_objective_get(count, &name, &summary); count++) {
        assert_ptr_equal(objective_find(name), objective_get(count));
        assert_true(*summary);
    }
    assert_null(objective_get(count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_agree_with_the_metrics),
        cmocka_unit_test(a_plan_is_best_by_its_objective),
        cmocka_unit_test(objectives_disagree),
        cmocka_unit_test(ties_go_to_hop_bytes),
        cmocka_unit_test(auto_relieves_the_busiest_link),
        cmocka_unit_test(no_time_is_told_that_is_too_short),
        cmocka_unit_test(auto_predicts_times_where_links_tell_them),
        cmocka_unit_test(what_takes_longer_is_not_taken),
        cmocka_unit_test(better_is_strict),
        cmocka_unit_test(rounding_is_no_difference),
        cmocka_unit_test(objectives_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
