/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of classes of links. */
#include "unit/world.h"
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

#define DRAGONFLY "network: {kind: dragonfly, groups: 4, rows: 2, columns: 3, nodes_per_router: 2, " \
    "nodes: 'n[0-47]', "

static const struct {
    const char *network, *weights;
    bool one_way; /* all ways with the fewest hops are equally short */
} weighted[] = {
    {"network: {kind: torus, dims: [4, 6, 2], nodes: 'n[0-47]'}", "y:3,z:7", true},
    {"network: {kind: mesh, dims: [12, 4], nodes: 'n[0-47]'}", "x:100", true},
    {"network: {kind: haec, dims: [4, 4, 3], nodes: 'n[0-47]'}", "z:2", true},
    {"network: {kind: tree, children: [4, 3, 4], nodes: 'n[0-47]'}", "level-1:2,level-2:5", true},
    {"network: {kind: tree, children: [4, 12], nodes: 'n[0-47]'}", "node:3", true},
    {"network: {kind: hypercube, dims: 6, nodes: 'n[0-47]'}", "dimension 2:3,dimension-6:9", true},
    {"network: {kind: percs, supernodes: 4, drawers: 3, nodes_per_drawer: 4, nodes: 'n[0-47]'}",
     "LL:2,LR:3,D:10", false},
    {DRAGONFLY "global_ports: 1}", "row:2,column:5,global:9,node:3", false},
    {DRAGONFLY "node_links: false, global_ports: 2}", "global:4", false},
};

#define WEIGHTED (sizeof weighted / sizeof *weighted)

static struct topomap_network *network_number(size_t index)
{
    struct topomap_error error = {0};
    struct topomap_network *network = topomap_network_parse(
        "n", weighted[index].network, strlen(weighted[index].network), &error);

    if (!network || topomap_network_weigh(network, weighted[index].weights, &error) < 0)
        fail_msg("%s: %s", weighted[index].weights, error.text);
    return network;
}

/* The weighted length of the route. */
static uint32_t route_weight(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    uint32_t links[64], weight = 0;
    size_t length = topomap_network_route(network, a, b, links, 64);

    for (size_t i = 0; i < length; i++)
        weight += network->weight[topomap_network_link_class(network, links[i])];
    return weight;
}

static void distances_are_sums_of_weights(void **state)
{
    (void)state;
    for (size_t i = 0; i < WEIGHTED; i++) {
        struct topomap_network *network = network_number(i);
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, "n[0-47]", "1", NULL);

        for (uint32_t a = 0; a < 48; a++) {
            for (uint32_t b = 0; b < 48; b++) {
                uint32_t distance = topomap_network_distance(network, a, b);

                assert_true(distance <= route_weight(network, a, b));
                assert_true(!weighted[i].one_way || distance == route_weight(network, a, b));
                assert_int_equal(distance, topomap_network_distance(network, b, a));
                assert_int_equal(distance, topomap_allocation_distance(allocation, a, b));
                assert_true(distance <= network->max_distance);
            }
        }
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
}

/* Hop-bytes are the bytes of each class times its weight; the bound stays below them. */
static void hop_bytes_are_weighted_loads(void **state)
{
    struct topomap_graph *graph = graph_random(96, 500, 3);
    uint32_t placement[96];

    (void)state;
    for (size_t i = 0; i < WEIGHTED; i++) {
        struct topomap_network *network = network_number(i);
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, "n[0-47]", "2", NULL);
        double *loads = calloc(topomap_network_links(network), sizeof *loads), sum = 0, bound;
        struct topomap_metrics metrics;

        assert_non_null(loads);
        topomap_placement_cyclic(allocation, placement);
        assert_int_equal(topomap_link_loads(graph, allocation, placement, loads, NULL), 0);
        for (uint32_t l = 0; l < topomap_network_links(network); l++)
            sum += loads[l] * network->weight[topomap_network_link_class(network, l)];
        assert_int_equal(topomap_metrics_compute(graph, allocation, placement, &metrics, NULL), 0);
        assert_true(metrics.hop_bytes <= sum);
        assert_true(!weighted[i].one_way || metrics.hop_bytes == sum);
        assert_int_equal(topomap_bound_compute(graph, allocation, &bound, NULL), 0);
        assert_true(bound > 0 && bound <= metrics.hop_bytes);
        free(loads);
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
    topomap_graph_destroy(graph);
}

static double planned(const char *text, const char *weights, const struct topomap_graph *graph)
{
    struct topomap_network *network = topomap_network_parse("n", text, strlen(text), NULL);
    struct topomap_request request = {.graph = graph, .effort = TOPOMAP_EFFORT_DEFAULT, .seed = 1};
    struct topomap_allocation *allocation;
    struct topomap_plan *plan;
    double after;

    assert_int_equal(topomap_network_weigh(network, weights, NULL), 0);
    request.allocation = allocation = topomap_allocation_create(network, "n[0-15]", "1", NULL);
    plan = topomap_plan_create(&request, NULL);
    assert_non_null(plan);
    after = topomap_plan_score_after(plan).value;
    topomap_plan_destroy(plan);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    return after;
}

/* Pairs are placed along the cheap dimension, and pairs of pairs under one switch: expensive hops
 * are avoided, although the number of hops is the same. */
static void plans_avoid_heavy_links(void **state)
{
    static const char mesh[] = "network: {kind: mesh, dims: [4, 4], nodes: 'n[0-15]'}";
    static const char tree[] = "network: {kind: tree, children: [4, 2, 2], nodes: 'n[0-15]'}";
    struct topomap_edge pairs[8];
    struct topomap_graph *graph;

    (void)state;
    for (uint32_t i = 0; i < 8; i++)
        pairs[i] = (struct topomap_edge){i, i + 8, 10, 1};
    graph = topomap_graph_create(16, pairs, 8, NULL);
    assert_true(planned(mesh, "x:50", graph) == 80);
    assert_true(planned(mesh, "y:50", graph) == 80);
    assert_true(planned(mesh, "x:50,y:50", graph) == 4000);
    assert_true(planned(tree, "level-1:9", graph) == 160);
    assert_true(planned(tree, "node:3", graph) == 480);
    topomap_graph_destroy(graph);
}

static void weights_are_told(void **state)
{
    struct topomap_network *network = network_number(3);

    (void)state;
    assert_non_null(strstr(topomap_network_summary(network),
                           "; hops over level 1 links count 2, level 2 links count 5"));
    assert_int_equal(topomap_network_weigh(network, "level-1:1", NULL), 0);
    assert_non_null(strstr(topomap_network_summary(network), "; hops over level 2 links count 5"));
    assert_null(strstr(topomap_network_summary(network), "level 1 links"));
    assert_int_equal(network->weight[0], 1);
    assert_int_equal(network->weight[2], 5);
    topomap_network_destroy(network);
}

static void check_refused(const char *text, const char *weights, enum topomap_code code,
                          const char *why)
{
    struct topomap_network *network = topomap_network_parse("n", text, strlen(text), NULL);
    struct topomap_error error = {0};

    assert_int_equal(topomap_network_weigh(network, weights, &error), -1);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, why))
        fail_msg("'%s' is not in '%s'", why, error.text);
    assert_int_equal(network->weight[0], 1);
    topomap_network_destroy(network);
}

static void wrong_weights_are_refused(void **state)
{
    static const char *const malformed[] = {"", "x", "x:", "x:0", "x:101", "x:-1", "x:1.5", ":3",
                                            "x:2,", "x:2 ,y:3", "x=2"};
    static const char long_line[] = "network: {kind: torus, dims: [1000000], nodes: 'n[0-1]'}";

    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
        check_refused(weighted[0].network, malformed[i], TOPOMAP_USAGE, "class");
    check_refused(weighted[0].network, "x:2,spine:3", TOPOMAP_USAGE,
                  "this network has no links of class 'spine', but x, y, z");
    check_refused(weighted[3].network, "level-3:3", TOPOMAP_USAGE, "node, level 1, level 2");
    check_refused(long_line, "x:100", TOPOMAP_IMPOSSIBLE, "too large");
    check_refused("network: {kind: flat, nodes: 'n[0-1]'}", "node:2", TOPOMAP_IMPOSSIBLE,
                  "flat network");
    check_refused("network: {kind: matrix, nodes: 'n[0-1]', distances: [[0, 1], [1, 0]]}",
                  "node:2", TOPOMAP_IMPOSSIBLE, "matrix network");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_sums_of_weights),
        cmocka_unit_test(hop_bytes_are_weighted_loads),
        cmocka_unit_test(plans_avoid_heavy_links),
        cmocka_unit_test(weights_are_told),
        cmocka_unit_test(wrong_weights_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
