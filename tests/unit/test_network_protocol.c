/* SPDX-License-Identifier: BSD-3-Clause */
/* What a description says of the protocol, and what that makes of predicted times. */
#include "unit/descriptions.h"
#include "unit/world.h"

#include "network/network.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TREE                                                                                       \
    "network:\n  kind: tree\n  children: [2, 2]\n  nodes: n[0-3]\n"                               \
    "  links: [{bandwidth: 100, latency: 1}]\n"

static double predict(const char *protocol, const char *edges, const char *hosts, const char *tasks)
{
    struct topomap_graph *graph =
        topomap_graph_parse("g", edges, strlen(edges), "edges", NULL);
    struct topomap_error error = {.text = ""};
    struct topomap_allocation *allocation;
    struct topomap_network *network;
    struct topomap_time time;
    uint32_t placement[6];
    char text[512];

    snprintf(text, sizeof text, TREE "%s", protocol);
    network = description_parse(text, &error);
    if (!network)
        fail_msg("%s: %s", protocol, error.text);
    allocation = topomap_allocation_create(network, hosts, tasks, NULL);
    assert_non_null(allocation);
    topomap_placement_block(allocation, placement);
    assert_int_equal(topomap_time_predict(graph, allocation, placement, &time, NULL), 0);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    topomap_graph_destroy(graph);
    return time.seconds;
}

static void times_are_those_of_the_protocol(void **state)
{
    static const struct {
        const char *protocol, *edges, *hosts, *tasks;
        double seconds;
    } cases[] = {
        /* Two rounds over two links of 1 s, and 100 bytes. */
        {"", "0 1 100 2\n", "n[0-1]", "1", 5},
        /* Messages of 50 bytes: half the bandwidth and three times the latency from there on. */
        {"  protocol: {sizes: [{from: 50, bandwidth: 0.5, latency: 3}]}\n", "0 1 100 2\n", "n[0-1]",
         "1", 14},
        {"  protocol: {sizes: [{from: 51, bandwidth: 0.5, latency: 3}]}\n", "0 1 100 2\n", "n[0-1]",
         "1", 5},
        {"  protocol: {sizes: [{from: 0, bandwidth: 1, latency: 2}, {from: 51, bandwidth: 0.5, "
         "latency: 3}]}\n", "0 1 100 2\n", "n[0-1]", "1", 9},
        /* Weights are no bytes. */
        {"  protocol: {sizes: [{from: 0, bandwidth: 0.5, latency: 3}]}\n", "0 1 100\n", "n[0-1]",
         "1", 3},
        /* Two headers of 25 bytes beside the 100 bytes, which are of messages of 50 bytes; also where
         * messages have no bytes. */
        {"  protocol: {header: 25}\n", "0 1 100 2\n", "n[0-1]", "1", 5.5},
        {"  protocol: {header: 25, sizes: [{from: 51, bandwidth: 0.5, latency: 3}]}\n",
         "0 1 100 2\n", "n[0-1]", "1", 5.5},
        {"  protocol: {header: 25, sizes: [{from: 50, bandwidth: 0.5, latency: 3}]}\n",
         "0 1 100 2\n", "n[0-1]", "1", 15},
        {"  protocol: {header: 25}\n", "0 1 0 2\n", "n[0-1]", "1", 4.5},
        {"  protocol: {header: 25}\n", "0 1 100\n", "n[0-1]", "1", 3},
        {"  protocol: {header: 25, acknowledgements: 0.5}\n", "0 1 100 2\n1 0 100 2\n", "n[0-1]",
         "1", 6.25},
        /* Each link has the 100 bytes of one flow, and 50 that go back for the other. */
        {"  protocol: {acknowledgements: 0.5}\n", "0 1 100 2\n1 0 100 2\n", "n[0-1]", "1", 5.5},
        /* Inside a node nothing takes time unless it is said. */
        {"", "0 1 100 2\n", "n0", "2", 0},
        {"  protocol: {inside: {bandwidth: 50, latency: 1}}\n", "0 1 100 2\n", "n0", "2", 4},
        {"  protocol: {inside: {bandwidth: 50}}\n", "0 1 100 2\n", "n0", "2", 2},
        {"  protocol: {header: 25, inside: {bandwidth: 50, latency: 1}}\n", "0 1 100 2\n", "n0", "2",
         5},
        {"  protocol: {header: 25, inside: {bandwidth: 50, memory: 20}}\n", "0 1 100 2\n", "n0",
         "2", 7.5},
        /* All messages of a node share its memory, those of another node and to it do not. */
        {"  protocol: {inside: {bandwidth: 50, memory: 20}}\n", "0 1 100 2\n2 0 80 2\n3 5 70 2\n"
         "1 3 100 2\n", "n[0-1]", "3", 9},
        {"  protocol: {inside: {bandwidth: 50, memory: 200}}\n", "0 1 100 2\n2 0 80 2\n", "n0", "3",
         2},
        /* The adapters take longer than the links and their latency: by bytes, by messages. */
        {"  protocol: {adapters: {bandwidth: 5}}\n", "0 1 100 2\n", "n[0-1]", "1", 20},
        {"  protocol: {header: 25, adapters: {bandwidth: 5}}\n", "0 1 100 2\n", "n[0-1]", "1", 30},
        {"  protocol: {header: 25, adapters: {bandwidth: 5}}\n", "0 1 100\n", "n[0-1]", "1", 20},
        {"  protocol: {adapters: {bandwidth: 5, rails: 2}}\n", "0 1 100 2\n", "n[0-1]", "1", 10},
        {"  protocol: {adapters: {messages: 0.1, rails: 2}}\n", "0 1 1 1\n1 0 100 5\n", "n[0-1]",
         "1", 25},
        {"  protocol: {adapters: {messages: 1, bandwidth: 50}}\n", "0 1 100 2\n", "n[0-1]", "1",
         5},
        {"  protocol: {adapters: {bandwidth: 5}}\n", "0 1 100 2\n", "n0", "2", 0},
        {"  protocol: {inside: {bandwidth: 50, latency: 1}, sizes: [{from: 0, bandwidth: 0.5, "
         "latency: 3}]}\n", "0 1 100 2\n", "n0", "2", 10},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double seconds = predict(cases[i].protocol, cases[i].edges, cases[i].hosts, cases[i].tasks);

        print_message("case %zu: %.15g s\n", i, seconds);
        assert_true(fabs(seconds - cases[i].seconds) <= 1e-9);
    }
}

/* Bytes that are weights are in messages of any size, but whatever the nodes carry takes its time. */
static void nodes_limit_weights(void **state)
{
    static const struct {
        const char *protocol;
        double transfer;
    } cases[] = {
        {"", 3},
        {"  protocol: {adapters: {bandwidth: 5}}\n", 60},
        {"  protocol: {adapters: {messages: 0.01}}\n", 3},
        {"  protocol: {inside: {bandwidth: 50, memory: 4}}\n", 20},
    };
    const uint32_t placement[] = {0, 0, 1};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        struct topomap_time time;
        struct world w;

        snprintf(text, sizeof text, TREE "%s", cases[i].protocol);
        world_text(&w, text, "n[0-1]", "2,1", "0 2 200\n1 2 100\n0 1 80\n");
        assert_int_equal(topomap_time_predict(w.graph, w.allocation, placement, &time, NULL), 0);
        print_message("case %zu: %.15g s\n", i, time.transfer);
        assert_true(fabs(time.transfer - cases[i].transfer) <= 1e-9);
        world_free(&w);
    }
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {TREE "  protocol: 5\n", "t:6: 'protocol' is "},
        {TREE "  protocol: [{from: 1}]\n", "t:6: 'protocol' is not a map"},
        {TREE "  protocol: {inside: [{latency: 1}]}\n", "t:6: 'inside' is not a map"},
        {TREE "  protocol: {adapters: [{rails: 1}]}\n", "t:6: 'adapters' is not a map"},
        {TREE "  protocol: {size: []}\n", "t:6: unknown key 'size'; known here: sizes "
         "header acknowledgements inside adapters"},
        {TREE "  protocol: {sizes: 5}\n", "t:6: 'sizes' is "},
        {TREE "  protocol: {sizes: [{from: 1, bandwidth: 1}]}\n", "t:6: the key 'latency' is missing"},
        {TREE "  protocol: {sizes: [{from: 1, bandwidth: 0, latency: 1}]}\n",
         "t:6: 'bandwidth' is not from 1e-06 to 1e+06"},
        {TREE "  protocol: {sizes: [{from: 1, bandwidth: 1, latency: 1e300}]}\n",
         "t:6: 'latency' is not from 1e-06 to 1e+06"},
        {TREE "  protocol:\n    sizes:\n    - {from: 5, bandwidth: 1, latency: 1}\n"
         "    - {from: 5, bandwidth: 1, latency: 1}\n",
         "t:9: 'from' must be above that of the entry before"},
        {TREE "  protocol: {header: 65537}\n", "t:6: 'header' is not from 0 to 65536"},
        {TREE "  protocol: {header: -1}\n", "t:6: "},
        {TREE "  protocol: {header: many}\n", "t:6: "},
        {TREE "  protocol: {acknowledgements: 2}\n", "t:6: 'acknowledgements' is not from 0 to 1"},
        {TREE "  protocol: {inside: {latency: 1}}\n", "t:6: the key 'bandwidth' is missing"},
        {TREE "  protocol: {inside: {bandwidth: -1}}\n", "t:6: "},
        {TREE "  protocol: {inside: {bandwidth: 1e-308}}\n",
         "t:6: 'bandwidth' is not from 0.001 to 1e+18"},
        {TREE "  protocol: {inside: {bandwidth: 1, latency: 1e7}}\n",
         "t:6: 'latency' is not from 0 to 1e+06"},
        {TREE "  protocol: {inside: {bandwidth: 1, memory: 0}}\n",
         "t:6: 'memory' is not from 0.001 to 1e+18"},
        {TREE "  protocol: {inside: {memory: 1}}\n", "t:6: the key 'bandwidth' is missing"},
        {TREE "  protocol: {adapters: {rails: 2}}\n",
         "t:6: adapters need 'bandwidth' or 'messages'"},
        {TREE "  protocol: {adapters: {bandwidth: 0}}\n",
         "t:6: 'bandwidth' is not from 0.001 to 1e+18"},
        {TREE "  protocol: {adapters: {messages: 1e19}}\n",
         "t:6: 'messages' is not from 0.001 to 1e+18"},
        {TREE "  protocol: {adapters: {bandwidth: 1, rails: 0}}\n", "t:6: 'rails' "},
        {TREE "  protocol: {adapters: {rail: 1}}\n", "t:6: unknown key 'rail'"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_those_of_the_protocol),
        cmocka_unit_test(nodes_limit_weights),
        cmocka_unit_test(faults_are_named_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
