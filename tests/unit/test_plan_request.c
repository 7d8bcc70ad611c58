/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests made by setters: defaults, options by name, copies, errors. */
#include "unit/world.h"

#include "option/option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A world whose request is made by setters. */
static struct topomap_request *make(struct world *world)
{
    struct topomap_request *request;

    world_even(world, network_balanced, "n[0-15]", 4, graph_mesh(4, 4, 4));
    request = topomap_request_new(world->graph, world->allocation, NULL);
    assert_non_null(request);
    return request;
}

static void free_both(struct world *world, struct topomap_request *request)
{
    topomap_request_destroy(request);
    world_free(world);
}

static void defaults_are_those_of_the_schema(void **state)
{
    struct world world;
    struct topomap_request *request = make(&world);

    (void)state;
    assert_ptr_equal(request->graph, world.graph);
    assert_ptr_equal(request->allocation, world.allocation);
    assert_int_equal(request->effort, TOPOMAP_EFFORT_DEFAULT);
    assert_int_equal(request->seed, 1);
    assert_int_equal(request->pus_per_task, 1);
    assert_null(request->algorithms);
    assert_null(request->objective);
    assert_false(request->replace_layout);
    assert_false(request->keep_first);
    assert_true(request->time_budget == 0 && request->min_gain == 0);
    free_both(&world, request);
    topomap_request_destroy(NULL);
}

static void set(struct topomap_request *request, const char *name, const char *value)
{
    struct topomap_error error;

    if (topomap_request_set(request, name, value, &error) < 0)
        fail_msg("%s=%s: %s", name, value, error.text);
}

/* Strings are the request's own; lists are separated by ',' or '/'. */
static void options_are_set_by_name(void **state)
{
    struct world world;
    struct topomap_request *request = make(&world);
    char text[] = "tree/bisect";

    (void)state;
    set(request, "algorithm", text);
    memset(text, 'x', sizeof text - 1);
    assert_string_equal(request->algorithms, "tree,bisect");
    set(request, "objective", "congestion");
    set(request, "objective", "time");
    assert_string_equal(request->objective, "time");
    set(request, "effort", "best");
    set(request, "seed", "42");
    set(request, "min-gain", "0.5");
    set(request, "time-budget", "2.5");
    set(request, "keep-first", "on");
    set(request, "replace-layout", "on");
    set(request, "cpus-per-task", "2");
    set(request, "slot-order", "spread");
    assert_int_equal(request->effort, TOPOMAP_EFFORT_BEST);
    assert_int_equal(request->seed, 42);
    assert_true(request->min_gain == 0.5 && request->time_budget == 2.5);
    assert_true(request->keep_first && request->replace_layout);
    assert_int_equal(request->pus_per_task, 2);
    assert_int_equal(request->slot_order, TOPOMAP_SPREAD);
    set(request, "node-tree", "package:2 core:2 pu:1");
    set(request, "node-tree", "package:2 core:4 pu:1");
    assert_int_equal(topomap_nodetree_pus(request->nodetree), 8);
    set(request, "grid", "4x4x4");
    assert_int_equal(topomap_coordinates_dimensions(request->coordinates), 3);
    free_both(&world, request);
}

/* Each row of the library's scope can be set, and reaches the request. */
static void every_row_arrives(void **state)
{
    const struct option_row *row;
    unsigned count = 0;

    (void)state;
    for (size_t i = 0; (row = option_get(i)); i++) {
        bool made = strcmp(row->name, "node-tree") == 0 || strcmp(row->name, "grid") == 0;

        if (row->scopes & SCOPE_LIBRARY) {
            assert_true(row->target_size || made);
            count++;
        } else {
            assert_false(row->target_size);
        }
    }
    assert_int_equal(count, 12);
}

static void refused(struct topomap_request *request, const char *name, const char *value,
                    enum topomap_code code, const char *text)
{
    struct topomap_error error;

    assert_int_equal(topomap_request_set(request, name, value, &error), -1);
    if (error.code != code || !strstr(error.text, text))
        fail_msg("%s=%s: %d, %s", name, value, (int)error.code, error.text);
}

static void what_is_wrong_changes_nothing(void **state)
{
    struct world world;
    struct topomap_request *request = make(&world);
    const struct topomap_nodetree *tree;
    struct topomap_request before;

    (void)state;
    set(request, "node-tree", "package:2 core:2 pu:1");
    set(request, "effort", "fast");
    before = *request;
    tree = request->nodetree;
    refused(request, "efort", "best", TOPOMAP_USAGE, "no option 'efort'; did you mean 'effort'?");
    refused(request, "write", "file", TOPOMAP_USAGE, "there is no option 'write'");
    refused(request, "effort", "much", TOPOMAP_USAGE, "effort needs fast, default or best");
    refused(request, "seed", "-1", TOPOMAP_USAGE, "seed needs a whole number");
    refused(request, "min-gain", "2", TOPOMAP_USAGE, "min-gain needs a number from 0 to 1");
    refused(request, "cpus-per-task", "0", TOPOMAP_USAGE, "from 1 to 65535");
    refused(request, "objective", "hops", TOPOMAP_USAGE, "unknown objective 'hops'");
    refused(request, "node-tree", "core:", TOPOMAP_INPUT, "core:");
    refused(request, "node-tree", "", TOPOMAP_INPUT, "");
    refused(request, "grid", "4x", TOPOMAP_INPUT, "4x");
    assert_memory_equal(&before, request, sizeof before);
    assert_ptr_equal(request->nodetree, tree);
    free_both(&world, request);
}

static void arrays_are_copied(void **state)
{
    struct world world;
    struct topomap_request *request = make(&world);
    struct topomap_error error;
    uint32_t layout[64];
    double values[2 * 64];

    (void)state;
    for (uint32_t i = 0; i < 64; i++) {
        layout[i] = i % 16;
        values[2 * i] = i % 8;
        values[2 * i + 1] = i / 8;
    }
    assert_int_equal(topomap_request_set_layout(request, layout, NULL), 0);
    assert_int_equal(topomap_request_set_coordinates(request, 2, values, NULL), 0);
    layout[0] = 1;
    values[0] = NAN;
    assert_int_equal(request->layout[0], 0);
    assert_true(topomap_coordinates_get(request->coordinates, 0)[0] == 0);
    assert_int_equal(topomap_request_set_layout(request, layout, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_int_equal(topomap_request_set_coordinates(request, 2, values, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_int_equal(request->layout[63], 15);
    assert_int_equal(topomap_coordinates_dimensions(request->coordinates), 2);
    assert_int_equal(topomap_request_set_layout(request, NULL, NULL), 0);
    assert_int_equal(topomap_request_set_coordinates(request, 0, NULL, NULL), 0);
    assert_null(request->layout);
    assert_null(request->coordinates);
    free_both(&world, request);
}

/* A plan outlives its request, and what the request created for it. */
static void plans_do_not_need_their_request(void **state)
{
    static const char *const formats[] = {"hosts", "rankfile", "json", "text", "details"};
    struct world world;
    struct topomap_request *request = make(&world);
    struct topomap_metrics *metrics;
    struct topomap_plan *plan;
    double hop_bytes, score;

    (void)state;
    set(request, "node-tree", "package:2 core:2 pu:1");
    set(request, "grid", "4x4x4");
    set(request, "objective", "congestion");
    set(request, "effort", "fast");
    plan = topomap_plan_create(request, NULL);
    assert_non_null(plan);
    metrics = topomap_metrics_create(request, topomap_plan_placement(plan),
                                     topomap_plan_slots(plan), NULL);
    topomap_request_destroy(request);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = topomap_plan_print(plan, formats[i], NULL);

        assert_non_null(text);
        free(text);
    }
    hop_bytes = topomap_metrics_get(topomap_plan_after(plan), TOPOMAP_HOP_BYTES);
    score = topomap_metrics_get(topomap_plan_after(plan), TOPOMAP_SCORE);
    assert_true(hop_bytes > 0);
    assert_true(hop_bytes == topomap_metrics_get(metrics, TOPOMAP_HOP_BYTES));
    assert_true(score == topomap_metrics_get(metrics, TOPOMAP_SCORE));
    assert_true(score == topomap_plan_score_after(plan).value);
    assert_true(topomap_metrics_get(topomap_plan_before(plan), TOPOMAP_SCORE) >= score);
    topomap_metrics_destroy(metrics);
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* The names of metrics are the names of the computed fields. */
static void metrics_are_read_by_name(void **state)
{
    struct world world;
    struct topomap_request *request = make(&world);
    struct topomap_metrics *m;
    uint32_t placement[64] = {0};
    struct topomap_error error;

    (void)state;
    set(request, "objective", "hop-bytes");
    m = topomap_metrics_create(request, world.layout, NULL, NULL);
    assert_non_null(m);
    assert_true(topomap_metrics_get(m, TOPOMAP_SCORE) == m->hop_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_HOP_BYTES) == m->hop_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_AVERAGE_HOPS) == m->average_hops);
    assert_true(topomap_metrics_get(m, TOPOMAP_TOTAL_BYTES) == m->total_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_INTERNODE_BYTES) == m->internode_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_INTERNODE_MESSAGES) == m->internode_messages);
    assert_true(topomap_metrics_get(m, TOPOMAP_MAX_HOPS) == m->max_hops);
    assert_true(topomap_metrics_get(m, TOPOMAP_MAX_LINK_BYTES) == m->max_link_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_AVERAGE_LINK_BYTES) == m->average_link_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_MEAN_LINK_BYTES) == m->mean_link_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_MIN_LINK_BYTES) == m->min_link_bytes);
    assert_true(topomap_metrics_get(m, TOPOMAP_USED_LINKS) == (double)m->used_links);
    assert_true(isnan(topomap_metrics_get(m, (enum topomap_metric)99)));
    assert_null(topomap_metrics_create(request, placement, NULL, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    topomap_metrics_destroy(m);
    topomap_metrics_destroy(NULL);
    free_both(&world, request);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_schema),
        cmocka_unit_test(options_are_set_by_name),
        cmocka_unit_test(every_row_arrives),
        cmocka_unit_test(what_is_wrong_changes_nothing),
        cmocka_unit_test(arrays_are_copied),
        cmocka_unit_test(plans_do_not_need_their_request),
        cmocka_unit_test(metrics_are_read_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
