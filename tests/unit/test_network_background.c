/* SPDX-License-Identifier: BSD-3-Clause */
/* What other jobs send: it takes from the capacity of links, and so from all that is made of it. */
#include "unit/descriptions.h"

#include "network/network.h"

#include <stdio.h>
#include <string.h>

#define TREE "network:\n  kind: tree\n  children: [2, 2]\n  widths: [4]\n  nodes: n[0-3]\n"
#define SPEED "  links: [{bandwidth: 100, latency: 0}]\n"

static uint32_t link_called(const struct topomap_network *network, const char *wanted)
{
    char name[64];

    for (uint32_t l = 0; l < network->links; l++) {
        topomap_network_link_name(network, l, name, sizeof name);
        if (strcmp(name, wanted) == 0)
            return l;
    }
    fail_msg("no link %s", wanted);
    return 0;
}

static void classes_and_links_lose_what_others_send(void **state)
{
    static const struct {
        const char *background, *link;
        double free, capacity, bandwidth;
    } cases[] = {
        {"", "n0->s1.0", 1, 1, 100},
        {"  background: {node: 25}\n", "n0->s1.0", 0.75, 0.75, 75},
        {"  background: {node: 25}\n", "s1.0->s2.0", 1, 4, 400},
        {"  background: {level 1: 50}\n", "s1.0->s2.0", 0.5, 2, 200},
        {"  background: {level-1: 50}\n", "s1.0->s2.0", 0.5, 2, 200},
        /* A link of its own has that of its class too, whichever comes first. */
        {"  background: {s1.0->s2.0: 25, level-1: 50}\n", "s1.0->s2.0", 0.25, 1, 100},
        {"  background: {s1.0->s2.0: 25, level-1: 50}\n", "s2.0->s1.0", 0.5, 2, 200},
        {"  routing: d-mod-k\n  background: {'s1.0->s2.0#1': 75}\n", "s1.0->s2.0#1", 0.25, 0.25,
         25},
        {"  routing: d-mod-k\n  background: {'s1.0->s2.0#1': 75}\n", "s1.0->s2.0#0", 1, 1, 100},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network;
        char text[256];
        uint32_t link;

        snprintf(text, sizeof text, TREE SPEED "%s", cases[i].background);
        network = description_parse(text, &error);
        if (!network)
            fail_msg("%zu: %s", i, error.text);
        link = link_called(network, cases[i].link);
        assert_true(network_link_free(network, link) == cases[i].free);
        assert_true(network_link_capacity(network, link) == cases[i].capacity);
        assert_true(topomap_network_link_speed(network, link).bandwidth == cases[i].bandwidth);
        topomap_network_destroy(network);
    }
}

/* 0 -> 2 and 1 -> 3 share a trunk of 4 links; half of each is other jobs'. */
static void loads_count_it(void **state)
{
    static const char *const backgrounds[] = {"", "  background: {level-1: 50}\n"};
    struct topomap_graph *graph = topomap_graph_parse("g", "0 2 100\n1 3 300\n", 16, "edges", NULL);
    static const double heaviest[] = {300, 300}, classes[] = {100, 200}, seconds[] = {3, 3};

    (void)state;
    assert_non_null(graph);
    for (size_t i = 0; i < 2; i++) {
        struct topomap_class_loads loads[2];
        struct topomap_allocation *allocation;
        struct topomap_metrics metrics;
        struct topomap_network *network;
        struct topomap_time time;
        char text[256];

        snprintf(text, sizeof text, TREE SPEED "  routing: adaptive\n%s", backgrounds[i]);
        network = description_parse(text, NULL);
        allocation = topomap_allocation_create(network, "n[0-3]", "1", NULL);
        assert_int_equal(topomap_metrics_compute(graph, allocation, (uint32_t[]){0, 1, 2, 3},
                                                 &metrics, NULL), 0);
        assert_true(metrics.max_link_bytes == heaviest[i]);
        assert_int_equal(topomap_class_loads_compute(graph, allocation, (uint32_t[]){0, 1, 2, 3},
                                                     loads, NULL), 0);
        assert_true(loads[1].max_link_bytes == classes[i]);
        assert_int_equal(topomap_time_predict(graph, allocation, (uint32_t[]){0, 1, 2, 3}, &time,
                                              NULL), 0);
        assert_true(time.seconds == seconds[i]);
        topomap_allocation_destroy(allocation);
        topomap_network_destroy(network);
    }
    topomap_graph_destroy(graph);
}

/* By each routing a named link keeps its background, and each link of a named trunk has it, though
 * links have other numbers. */
static void all_routings_keep_it(void **state)
{
    static const struct {
        const char *network;
        uint32_t routing, draw;
        const char *link;
        double free;
    } cases[] = {
        {TREE SPEED "  background: {s1.0->s2.0: 25, s2.0->s1.1: 75}\n", 0, 0, "s1.0->s2.0", 0.75},
        {TREE SPEED "  background: {s1.0->s2.0: 25, s2.0->s1.1: 75}\n", 1, 0, "s1.0->s2.0#0", 0.75},
        {TREE SPEED "  background: {s1.0->s2.0: 25, s2.0->s1.1: 75}\n", 1, 0, "s1.0->s2.0#3", 0.75},
        {TREE SPEED "  background: {s1.0->s2.0: 25, s2.0->s1.1: 75}\n", 1, 0, "s2.0->s1.0#3", 1},
        {TREE SPEED "  background: {s1.0->s2.0: 25, s2.0->s1.1: 75}\n", 1, 0, "s1.1->s2.0#3", 1},
        {TREE SPEED "  background: {s1.0->s2.0: 25, s2.0->s1.1: 75}\n", 2, 1, "s2.0->s1.1#2", 0.25},
        {TREE SPEED "  background: {n2->s1.1: 25, node: 50}\n", 2, 1, "n2->s1.1", 0.25},
        {TREE SPEED "  background: {n2->s1.1: 25, level-1: 50}\n", 2, 1, "s1.1->s2.0#0", 0.5},
        {TREE SPEED "  routing: d-mod-k\n  background: {'s1.0->s2.0#1': 75}\n", 1, 0,
         "s1.0->s2.0#1", 0.25},
        {TREE SPEED "  routing: d-mod-k\n  background: {'s1.0->s2.0#1': 75}\n", 1, 0,
         "s1.0->s2.0#0", 1},
        {"network: {kind: dragonfly, groups: 4, rows: 1, columns: 3, nodes_per_router: 1, "
         "nodes: 'n[0-11]', links: [{bandwidth: 100, latency: 0}], "
         "background: {'(0,0,0)->(0,0,1)': 75}}", 2, 0, "(0,0,0)->(0,0,1)", 0.25},
        {"network: {kind: torus, dims: [4], nodes: 'n[0-3]', "
         "links: [{bandwidth: 100, latency: 0}], background: {(1)-x: 75}}", 1, 0, "(1)-x", 0.25},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = description_parse(cases[i].network, NULL), *routed;
        uint32_t link;

        assert_non_null(network);
        routed = network_routed(network, cases[i].routing, cases[i].draw, NULL);
        assert_non_null(routed);
        link = link_called(routed, cases[i].link);
        print_message("%zu: %s\n", i, cases[i].link);
        assert_true(network_link_free(routed, link) == cases[i].free);
        network_routed_free(routed);
        topomap_network_destroy(network);
    }
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {TREE SPEED "  background: {node: 100}\n",
         "t:7: 100 bytes/s of other jobs leave nothing of the 100 of n0->s1.0"},
        {TREE SPEED "  background: {'n0->s1.0': 60, node: 50}\n",
         "t:7: 60 bytes/s of other jobs leave nothing of the 100 of n0->s1.0"},
        {TREE "  background: {node: 12.5e9}\n", "t:6: 12500000000 bytes/s of other jobs leave"},
        {TREE "  background: {top: 1}\n", "t:6: there is no link and no class of links 'top'"},
        {TREE "  background: 5\n", "t:6: 'background' is "},
        {TREE "  background: {node: much}\n", "t:6: 'node' is "},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_and_links_lose_what_others_send),
        cmocka_unit_test(loads_count_it),
        cmocka_unit_test(all_routings_keep_it),
        cmocka_unit_test(faults_are_named_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
