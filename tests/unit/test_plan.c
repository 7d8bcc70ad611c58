/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char topology[] = "SwitchName=leaf0 Nodes=n[1-2]\n"
                               "SwitchName=leaf1 Nodes=n[3-4]\n"
                               "SwitchName=root Switches=leaf[0-1]\n";

/* Ranks i and i+4 communicate: block puts each pair on two leaves. */
static const char pairs[] = "# n=8\n0 4 1000\n1 5 1000\n2 6 1000\n3 7 1000\n";

/* Two ranks on each of four nodes. */
static void plan_world(struct world *world, const char *graph)
{
    world_text(world, topology, "n[1-4]", "2", graph);
}

static void auto_finds_the_optimum_and_counts_right(void **state)
{
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;

    (void)state;
    plan_world(&world, pairs);
    plan = topomap_plan_create(&world.request, &error);
    if (!plan)
        fail_msg("%s", error.text);
    assert_false(topomap_plan_kept(plan));
    assert_true(topomap_plan_before(plan)->hop_bytes == 16000);
    assert_true(topomap_plan_after(plan)->hop_bytes == 0);
    for (int rank = 0; rank < 4; rank++)
        assert_int_equal(topomap_plan_placement(plan)[rank], topomap_plan_placement(plan)[rank + 4]);
    assert_non_null(topomap_plan_candidate(plan, 0));
    assert_null(topomap_plan_candidate(plan, 1000));
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* A grid whose nodes hold the right blocks is proved optimal, and not refined. */
static void what_is_proved_optimal_ends_the_search(void **state)
{
    static const char text[] = "network: {kind: torus, dims: [4, 4], nodes: 'n[0-15]'}";
    static const char *const patterns[] = {"grid:8x8", "grid:8x8:9"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct topomap_network *network = topomap_network_parse("net", text, strlen(text), NULL);
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, "n[0-15]", "4", NULL);
        struct topomap_graph *graph = topomap_graph_pattern(patterns[i], 64, NULL);
        struct topomap_request request = {
            .graph = graph, .allocation = allocation, .objective = "hop-bytes",
            .effort = TOPOMAP_EFFORT_BEST};
        struct topomap_plan *plan = topomap_plan_create(&request, NULL);
        const struct topomap_candidate *candidate;
        bool refined = false;

        assert_non_null(plan);
        for (size_t k = 0; (candidate = topomap_plan_candidate(plan, k)); k++)
            refined = refined || strchr(candidate->algorithm, '+');
        /* Diagonals are two hops long. */
        assert_true(refined == (i == 1));
        topomap_plan_destroy(plan);
        topomap_graph_destroy(graph);
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
}

static void a_layout_that_cannot_be_beaten_stays(void **state)
{
    static const uint32_t layout[] = {3, 2, 1, 0, 3, 2, 1, 0};
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;

    (void)state;
    plan_world(&world, pairs);
    world.request.layout = layout;
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_true(topomap_plan_kept(plan));
    assert_string_equal(topomap_plan_algorithm(plan), "layout");
    assert_memory_equal(topomap_plan_placement(plan), layout, sizeof layout);
    topomap_plan_destroy(plan);
    world_free(&world);
}

static void a_small_gain_is_not_taken_when_more_is_wanted(void **state)
{
    /* 0-1 on one node already; only 2-4 can be improved, and little. */
    static const char graph[] = "# n=8\n0 1 1000000\n0 7 1000\n2 4 10\n";
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;

    (void)state;
    plan_world(&world, graph);
    world.request.objective = "hop-bytes";
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_false(topomap_plan_kept(plan));
    topomap_plan_destroy(plan);
    world.request.min_gain = 0.9;
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_true(topomap_plan_kept(plan));
    assert_true(topomap_plan_after(plan)->hop_bytes == topomap_plan_before(plan)->hop_bytes);
    topomap_plan_destroy(plan);
    world_free(&world);
}

static void a_named_algorithm_replaces_a_better_layout(void **state)
{
    static const uint32_t layout[] = {3, 2, 1, 0, 3, 2, 1, 0};
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;

    (void)state;
    plan_world(&world, pairs);
    world.request.layout = layout;
    world.request.algorithms = "inorder";
    world.request.replace_layout = true;
    world.request.min_gain = 0.5;
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_false(topomap_plan_kept(plan));
    assert_string_equal(topomap_plan_algorithm(plan), "inorder");
    assert_true(topomap_plan_score_after(plan).value > topomap_plan_score_before(plan).value);
    topomap_plan_destroy(plan);
    world.request.algorithms = "inorder/auto";
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_true(topomap_plan_kept(plan));
    topomap_plan_destroy(plan);
    world_free(&world);
}

static void add_name(void *context, const char *algorithm)
{
    strcat(context, algorithm);
    strcat(context, " ");
}

static void named_algorithms_run_and_are_reported(void **state)
{
    char told[100] = "";
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;

    (void)state;
    plan_world(&world, pairs);
    world.request.algorithms = "cyclic,random+swap,tree,plane:3+swap";
    world.request.begins = add_name;
    world.request.context = told;
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_string_equal(topomap_plan_candidate(plan, 0)->algorithm, "cyclic");
    assert_string_equal(topomap_plan_candidate(plan, 1)->algorithm, "random+swap");
    assert_string_equal(topomap_plan_candidate(plan, 2)->algorithm, "tree");
    assert_string_equal(topomap_plan_candidate(plan, 3)->algorithm, "plane:3+swap");
    assert_null(topomap_plan_candidate(plan, 4));
    assert_string_equal(told, "cyclic random+swap tree plane:3+swap ");
    assert_true(topomap_plan_candidate(plan, 0)->score == 0);
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* However many there are; and a wrong name is told before any of them runs. */
static void lists_of_algorithms_may_be_long(void **state)
{
    char list[sizeof "cyclic," * 100] = "auto", told[100] = "";
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;

    (void)state;
    plan_world(&world, pairs);
    for (int i = 0; i < 90; i++)
        strcat(list, ",cyclic");
    world.request.algorithms = list;
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    assert_non_null(topomap_plan_candidate(plan, 90));
    assert_string_equal(topomap_plan_candidate(plan, 90)->algorithm, "cyclic");
    topomap_plan_destroy(plan);
    world.request.algorithms = "cyclic,cycling";
    world.request.begins = add_name;
    world.request.context = told;
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_string_equal(told, "");
    world_free(&world);
}

static void wrong_requests_say_what_is_wrong(void **state)
{
    static const uint32_t crowded[] = {0, 0, 0, 1, 1, 2, 2, 3};
    struct topomap_graph *smaller;
    struct world world;
    struct topomap_error error;

    (void)state;
    plan_world(&world, pairs);
    world.request.algorithms = "wishful";
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_non_null(strstr(error.text, "wishful"));
    world.request.algorithms = "tree,plane:x";
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    world.request.algorithms = "";
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    world.request.algorithms = NULL;
    world.request.objective = "beauty";
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    world.request.objective = NULL;
    world.request.layout = crowded;
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    world.request.layout = NULL;
    world.request.graph = smaller = topomap_graph_parse("g", "# n=7\n0 1 1\n", 12, NULL, &error);
    assert_non_null(smaller);
    assert_null(topomap_plan_create(&world.request, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "the graph has 7 ranks, the number of tasks is 8");
    topomap_graph_destroy(smaller);
    world_free(&world);
}

static void slots_put_talking_ranks_on_one_package(void **state)
{
    /* Four ranks a node; inside each, i and i+2 communicate. */
    static const char graph[] = "# n=8\n0 2 100\n1 3 100\n4 6 100\n5 7 100\n";
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;
    const uint32_t *slots;

    (void)state;
    plan_world(&world, graph);
    topomap_allocation_destroy(world.allocation);
    world.allocation = topomap_allocation_create(world.network, "n[1-2]", "4", &error);
    world.request.allocation = world.allocation;
    world.request.nodetree = topomap_nodetree_create("package:2 core:2 pu:1", NULL, &error);
    assert_non_null(world.request.nodetree);
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    slots = topomap_plan_slots(plan);
    for (int rank = 0; rank < 8; rank += rank % 4 == 1 ? 3 : 1)
        assert_int_equal(slots[rank] / 2, slots[rank + 2] / 2);
    topomap_plan_destroy(plan);
    topomap_nodetree_destroy((struct topomap_nodetree *)world.request.nodetree);
    world_free(&world);
}

static void formats_agree_with_each_other(void **state)
{
    struct world world;
    struct topomap_error error;
    struct topomap_plan *plan;
    const char *name, *summary;
    uint32_t back[8];
    char *text;

    (void)state;
    plan_world(&world, pairs);
    plan = topomap_plan_create(&world.request, &error);
    assert_non_null(plan);
    for (size_t i = 0; topomap_plan_format_get(i, &name, &summary); i++) {
        text = topomap_plan_print(plan, name, &error);
        if (strcmp(name, "bgmap") == 0 || strcmp(name, "fujitsu") == 0) {
            assert_null(text); /* these nodes have no coordinates */
            assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
            continue;
        }
        assert_non_null(text);
        assert_true(strlen(text) > 8);
        memset(back, 0xff, sizeof back);
        if (strcmp(name, "text") != 0 && strcmp(name, "details") != 0 &&
            strcmp(name, "cpu-bind") != 0) { /* these cannot be read */
            if (topomap_placement_parse(world.allocation, name, text, strlen(text), back, NULL,
                                        &error) < 0)
                fail_msg("%s", error.text);
            assert_memory_equal(back, topomap_plan_placement(plan), sizeof back);
        }
        free(text);
    }
    assert_null(topomap_plan_print(plan, "poem", &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* Plan with a time budget in seconds; the caller frees the plan. */
static struct topomap_plan *plan_within(struct world *world, double seconds)
{
    struct topomap_error error;
    struct topomap_plan *plan;

    world->request.time_budget = seconds;
    plan = topomap_plan_create(&world->request, &error);
    if (!plan)
        fail_msg("%s", error.text);
    return plan;
}

static void a_time_budget_never_leaves_one_without_a_plan(void **state)
{
    static const enum topomap_effort efforts[] = {TOPOMAP_EFFORT_FAST, TOPOMAP_EFFORT_DEFAULT,
                                                  TOPOMAP_EFFORT_BEST};
    static const char *const algorithms[] = {NULL, "tree", "inorder+anneal", "bokhari,pacmap",
                                             "topo-aware"};
    struct world world;

    (void)state;
    plan_world(&world, pairs);
    for (int i = 0; i < 3 * 5; i++) {
        struct topomap_plan *plan;

        world.request.effort = efforts[i % 3];
        world.request.algorithms = algorithms[i / 3];
        plan = plan_within(&world, 1e-9);
        assert_int_equal(topomap_placement_check(world.allocation, topomap_plan_placement(plan),
                                                 NULL), 0);
        assert_true(topomap_plan_score_after(plan).value <= topomap_plan_score_before(plan).value);
        topomap_plan_destroy(plan);
    }
    world_free(&world);
}

static void a_time_budget_that_is_plenty_changes_nothing(void **state)
{
    struct topomap_plan *within, *without;
    struct world world;

    (void)state;
    plan_world(&world, pairs);
    for (int effort = TOPOMAP_EFFORT_FAST; effort <= TOPOMAP_EFFORT_BEST; effort++) {
        world.request.effort = (enum topomap_effort)effort;
        within = plan_within(&world, 3600);
        without = plan_within(&world, 0);
        assert_memory_equal(topomap_plan_placement(within), topomap_plan_placement(without),
                            8 * sizeof(uint32_t));
        assert_string_equal(topomap_plan_algorithm(within), topomap_plan_algorithm(without));
        topomap_plan_destroy(within);
        topomap_plan_destroy(without);
    }
    world_free(&world);
}

static const char launch_text[] = "topomap-request 1\nranks 4\nnodes 2\nhosts n[1-2]\n"
                                  "node 0,1\nnode 2,3\n"
                                  "graph inline 23\n0 2 1000\n1 3 1000\n# end\nend\n";

static char *answer(const char *text)
{
    struct topomap_error error;
    struct topomap_launch *launch = topomap_launch_parse("r", text, strlen(text), &error);
    char *reply = launch ? topomap_launch_answer(launch, &error)
                         : topomap_launch_refusal(&error, NULL);

    topomap_launch_destroy(launch);
    assert_non_null(reply);
    return reply;
}

static void launches_are_answered(void **state)
{
    char *reply = answer(launch_text);
    char *again = answer(launch_text);

    (void)state;
    assert_non_null(strstr(reply, "status placed\n"));
    assert_non_null(strstr(reply, "\nafter 0\nnode "));
    assert_non_null(strstr(strstr(reply, "before"), strstr(again, "before")));
    free(reply);
    free(again);
}

static void the_budget_of_a_launch_starts_with_its_reading(void **state)
{
    struct topomap_error error;
    char text[512];
    struct topomap_launch *launch;

    (void)state;
    snprintf(text, sizeof text, "%.*stime-budget 1e-9\nend\n",
             (int)(strlen(launch_text) - strlen("end\n")), launch_text);
    launch = topomap_launch_parse("r", text, strlen(text), &error);
    assert_non_null(launch);
    /* It has passed, which is not the same as having none. */
    assert_true(topomap_launch_request(launch)->time_budget > 0);
    topomap_launch_destroy(launch);
    snprintf(text, sizeof text, "%.*stime-budget 100\nend\n",
             (int)(strlen(launch_text) - strlen("end\n")), launch_text);
    launch = topomap_launch_parse("r", text, strlen(text), &error);
    assert_non_null(launch);
    assert_true(topomap_launch_request(launch)->time_budget < 100);
    topomap_launch_destroy(launch);
    launch = topomap_launch_parse("r", launch_text, strlen(launch_text), &error);
    assert_non_null(launch);
    assert_true(topomap_launch_request(launch)->time_budget == 0);
    topomap_launch_destroy(launch);
}

static void launches_without_a_graph_take_a_pattern(void **state)
{
    /* The layout is cyclic: neighbours in rank are never on one node. */
    char *grid = answer("topomap-request 1\nranks 4\nnodes 2\nhosts n[1-2]\nnode 0,2\nnode 1,3\n"
                        "graph pattern grid:2x2\nend\n");
    char *order = answer("topomap-request 1\nranks 4\nnodes 2\nhosts n[1-2]\nnode 0,2\nnode 1,3\n"
                         "graph pattern order\nend\n");
    char *wrong = answer("topomap-request 1\nranks 4\nnodes 2\nhosts n[1-2]\nnode 0,2\nnode 1,3\n"
                         "graph pattern grid:3x3\nend\n");

    (void)state;
    assert_non_null(strstr(grid, "status kept\n"));
    assert_non_null(strstr(order, "status placed\ngain exchange 1.00 -> "));
    assert_non_null(strstr(order, "\nalgorithm order\n"));
    assert_non_null(strstr(order, "node 0,1\nnode 2,3\n"));
    assert_non_null(strstr(wrong, "code 4\nreason 'grid:3x3' has 9 ranks, the number of tasks is 4\n"));
    free(grid);
    free(order);
    free(wrong);
}

static void launches_that_cannot_be_planned_get_a_reason(void **state)
{
    static const struct {
        const char *text, *code, *reason;
    } cases[] = {
        {"nonsense\n", "code 3\n", "reason r:1: "},
        {"topomap-request 1\nranks 1\nnodes 1\nhosts n1\nnode 0\n"
         "graph file /nowhere/at/all\nend\n",
         "code 3\n", "reason /nowhere/at/all: "},
        {"topomap-request 1\nranks 1\nnodes 1\nhosts n1\nnode 0\n"
         "graph inline 11\n# n=3\n0 1 5\nend\n",
         "code 4\n", "reason the graph has 3 ranks, the number of tasks is 1\n"},
        {"topomap-request 1\nranks 1\nnodes 1\nhosts n1\nnode 0\n"
         "graph inline 11\n# n=1\n0 0 5\ncoordinates pattern 2x2\nend\n",
         "code 4\n", "reason the coordinates are of 4 ranks, but there are 1 tasks\n"},
        {"topomap-request 1\nranks 1\nnodes 1\nhosts n1\nnode 0\n"
         "graph inline 11\n# n=1\n0 0 5\ncoordinates inline 3\n0\nx\nend\n",
         "code 3\n", "reason coordinates:2:1: "},
        {"topomap-request 1\nranks 1\nnodes 1\nhosts n1\nnode 0\n"
         "graph inline 11\n# n=1\n0 0 5\ncoordinates file /nowhere/at/all\nend\n",
         "code 3\n", "reason /nowhere/at/all: "},
        {"topomap-request 1\nranks 2\nnodes 2\nhosts n[1-3]\nnode 0\nnode 1\n"
         "graph inline 5\n0 1 5\nend\n",
         "code 4\n", "reason the host list has 3 hosts for 2 nodes\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *reply = answer(cases[i].text);

        if (!strstr(reply, cases[i].code) || !strstr(reply, cases[i].reason) ||
            !strstr(reply, "status failed\n"))
            fail_msg("case %zu: %s", i, reply);
        free(reply);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(auto_finds_the_optimum_and_counts_right),
        cmocka_unit_test(what_is_proved_optimal_ends_the_search),
        cmocka_unit_test(a_layout_that_cannot_be_beaten_stays),
        cmocka_unit_test(a_named_algorithm_replaces_a_better_layout),
        cmocka_unit_test(a_small_gain_is_not_taken_when_more_is_wanted),
        cmocka_unit_test(named_algorithms_run_and_are_reported),
        cmocka_unit_test(lists_of_algorithms_may_be_long),
        cmocka_unit_test(wrong_requests_say_what_is_wrong),
        cmocka_unit_test(slots_put_talking_ranks_on_one_package),
        cmocka_unit_test(formats_agree_with_each_other),
        cmocka_unit_test(a_time_budget_never_leaves_one_without_a_plan),
        cmocka_unit_test(a_time_budget_that_is_plenty_changes_nothing),
        cmocka_unit_test(the_budget_of_a_launch_starts_with_its_reading),
        cmocka_unit_test(launches_are_answered),
        cmocka_unit_test(launches_without_a_graph_take_a_pattern),
        cmocka_unit_test(launches_that_cannot_be_planned_get_a_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
