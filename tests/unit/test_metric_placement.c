/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static const char tree[] = "SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[2-3]\n"
                           "SwitchName=top Switches=s[0-1]\n";
static const char fat[] = "network: {kind: tree, children: [2, 2], widths: [4], nodes: 'n[0-3]'}";
static const char ring[] = "network: {kind: torus, dims: [4], nodes: 'n[0-3]'}";
static const char ascending[] = "network: {kind: torus, dims: [4], nodes: 'n[0-3]', "
                                "routing: ascending}";

static const char routers[] = "network: {kind: dragonfly, groups: 2, rows: 1, columns: 1, "
                              "nodes_per_router: 2, node_links: false, nodes: 'n[0-3]'}";

static struct topomap_network *parse(const char *text)
{
    struct topomap_network *network = topomap_network_parse("test", text, strlen(text), NULL);

    assert_non_null(network);
    return network;
}

static struct topomap_graph *parse_graph(const char *text)
{
    struct topomap_graph *graph = topomap_graph_parse("test", text, strlen(text), "edges", NULL);

    assert_non_null(graph);
    return graph;
}

/* Ranks 0 to 3 send to their successors 100, 200, 300 and 400 bytes, and 0 sends 10 to 2. */
static const char chain[] = "0 1 100 1\n1 2 200 2\n2 3 300 3\n3 0 400 4\n0 2 10 5\n";

static void known_cases_are_exact(void **state)
{
    static const struct {
        const char *network;
        const char *tasks;
        uint32_t placement[4];
        struct topomap_metrics expected;
    } cases[] = {
        /* 100*2 + 200*4 + 300*2 + 400*4 + 10*4; the 400 bytes load four links, of which
         * s0->n0 comes first. */
        {tree, "1", {0, 1, 2, 3},
         {.bytes_by_hops = {0, 0, 400, 0, 610}, .mean_link_bytes = 3240.0 / 12,
          .min_link_bytes = 100,
          .hop_bytes = 3240, .internode_bytes = 1010, .internode_messages = 15, .max_hops = 4,
          .max_link_bytes = 400, .average_link_bytes = 3240.0 / 12, .used_links = 12,
          .max_link = "s0->n0"}},
        /* Two ranks a node on one switch: 200 + 10 go one way, 400 the other. */
        {tree, "2,2,0,0", {0, 0, 1, 1},
         {.bytes_by_hops = {400, 0, 610}, .mean_link_bytes = 1220.0 / 12,
          .hop_bytes = 1220, .internode_bytes = 610, .internode_messages = 11, .max_hops = 2,
          .max_link_bytes = 400, .average_link_bytes = 305, .used_links = 4,
          .max_link = "s0->n0"}},
        /* The same as the first, but 8 links join each switch to the top in both directions:
         * 16 in all, with 210 or 400 bytes shared by four. */
        {fat, "1", {0, 1, 2, 3},
         {.bytes_by_hops = {0, 0, 400, 0, 610}, .mean_link_bytes = 3240.0 / 24,
          .min_link_bytes = 210.0 / 4,
          .hop_bytes = 3240, .internode_bytes = 1010, .internode_messages = 15, .max_hops = 4,
          .max_link_bytes = 400, .average_link_bytes = 3240.0 / 24, .used_links = 24,
          .max_link = "s1.0->n0"}},
        {tree, "4,0,0,0", {0, 0, 0, 0}, {.bytes_by_hops = {1010}, .max_link = ""}},
        /* Two nodes on each of two routers, 0 hops apart. */
        {routers, "1", {0, 1, 2, 3},
         {.bytes_by_hops = {400, 610}, .mean_link_bytes = 305, .min_link_bytes = 210,
          .hop_bytes = 610, .internode_bytes = 1010, .internode_messages = 15, .max_hops = 1,
          .max_link_bytes = 400, .average_link_bytes = 305, .used_links = 2,
          .max_link = "(0,0,1)->(0,0,0)"}},
        /* 0 -> 2 is half way round and goes up: (0)+x carries 100 + 10, (1)+x 200 + 10. */
        {ascending, "1", {0, 1, 2, 3},
         {.bytes_by_hops = {0, 1000, 10}, .mean_link_bytes = 1020.0 / 8,
          .hop_bytes = 1020, .internode_bytes = 1010, .internode_messages = 15, .max_hops = 2,
          .max_link_bytes = 400, .average_link_bytes = 255, .used_links = 4,
          .max_link = "(3)+x"}},
        /* Ranks 1 and 2 swapped: (1)+x carries 100 + 300, as much as (3)+x: the first is named. */
        {ascending, "1", {0, 2, 1, 3},
         {.bytes_by_hops = {0, 610, 400}, .mean_link_bytes = 1410.0 / 8,
          .hop_bytes = 100 * 2 + 200 + 300 * 2 + 400 + 10, .internode_bytes = 1010,
          .internode_messages = 15, .max_hops = 2, .max_link_bytes = 400,
          .average_link_bytes = 1410.0 / 5, .used_links = 5, .max_link = "(1)+x"}},
        /* Both again with half of what is half way round each way: of the first, 5 bytes down over
         * two links; of the second, (0)+x has 50 + 10, (0)-x 50 + 150, (3)-x 50. */
        {ring, "1", {0, 1, 2, 3},
         {.bytes_by_hops = {0, 1000, 10}, .mean_link_bytes = 1020.0 / 8,
          .hop_bytes = 1020, .internode_bytes = 1010, .internode_messages = 15, .max_hops = 2,
          .max_link_bytes = 400, .average_link_bytes = 1020.0 / 6, .used_links = 6,
          .max_link = "(3)+x"}},
        {ring, "1", {0, 2, 1, 3},
         {.bytes_by_hops = {0, 610, 400}, .mean_link_bytes = 1410.0 / 8, .min_link_bytes = 50,
          .hop_bytes = 100 * 2 + 200 + 300 * 2 + 400 + 10, .internode_bytes = 1010,
          .internode_messages = 15, .max_hops = 2, .max_link_bytes = 400,
          .average_link_bytes = 1410.0 / 8, .used_links = 8, .max_link = "(3)+x"}},
    };
    struct topomap_graph *graph = parse_graph(chain);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = parse(cases[i].network);
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, "n[0-3]", cases[i].tasks, NULL);
        const struct topomap_metrics *expected = &cases[i].expected;
        struct topomap_metrics metrics;

        assert_int_equal(topomap_metrics_compute(graph, allocation, cases[i].placement, &metrics,
                                             NULL), 0);
        assert_true(metrics.total_bytes == 1010);
        assert_true(metrics.hop_bytes == expected->hop_bytes);
        assert_true(metrics.average_hops == expected->hop_bytes / 1010);
        assert_true(metrics.internode_bytes == expected->internode_bytes);
        assert_true(metrics.internode_messages == expected->internode_messages);
        assert_int_equal(metrics.max_hops, expected->max_hops);
        assert_true(metrics.max_link_bytes == expected->max_link_bytes);
        assert_true(metrics.average_link_bytes == expected->average_link_bytes);
        assert_true(metrics.mean_link_bytes == expected->mean_link_bytes);
        assert_true(metrics.min_link_bytes == expected->min_link_bytes);
        for (uint32_t hops = 0; hops < TOPOMAP_HOPS; hops++)
            assert_true(metrics.bytes_by_hops[hops] == expected->bytes_by_hops[hops]);
        assert_int_equal(metrics.used_links, expected->used_links);
        assert_string_equal(metrics.max_link, expected->max_link);
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
    topomap_graph_destroy(graph);
}

static void a_silent_graph_costs_nothing(void **state)
{
    struct topomap_graph *graph = parse_graph("# n=4\n0 3 0 7\n");
    struct topomap_network *network = parse(ring);
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n[0-3]", "1", NULL);
    struct topomap_metrics metrics;

    (void)state;
    assert_int_equal(topomap_metrics_compute(graph, allocation, (uint32_t[]){0, 1, 2, 3}, &metrics,
                                         NULL), 0);
    assert_true(metrics.hop_bytes == 0 && metrics.average_hops == 0);
    assert_true(metrics.internode_messages == 7);
    assert_int_equal(metrics.max_hops, 1);
    assert_int_equal(metrics.used_links, 0);
    assert_string_equal(metrics.max_link, "");
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    topomap_graph_destroy(graph);
}

/* 30 nodes in a row: ways longer than the histogram share its last element. */
static void long_ways_are_counted_together(void **state)
{
    struct topomap_network *network = parse("network: {kind: mesh, dims: [30], nodes: 'n[0-29]'}");
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n[0-29]", "1", NULL);
    struct topomap_graph *graph = parse_graph("0 22 1\n0 23 10\n0 24 100\n29 0 1000\n");
    struct topomap_metrics metrics;
    uint32_t placement[30];

    (void)state;
    topomap_placement_block(allocation, placement);
    assert_int_equal(topomap_metrics_compute(graph, allocation, placement, &metrics, NULL), 0);
    assert_int_equal(metrics.max_hops, 29);
    assert_true(metrics.bytes_by_hops[0] == 0 && metrics.bytes_by_hops[1] == 0);
    assert_true(metrics.bytes_by_hops[22] == 1);
    assert_true(metrics.bytes_by_hops[TOPOMAP_HOPS - 1] == 1110);
    topomap_graph_destroy(graph);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
}

static void what_does_not_fit_is_refused(void **state)
{
    struct topomap_graph *graph = parse_graph(chain);
    struct topomap_network *network = parse(ring);
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n[0-3]", "2", NULL);
    struct topomap_metrics metrics = {.max_hops = 77};
    uint32_t placement[8] = {0};
    double loads[8] = {5};
    struct topomap_class_loads class = {.bytes = 7};
    struct topomap_error error;

    (void)state;
    assert_int_equal(topomap_metrics_compute(graph, allocation, placement, &metrics, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "the graph has 4 ranks, but the allocation runs 8");
    topomap_allocation_destroy(allocation);
    allocation = topomap_allocation_create(network, "n[0-3]", "1", NULL);
    assert_int_equal(topomap_metrics_compute(graph, allocation, placement, &metrics, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_int_equal(metrics.max_hops, 77);
    assert_int_equal(topomap_link_loads(graph, allocation, placement, loads, &error), -1);
    assert_true(loads[0] == 5);
    assert_int_equal(topomap_class_loads_compute(graph, allocation, placement, &class, &error), -1);
    assert_true(class.bytes == 7);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    topomap_graph_destroy(graph);
}

/* To the next place in a drawer, the next drawer and the next supernode: bytes over LL, LR and D
 * links. */
static void classes_of_links_are_told_apart(void **state)
{
    static const char text[] = "network: {kind: percs, supernodes: 2, drawers: 2, "
                               "nodes_per_drawer: 2, nodes: 'n[0-7]'}";
    static const struct topomap_class_loads expected[] = {
        /* 0 -> 1, and the ends of other ways; each of 2 drawers x 2 supernodes has 2 links. Two
         * ways from 0 to 5 are as short. */
        {"LL", 110, 105, 110.0 / 2, 110.0 / 8, 0, 2, 8},
        {"LR", 1000, 1000, 1000, 1000.0 / 16, 0, 1, 16},
        {"D", 10, 5, 5, 10.0 / 8, 0, 2, 8},
    };
    struct topomap_network *network = parse(text);
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n[0-7]", "1", NULL);
    struct topomap_graph *graph = parse_graph("# n=8\n0 1 100 1\n0 2 1000 1\n0 5 10 1\n");
    struct topomap_class_loads loads[3];
    uint32_t placement[8];

    (void)state;
    topomap_placement_block(allocation, placement);
    assert_int_equal(topomap_network_classes(network), 3);
    assert_int_equal(topomap_class_loads_compute(graph, allocation, placement, loads, NULL), 0);
    for (uint32_t c = 0; c < 3; c++) {
        assert_string_equal(loads[c].name, expected[c].name);
        assert_true(loads[c].bytes == expected[c].bytes);
        assert_true(loads[c].max_link_bytes == expected[c].max_link_bytes);
        assert_true(loads[c].average_link_bytes == expected[c].average_link_bytes);
        assert_true(loads[c].mean_link_bytes == expected[c].mean_link_bytes);
        assert_true(loads[c].min_link_bytes == expected[c].min_link_bytes);
        assert_int_equal(loads[c].used_links, expected[c].used_links);
        assert_int_equal(loads[c].links, expected[c].links);
    }
    topomap_graph_destroy(graph);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
}

#define RANKS 120

/* Compute the loads of links by class from those of each link; the bytes of a class are given. */
static void check_classes(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          const double *loads, const double *bytes)
{
    const struct topomap_network *network = topomap_allocation_network(allocation);
    struct topomap_class_loads found[8];
    uint32_t links = topomap_network_links(network), classes = topomap_network_classes(network);

    assert_true(classes <= 8);
    assert_int_equal(topomap_class_loads_compute(graph, allocation, placement, found, NULL), 0);
    for (uint32_t c = 0; c < classes; c++) {
        double sum = 0, most = 0, least = 1e300;
        uint32_t count = 0, used = 0;

        for (uint32_t l = 0; l < links; l++) {
            uint32_t width = topomap_network_link_width(network, l);
            double load = loads[l] / width;

            if (topomap_network_link_class(network, l) != c)
                continue;
            count += width;
            used += loads[l] > 0 ? width : 0;
            sum += loads[l];
            most = load > most ? load : most;
            least = load < least ? load : least;
        }
        assert_true(found[c].bytes == bytes[c]);
        assert_int_equal(found[c].links, count);
        assert_int_equal(found[c].used_links, used);
        assert_true(found[c].max_link_bytes == most && found[c].min_link_bytes == least);
        assert_true(found[c].average_link_bytes == (used ? sum / used : 0));
        assert_true(found[c].mean_link_bytes == sum / count);
    }
}

/* Routing every edge separately must give the same loads and sums. */
static void check_by_edge(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement)
{
    const struct topomap_network *network = topomap_allocation_network(allocation);
    uint32_t links = topomap_network_links(network);
    double *loads = calloc(links, sizeof *loads), *expected = calloc(links, sizeof *expected);
    double hop_bytes = 0, heaviest = 0, bytes[8] = {0};
    struct topomap_metrics metrics;
    uint32_t route[64];

    for (size_t e = 0; e < topomap_graph_edges(graph); e++) {
        struct topomap_edge edge = topomap_graph_edge(graph, e);
        const char *from = topomap_allocation_host(allocation, placement[edge.src]);
        const char *to = topomap_allocation_host(allocation, placement[edge.dst]);
        size_t length = topomap_network_route(network,
                                              (uint32_t)topomap_network_find(network, from),
                                              (uint32_t)topomap_network_find(network, to), route,
                                              64);
        bool passed[8] = {false};

        hop_bytes += (double)edge.bytes * (double)length;
        for (size_t i = 0; i < length; i++) {
            expected[route[i]] += (double)edge.bytes;
            passed[topomap_network_link_class(network, route[i])] = true;
        }
        for (uint32_t c = 0; c < 8; c++)
            bytes[c] += passed[c] ? (double)edge.bytes : 0;
    }
    assert_int_equal(topomap_link_loads(graph, allocation, placement, loads, NULL), 0);
    assert_memory_equal(loads, expected, links * sizeof *loads);
    for (uint32_t l = 0; l < links; l++) {
        double load = expected[l] / topomap_network_link_width(network, l);

        heaviest = load > heaviest ? load : heaviest;
    }
    assert_int_equal(topomap_metrics_compute(graph, allocation, placement, &metrics, NULL), 0);
    assert_true(metrics.hop_bytes == hop_bytes);
    assert_true(metrics.max_link_bytes == heaviest);
    check_classes(graph, allocation, placement, expected, bytes);
    free(loads);
    free(expected);
}

static void random_placements_agree_with_routes(void **state)
{
    static const char *const networks[] = {
        "SwitchName=a Nodes=n[0-6]\nSwitchName=b Nodes=n[7-11]\nSwitchName=c Nodes=n[12-22]\n"
        "SwitchName=d Switches=a,c Nodes=n23\nSwitchName=e Switches=b,d\n",
        "network: {kind: torus, dims: [4, 3, 2], nodes: 'n[0-23]', routing: ascending}",
        "network: {kind: torus, dims: [5, 6], wrap: [false, crossbar], nodes: 'n[0-23]'}",
        "network: {kind: tree, children: [4, 3, 2], widths: [2, 3], nodes: 'n[0-23]'}",
        "network: {kind: flat, nodes: 'n[0-23]'}",
        "network: {kind: hypercube, dims: 5, nodes: 'n[0-23]'}",
    };
    struct topomap_edge edges[2000];
    uint32_t placement[RANKS];
    struct topomap_graph *graph;
    struct random random;

    (void)state;
    random_seed(&random, 11);
    for (size_t i = 0; i < 2000; i++)
        edges[i] = (struct topomap_edge){random_below(&random, RANKS), random_below(&random, RANKS),
                                         random_below(&random, 1000000), 1};
    graph = topomap_graph_create(RANKS, edges, 2000, NULL);
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        struct topomap_network *network = parse(networks[i]);
        /* Hosts in an order that is not the network's. */
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, "n[20-23],n[0-19]", "5(x23),5", NULL);

        topomap_placement_block(allocation, placement);
        random_shuffle(&random, placement, RANKS);
        check_by_edge(graph, allocation, placement);
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
    topomap_graph_destroy(graph);
}

/* The sum of bytes times hops exceeds 2^64, and so 2^53. */
static void large_sums_do_not_overflow(void **state)
{
    static const char text[] = "network: {kind: mesh, dims: [100000], nodes: 'n[0-99999]'}";
    static const struct topomap_edge edge = {0, 1, UINT64_C(1) << 53, 1};
    struct topomap_network *network = parse(text);
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n0,n99999", "1",
                                                                      NULL);
    struct topomap_graph *graph = topomap_graph_create(2, &edge, 1, NULL);
    struct topomap_metrics metrics;

    (void)state;
    assert_int_equal(topomap_metrics_compute(graph, allocation, (uint32_t[]){0, 1}, &metrics, NULL),
                     0);
    assert_true(metrics.hop_bytes == 99999 * 0x1p53);
    assert_true(metrics.average_hops == 99999);
    topomap_graph_destroy(graph);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_cases_are_exact),
        cmocka_unit_test(a_silent_graph_costs_nothing),
        cmocka_unit_test(long_ways_are_counted_together),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(classes_of_links_are_told_apart),
        cmocka_unit_test(random_placements_agree_with_routes),
        cmocka_unit_test(large_sums_do_not_overflow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
