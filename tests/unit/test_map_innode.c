/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "base/random.h"
#include "machine/nodetree.h"
#include "map/common/innode.h"

#include <stdlib.h>
#include <string.h>

#define MAX_RANKS 300

static struct topomap_nodetree *tree_of(const char *source)
{
    struct topomap_error error = {0};
    struct topomap_nodetree *tree = topomap_nodetree_create(source, NULL, &error);

    if (!tree)
        fail_msg("%s", error.text);
    return tree;
}

static void assert_permutation(const uint32_t *slot, uint32_t count)
{
    bool seen[MAX_RANKS] = {false};

    for (uint32_t i = 0; i < count; i++) {
        assert_true(slot[i] < count && !seen[slot[i]]);
        seen[slot[i]] = true;
    }
}

/* Levels of the tree from the lowest vertex that holds both PUs, up from the leaves. */
static uint32_t levels_between(const struct topomap_nodetree *tree, uint32_t a, uint32_t b)
{
    uint32_t levels = 0;

    for (uint32_t v = 0; v < tree->vertices; v++) {
        const struct nodetree_vertex *vertex = &tree->vertex[v];

        levels += a - vertex->first < vertex->count && b - vertex->first < vertex->count;
    }
    return levels;
}

/* Weight times the levels that two slots do not share: lower is better. */
static double cost_of(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
                      uint32_t count, const uint32_t *ranks, const uint32_t *start,
                      const uint32_t *slot)
{
    double cost = 0;

    for (size_t e = 0; e < topomap_graph_edges(graph); e++) {
        struct topomap_edge edge = topomap_graph_edge(graph, e);
        uint32_t a = count;
        uint32_t b = count;

        for (uint32_t i = 0; i < count; i++) {
            a = ranks[i] == edge.src ? i : a;
            b = ranks[i] == edge.dst ? i : b;
        }
        if (a < count && b < count)
            cost +=
                (double)edge.bytes * (64 - levels_between(tree, start[slot[a]], start[slot[b]]));
    }
    return cost;
}

/* Map ranks on the slots cut from a node. */
static int map_node(const struct topomap_nodetree *tree, const struct topomap_graph *graph,
                    uint32_t count, const uint32_t *ranks, uint32_t pus,
                    enum topomap_slot_order order, uint32_t *slot)
{
    uint32_t *start = malloc(count * sizeof *start);
    int result;

    assert_non_null(start);
    assert_int_equal(graph_need_pairs(graph, NULL), 0);
    assert_int_equal(nodetree_cut_or_none(tree, count, pus, order, start), 0);
    result = innode_map(tree, graph, count, ranks, start, slot, NULL);
    free(start);
    return result;
}

static void cliques_get_a_package_each(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:4 core:4 pu:2");
    struct topomap_graph *graph = graph_cliques(4, 4);
    uint32_t ranks[16];
    uint32_t slot[16];

    (void)state;
    for (uint32_t i = 0; i < 16; i++)
        ranks[i] = i;
    assert_int_equal(map_node(tree, graph, 16, ranks, 1, TOPOMAP_COMPACT, slot), 0);
    assert_permutation(slot, 16);
    for (uint32_t i = 4; i < 16; i++)
        assert_int_equal(slot[i] / 4, slot[i - 4] / 4);
    topomap_graph_destroy(graph);
    topomap_nodetree_destroy(tree);
}

static void the_order_of_ranks_is_theirs(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:2 core:2 pu:1");
    struct topomap_graph *graph = graph_cliques(10, 4);
    const uint32_t ranks[] = {33, 7, 3, 27}; /* pairs 33-3 and 7-27 */
    uint32_t slot[4];

    (void)state;
    assert_int_equal(map_node(tree, graph, 4, ranks, 1, TOPOMAP_COMPACT, slot), 0);
    assert_permutation(slot, 4);
    assert_int_equal(slot[0] / 2, slot[2] / 2);
    assert_int_equal(slot[1] / 2, slot[3] / 2);
    topomap_graph_destroy(graph);
    topomap_nodetree_destroy(tree);
}

static void without_traffic_ranks_stay_in_order(void **state)
{
    static const uint32_t ranks[] = {5, 6, 9, 11};
    struct topomap_nodetree *tree = tree_of("package:2 core:2 pu:1");
    struct topomap_graph *graph = graph_silent(12);
    uint32_t slot[5];

    (void)state;
    assert_int_equal(map_node(tree, graph, 4, ranks, 1, TOPOMAP_SPREAD, slot), 0);
    assert_memory_equal(slot, ((const uint32_t[]){0, 1, 2, 3}), 4 * sizeof *slot);
    topomap_graph_destroy(graph);
    topomap_nodetree_destroy(tree);
}

static void too_small_a_tree_leaves_the_order(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:2 core:2 pu:1");
    struct topomap_graph *graph = graph_cliques(2, 3);
    const uint32_t ranks[] = {0, 1, 2, 3, 4, 5};
    uint32_t slot[6];

    (void)state;
    assert_int_equal(map_node(tree, graph, 6, ranks, 1, TOPOMAP_COMPACT, slot), 0);
    assert_memory_equal(slot, ranks, sizeof slot);
    assert_int_equal(map_node(tree, graph, 3, ranks, 2, TOPOMAP_COMPACT, slot), 0);
    assert_memory_equal(slot, ranks, 3 * sizeof *slot);
    topomap_graph_destroy(graph);
    topomap_nodetree_destroy(tree);
}

static void mappings_are_never_worse_than_the_order(void **state)
{
    static const char *const sources[] = {"package:2 core:8 pu:1", "package:2 l3:4 core:4 pu:2",
                                          "package:3 numa:2 core:5 pu:1", "core:64 pu:1"};
    struct random random;

    (void)state;
    random_seed(&random, 3);
    for (uint32_t trial = 0; trial < 80; trial++) {
        struct topomap_nodetree *tree = tree_of(sources[trial % 4]);
        uint32_t count = 1 + random_below(&random, topomap_nodetree_pus(tree));
        enum topomap_slot_order order = trial / 4 % 2 ? TOPOMAP_COMPACT : TOPOMAP_SPREAD;
        struct topomap_graph *graph =
            trial % 3 ? graph_random(90, 60 + 20 * trial, trial) : graph_mesh(6, 5, 3);
        uint32_t ranks[90];
        uint32_t start[90];
        uint32_t same[90];
        uint32_t slot[90];
        uint32_t again[90];

        for (uint32_t i = 0; i < 90; i++)
            ranks[i] = same[i] = i;
        random_shuffle(&random, ranks, 90);
        assert_int_equal(nodetree_cut(tree, count, 1, order, start, NULL), 0);
        assert_int_equal(map_node(tree, graph, count, ranks, 1, order, slot), 0);
        assert_permutation(slot, count);
        assert_true(cost_of(tree, graph, count, ranks, start, slot) <=
                    cost_of(tree, graph, count, ranks, start, same));
        assert_int_equal(map_node(tree, graph, count, ranks, 1, order, again), 0);
        assert_memory_equal(slot, again, count * sizeof *slot);
        topomap_graph_destroy(graph);
        topomap_nodetree_destroy(tree);
    }
}

static void large_nodes_are_mapped(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:2 numa:2 core:40 pu:2");
    struct topomap_graph *graph = graph_cliques(4, 75);
    uint32_t ranks[300];
    uint32_t slot[300];

    (void)state;
    for (uint32_t i = 0; i < 300; i++)
        ranks[i] = i;
    assert_int_equal(map_node(tree, graph, 300, ranks, 1, TOPOMAP_SPREAD, slot), 0);
    assert_permutation(slot, 300);
    for (uint32_t i = 4; i < 300; i++)
        assert_int_equal(slot[i] / 75, slot[i - 4] / 75);
    topomap_graph_destroy(graph);
    topomap_nodetree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cliques_get_a_package_each),
        cmocka_unit_test(the_order_of_ranks_is_theirs),
        cmocka_unit_test(without_traffic_ranks_stay_in_order),
        cmocka_unit_test(too_small_a_tree_leaves_the_order),
        cmocka_unit_test(mappings_are_never_worse_than_the_order),
        cmocka_unit_test(large_nodes_are_mapped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
