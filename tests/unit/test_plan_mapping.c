/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#define RANKS 8

/* Neighbours in the ring are far apart in rank order. */
static const char ring[] = "0 4 9\n4 1 9\n1 5 9\n5 2 9\n2 6 9\n6 3 9\n3 7 9\n7 0 9\n";

struct fixture {
    struct topomap_graph *graph;
    struct topomap_network *network;
    struct topomap_allocation *allocation;
    struct topomap_request request;
};

static void set_up(struct fixture *f)
{
    f->graph = topomap_graph_parse("ring", ring, strlen(ring), "edges", NULL);
    f->network = topomap_network_flat("n[1-4]", NULL);
    f->allocation = topomap_allocation_create(f->network, "n[1-4]", "2", NULL);
    assert_non_null(f->allocation);
    f->request = (struct topomap_request){.graph = f->graph, .allocation = f->allocation,
                                          .effort = TOPOMAP_EFFORT_DEFAULT, .seed = 1};
}

static void tear_down(struct fixture *f)
{
    topomap_allocation_destroy(f->allocation);
    topomap_network_destroy(f->network);
    topomap_graph_destroy(f->graph);
}

static double hop_bytes(const struct fixture *f, const char *algorithm)
{
    struct topomap_metrics metrics;
    struct topomap_error error = {.text = ""};
    uint32_t placement[RANKS];

    if (topomap_map(&f->request, algorithm, placement, NULL, &error) < 0)
        fail_msg("%s: %s", algorithm, error.text);
    assert_int_equal(topomap_placement_check(f->allocation, placement, NULL), 0);
    assert_int_equal(topomap_metrics_compute(f->graph, f->allocation, placement, &metrics, NULL), 0);
    return metrics.hop_bytes;
}

static void placements_stand_by_themselves(void **state)
{
    struct fixture f;
    /* Neighbours in the ring together: half of the traffic leaves nodes, which is the minimum. */
    static const uint32_t best[RANKS] = {0, 1, 2, 3, 0, 1, 2, 3};

    (void)state;
    set_up(&f);
    assert_true(hop_bytes(&f, "layout") == 72);
    assert_true(hop_bytes(&f, "auto") == 36);
    assert_true(hop_bytes(&f, "layout+swap") == 36);
    assert_true(hop_bytes(&f, "tree") >= 36);
    /* Planning would keep the layout if it is the best; a mapping does not. */
    f.request.layout = best;
    assert_true(hop_bytes(&f, "layout") == 36);
    assert_true(hop_bytes(&f, "inorder") == 72);
    assert_true(hop_bytes(&f, "auto") == 36);
    assert_true(hop_bytes(&f, "inorder+swap") == 36);
    tear_down(&f);
}

static void parameters_stand_behind_names(void **state)
{
    static const struct {
        const char *algorithm;
        const char *error;
    } wrong[] = {
        {"plane", "algorithm 'plane' needs a parameter: plane:N"},
        {"plane:", "algorithm 'plane' needs a parameter: plane:N"},
        {"plane+swap", "algorithm 'plane' needs a parameter: plane:N"},
        {"plane:0", "algorithm 'plane' needs a number from 1 to 16777216, not '0'"},
        {"plane:2x", "algorithm 'plane' needs a number from 1 to 16777216, not '2x'"},
        {"plane:2:3", "algorithm 'plane' needs a number from 1 to 16777216, not '2:3'"},
        {"tree:2", "algorithm 'tree' takes no parameter"},
        {"tree:", "algorithm 'tree' takes no parameter"},
        {"tree:+swap", "algorithm 'tree' takes no parameter"},
        {"layout:2", "algorithm 'layout' takes no parameter"},
        {":2", "unknown algorithm ':2'"},
    };
    static const uint32_t pairs[RANKS] = {0, 0, 1, 1, 2, 2, 3, 3};
    uint32_t placement[RANKS];
    struct topomap_error error;
    struct fixture f;

    (void)state;
    set_up(&f);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(topomap_map(&f.request, wrong[i].algorithm, placement, NULL, &error), -1);
        assert_string_equal(error.text, wrong[i].error);
        assert_int_equal(error.code, TOPOMAP_USAGE);
    }
    assert_int_equal(topomap_map(&f.request, "plane:2", placement, NULL, &error), 0);
    assert_memory_equal(placement, pairs, sizeof pairs);
    assert_true(hop_bytes(&f, "plane:2") == 72);
    assert_true(hop_bytes(&f, "plane:2+swap") == 36);
    tear_down(&f);
}

static void what_cannot_be_is_refused(void **state)
{
    static const uint32_t wrong[RANKS] = {0};
    static const char *const unknown[] = {
        "", "wish", "wish+swap", "+swap", "auto+swap",
        "a-name-that-is-much-longer-than-the-name-of-any-algorithm-in-the-registry"};
    struct topomap_error error;
    uint32_t placement[RANKS];
    struct fixture f;

    (void)state;
    set_up(&f);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_int_equal(topomap_map(&f.request, unknown[i], placement, NULL, &error), -1);
        assert_int_equal(error.code, TOPOMAP_USAGE);
    }
    f.request.layout = wrong;
    assert_int_equal(topomap_map(&f.request, "tree", placement, NULL, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    f.request.layout = NULL;
    topomap_graph_destroy(f.graph);
    f.graph = topomap_graph_create(3, NULL, 0, NULL);
    f.request.graph = f.graph;
    assert_int_equal(topomap_map(&f.request, "tree", placement, NULL, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    tear_down(&f);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(placements_stand_by_themselves),
        cmocka_unit_test(parameters_stand_behind_names),
        cmocka_unit_test(what_cannot_be_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
