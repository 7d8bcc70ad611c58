/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans whose objective includes bytes inside nodes. */
#include "unit/world.h"

#include "machine/nodetree.h"
#include "plan/plan.h"

#include <math.h>
#include <string.h>

#define RANKS 8

/* Some nodes with two packages of two cores, full or not, and a weight. */
static const struct setting {
    const char *hosts;
    uint32_t tasks[4];
    uint32_t ranks;
    const char *weights;
} settings[] = {
    {"n[0-1]", {4, 4}, 8, "package:0.5"},
    {"n[0-1]", {4, 4}, 8, "package:3"},
    {"n[0-1]", {4, 4}, 8, "package:1,core:0.25"},
    {"n[0-2]", {2, 3, 2}, 7, "package:2"},
    {"n[0,3]", {3, 3}, 6, "core:1"},
    {"n[2]", {4}, 4, "package:1,core:0.1"},
    {"n[0-1]", {5, 3}, 8, "package:1"}, /* the first node has too few cores: its levels do not
                                         * count */
};

#define SETTINGS (sizeof settings / sizeof *settings)

/* The cost of slots by definition, in hundredths of bytes. */
struct costs {
    uint32_t ranks;
    double bytes[RANKS][RANKS]; /* both directions */
    double far[RANKS][RANKS];   /* between two slots, those of all nodes in order */
    double least;
};

static double far_apart(const struct topomap_allocation *a, const struct topomap_nodetree *tree,
                        uint32_t node, uint32_t other_node, uint32_t pu, uint32_t other_pu)
{
    if (node != other_node)
        return NODETREE_UNIT * (double)topomap_allocation_distance(a, node, other_node);
    return pu == NODETREE_NONE ? 0 : nodetree_weight(tree, pu, other_pu);
}

static void fill_costs(struct costs *costs, const struct world *world,
                       const struct topomap_nodetree *tree)
{
    const struct topomap_allocation *a = world->allocation;
    uint32_t node[RANKS], start[RANKS];

    *costs = (struct costs){.ranks = a->ranks, .least = 1e300};
    nodetree_cut_all(tree, a, 1, TOPOMAP_COMPACT, start);
    topomap_placement_block(a, node);
    for (uint32_t x = 0; x < a->ranks; x++) {
        for (uint32_t y = 0; y < a->ranks; y++)
            costs->far[x][y] = far_apart(a, tree, node[x], node[y], start[x], start[y]);
        for (size_t e = world->graph->offset[x]; e < world->graph->offset[x + 1]; e++) {
            costs->bytes[x][world->graph->target[e]] += (double)world->graph->bytes[e];
            costs->bytes[world->graph->target[e]][x] += (double)world->graph->bytes[e];
        }
    }
}

/* Try all ways to put the ranks from `rank` on into slots that are not `taken`. */
static void try_all(struct costs *costs, uint32_t *slot, uint32_t rank, uint32_t taken, double sum)
{
    if (sum >= costs->least)
        return;
    if (rank == costs->ranks)
        costs->least = sum;
    for (slot[rank] = 0; rank < costs->ranks && slot[rank] < costs->ranks; slot[rank]++) {
        double more = 0;

        if (taken >> slot[rank] & 1)
            continue;
        for (uint32_t other = 0; other < rank; other++)
            more += costs->bytes[rank][other] * costs->far[slot[rank]][slot[other]];
        try_all(costs, slot, rank + 1, taken | 1U << slot[rank], sum + more);
    }
}

static double cost_of(const struct costs *costs, const struct world *world, const uint32_t *nodes,
                      const uint32_t *slots)
{
    double sum = 0;

    for (uint32_t x = 0; x < costs->ranks; x++) {
        for (uint32_t y = 0; y < x; y++)
            sum += costs->bytes[x][y] *
                   costs->far[world->allocation->first[nodes[x]] + slots[x]]
                             [world->allocation->first[nodes[y]] + slots[y]];
    }
    return sum;
}

static struct topomap_plan *plan(const struct world *world, const struct topomap_nodetree *tree,
                                 const char *objective, const char *algorithms)
{
    struct topomap_request request = {.graph = world->graph, .allocation = world->allocation,
                                      .nodetree = tree, .objective = objective, .seed = 1,
                                      .algorithms = algorithms, .effort = TOPOMAP_EFFORT_DEFAULT};
    struct topomap_error error;
    struct topomap_plan *made = topomap_plan_create(&request, &error);

    if (!made)
        fail_msg("%s", error.text);
    return made;
}

static struct topomap_nodetree *setting_make(const struct setting *setting, struct world *world,
                                             uint64_t seed)
{
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:2 pu:1", NULL, NULL);

    world_make(world, network_ring, setting->hosts, setting->tasks,
               graph_random(setting->ranks, 3 * setting->ranks, seed));
    assert_int_equal(topomap_nodetree_weigh(tree, setting->weights, NULL), 0);
    return tree;
}

/* The plan's score is the cost of its slots by definition, and no placement costs less. */
static void plans_are_the_best_there_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETTINGS; i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct world world;
            struct topomap_nodetree *tree = setting_make(&settings[i], &world, seed);
            struct topomap_plan *made = plan(&world, tree, "hop-bytes", NULL);
            struct costs costs;
            uint32_t slot[RANKS + 1];
            double cost;

            fill_costs(&costs, &world, tree);
            try_all(&costs, slot, 0, 0, 0);
            cost = cost_of(&costs, &world, topomap_plan_placement(made), topomap_plan_slots(made));
            assert_float_equal(topomap_plan_score_after(made).value * NODETREE_UNIT, cost, 1e-6);
            if (!isnan(topomap_plan_score_after(made).weighted))
                assert_float_equal(topomap_plan_score_after(made).value,
                                   topomap_plan_after(made)->hop_bytes +
                                       topomap_plan_score_after(made).weighted, 1e-6);
            if (cost > costs.least + 1e-6)
                fail_msg("setting %zu, seed %d: %g instead of %g", i, (int)seed, cost, costs.least);
            topomap_plan_destroy(made);
            topomap_nodetree_destroy(tree);
            world_free(&world);
        }
    }
}

/* What is added to hop-bytes is not called hop-bytes. */
static void scores_with_weights_have_their_name(void **state)
{
    static const char *const cases[][2] = {
        {NULL, "score"}, {"hop-bytes", "score"}, {"congestion", "congestion"},
        {"time", "predicted time"},
    };
    struct text told = {0};
    struct world world;
    struct topomap_nodetree *tree = setting_make(&settings[0], &world, 1);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_plan *made = plan(&world, tree, cases[i][0], NULL);

        assert_string_equal(topomap_plan_quantity(made), cases[i][1]);
        if (i == 1)
            plan_tell_gain(made, &told);
        topomap_plan_destroy(made);
    }
    text_add(&told, "", 1);
    assert_int_equal(strncmp(told.data, "score 1.00 -> ", 14), 0);
    assert_non_null(strstr(told.data, ", hop-bytes "));
    text_free(&told);
    topomap_nodetree_destroy(tree);
    world_free(&world);
}

/* The score before is that of ranks in order on slots in order. */
static void layouts_cost_what_their_order_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETTINGS; i++) {
        struct world world;
        struct topomap_nodetree *tree = setting_make(&settings[i], &world, 7);
        struct topomap_plan *made = plan(&world, tree, NULL, "layout");
        uint32_t order[RANKS], fill[4] = {0};
        struct costs costs;

        fill_costs(&costs, &world, tree);
        for (uint32_t rank = 0; rank < costs.ranks; rank++)
            order[rank] = fill[world.layout[rank]]++;
        assert_float_equal(topomap_plan_score_before(made).value * NODETREE_UNIT,
                           cost_of(&costs, &world, world.layout, order), 1e-6);
        assert_true(topomap_plan_kept(made));
        assert_float_equal(topomap_plan_score_after(made).value * NODETREE_UNIT,
                           cost_of(&costs, &world, topomap_plan_placement(made),
                                   topomap_plan_slots(made)), 1e-6);
        topomap_plan_destroy(made);
        topomap_nodetree_destroy(tree);
        world_free(&world);
    }
}

/* Whether both are equal, or both are not known. */
static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* The placement of one algorithm costs what the plan says, and has the same score as the plan. */
static void placements_score_as_in_plans(void **state)
{
    static const char *const algorithms[] = {"tree", "inorder+swap", "random", "layout", "auto"};

    (void)state;
    for (size_t i = 0; i < 5 * SETTINGS; i++) {
        struct world world;
        struct topomap_nodetree *tree = setting_make(&settings[i / 5], &world, i);
        struct topomap_request request = {.graph = world.graph, .allocation = world.allocation,
                                          .nodetree = tree, .seed = 1,
                                          .effort = TOPOMAP_EFFORT_DEFAULT};
        struct topomap_plan *made = plan(&world, tree, NULL, algorithms[i % 5]);
        struct topomap_score score, after = topomap_plan_score_after(made);
        uint32_t node[RANKS], slot[RANKS];

        assert_int_equal(topomap_map(&request, algorithms[i % 5], node, slot, NULL), 0);
        assert_int_equal(topomap_score_compute(&request, node, slot, &score, NULL), 0);
        if (i % 5 < 4)
            assert_true(score.value == topomap_plan_candidate(made, 0)->score);
        if (i % 5 == 4 || !topomap_plan_kept(made)) {
            assert_true(score.value == after.value && same(score.weighted, after.weighted));
            assert_true(same(score.inside, after.inside));
        }
        topomap_placement_block(world.allocation, node);
        assert_int_equal(topomap_score_compute(&request, node, NULL, &score, NULL), 0);
        assert_true(score.value == topomap_plan_score_before(made).value);
        topomap_plan_destroy(made);
        topomap_nodetree_destroy(tree);
        world_free(&world);
    }
}

static void wrong_placements_have_no_score(void **state)
{
    struct world world;
    struct topomap_nodetree *tree = setting_make(&settings[0], &world, 1);
    struct topomap_request request = {.graph = world.graph, .allocation = world.allocation,
                                      .nodetree = tree};
    struct topomap_score score = {-1, -1, -1};
    struct topomap_error error;
    uint32_t nodes[RANKS] = {0, 0, 0, 0, 1, 1, 1, 1}, slots[RANKS] = {0, 1, 2, 3, 0, 1, 2, 2};

    (void)state;
    assert_int_equal(topomap_score_compute(&request, nodes, slots, &score, &error), -1);
    assert_string_equal(error.text, "rank 7 has slot 2 of host 'n1', which is not there or taken");
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    slots[7] = 4;
    assert_int_equal(topomap_score_compute(&request, nodes, slots, &score, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    nodes[7] = 0;
    assert_int_equal(topomap_score_compute(&request, nodes, NULL, &score, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    request.objective = "joy";
    assert_int_equal(topomap_score_compute(&request, nodes, NULL, &score, &error), -1);
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_true(score.value == -1);
    topomap_nodetree_destroy(tree);
    world_free(&world);
}

/* Links and ports have the same loads as without weights inside nodes. */
static void busy_links_are_those_of_nodes(void **state)
{
    static const char *const networks[] = {network_ring, network_alike, network_balanced};
    static const char *const objectives[] = {"congestion", "time"};

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const char *objective = objectives[i % 2];
        struct topomap_nodetree *tree =
            topomap_nodetree_create("package:2 core:2 pu:1", NULL, NULL);
        struct topomap_request plain = {.objective = objective};
        struct topomap_score score;
        struct topomap_plan *made;
        struct world world;

        world_even(&world, networks[i / 2], "n[1,4-5,9]", 4, graph_random(16, 60, i));
        plain.graph = world.graph;
        plain.allocation = world.allocation;
        assert_int_equal(topomap_nodetree_weigh(tree, "package:1", NULL), 0);
        made = plan(&world, tree, objective, NULL);
        assert_int_equal(topomap_score_compute(&plain, topomap_plan_placement(made), NULL, &score,
                                           NULL), 0);
        assert_float_equal(topomap_plan_score_after(made).value, score.value, score.value * 1e-12);
        assert_true(score.value <= topomap_plan_score_before(made).value);
        topomap_plan_destroy(made);
        topomap_nodetree_destroy(tree);
        world_free(&world);
    }
}

/* The cost of slots inside nodes with two packages of `half` slots; a byte between packages counts
 * 0.5. */
static double between_packages(const struct world *world, const struct topomap_plan *made,
                               uint32_t half)
{
    const struct topomap_graph *graph = world->graph;
    const uint32_t *node = topomap_plan_placement(made), *slot = topomap_plan_slots(made);
    double sum = 0;

    for (uint32_t x = 0; x < graph->ranks; x++) {
        for (size_t e = graph->offset[x]; e < graph->offset[x + 1]; e++) {
            uint32_t y = graph->target[e];

            if (node[x] == node[y] && slot[x] / half != slot[y] / half)
                sum += 0.5 * (double)graph->bytes[e];
        }
    }
    return sum;
}

/* Plans with weights are not worse by these weights than plans without, except by chance. */
static void knowing_weights_helps(void **state)
{
    (void)state;
    for (size_t i = 0; i < 8; i++) {
        struct topomap_nodetree *tree =
            topomap_nodetree_create("package:2 core:8 pu:1", NULL, NULL);
        struct topomap_plan *plain, *weighted;
        struct world world;
        double sum;

        world_even(&world, i % 2 ? network_balanced : network_ring, "n[0-15]", 16,
                   i < 6 ? graph_random(256, 800, i) : graph_mesh(8, 8, 4));
        plain = plan(&world, tree, "hop-bytes", NULL);
        assert_int_equal(topomap_nodetree_weigh(tree, "package:0.5", NULL), 0);
        weighted = plan(&world, tree, NULL, NULL);
        sum = topomap_plan_score_after(plain).value + between_packages(&world, plain, 8);
        assert_float_equal(topomap_plan_score_after(weighted).weighted,
                           between_packages(&world, weighted, 8), 1e-6);
        if (topomap_plan_score_after(weighted).value > 1.005 * sum)
            fail_msg("graph %zu: %g instead of %g", i, topomap_plan_score_after(weighted).value,
                     sum);
        topomap_plan_destroy(plain);
        topomap_plan_destroy(weighted);
        topomap_nodetree_destroy(tree);
        world_free(&world);
    }
}

/* A weight of 0 has no effect. */
static void weights_of_nothing_change_nothing(void **state)
{
    struct topomap_nodetree *plain = topomap_nodetree_create("package:2 core:4 pu:1", NULL, NULL);
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:4 pu:1", NULL, NULL);
    struct topomap_plan *a, *b;
    struct world world;

    (void)state;
    world_even(&world, network_ring, "n[0-7]", 8, graph_of_64(0));
    assert_int_equal(topomap_nodetree_weigh(tree, "package:0,die:5", NULL), 0);
    a = plan(&world, plain, NULL, NULL);
    b = plan(&world, tree, NULL, NULL);
    assert_memory_equal(topomap_plan_placement(a), topomap_plan_placement(b), 64 * 4);
    assert_memory_equal(topomap_plan_slots(a), topomap_plan_slots(b), 64 * 4);
    assert_true(topomap_plan_score_after(a).value == topomap_plan_score_after(b).value);
    assert_true(topomap_plan_score_after(b).weighted == 0);
    topomap_plan_destroy(a);
    topomap_plan_destroy(b);
    topomap_nodetree_destroy(plain);
    topomap_nodetree_destroy(tree);
    world_free(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_the_best_there_are),
        cmocka_unit_test(scores_with_weights_have_their_name),
        cmocka_unit_test(layouts_cost_what_their_order_does),
        cmocka_unit_test(placements_score_as_in_plans),
        cmocka_unit_test(wrong_placements_have_no_score),
        cmocka_unit_test(busy_links_are_those_of_nodes),
        cmocka_unit_test(knowing_weights_helps),
        cmocka_unit_test(weights_of_nothing_change_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
