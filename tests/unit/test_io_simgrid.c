/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms of SimGrid, link by link: their routes are those of the network. */
#include "unit/world.h"

#include "io/simgrid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 64

/* A name as it stands in an attribute. */
static void escape(const char *name, char *text)
{
    for (; *name; name++)
        text += *name == '>' ? sprintf(text, "&gt;") : sprintf(text, "%c", *name);
    *text = '\0';
}

static unsigned count(const char *text, const char *word)
{
    unsigned number = 0;

    while ((text = strstr(text, word))) {
        text += strlen(word);
        number++;
    }
    return number;
}

static char *export_all(const struct topomap_network *network, const char *hosts)
{
    struct topomap_error error = {.text = ""};
    char *text = topomap_network_export(network, "simgrid", hosts, &error);

    if (!text)
        fail_msg("%s", error.text);
    return text;
}

/* Each link of a tree is declared once, and connects the two places in its name. */
static void check_tree(const char *source, const char *hosts)
{
    struct topomap_network *network = network_of(source);
    uint32_t links = topomap_network_links(network);
    char *text = export_all(network, hosts);

    for (uint32_t link = 0; link < links; link++) {
        char name[128], id[160], line[512], *to;

        topomap_network_link_name(network, link, name, sizeof name);
        escape(name, id);
        snprintf(line, sizeof line, "<link id=\"%s\" ", id);
        if (count(text, line) != 1)
            fail_msg("%s is declared %u times", name, count(text, line));
        to = strstr(name, "->");
        assert_non_null(to);
        *to = '\0';
        snprintf(line, sizeof line,
                 "<route src=\"%s\" dst=\"%s\" symmetrical=\"NO\"><link_ctn id=\"%s\"/></route>",
                 name, to + 2, id);
        if (count(text, line) != 1)
            fail_msg("no route '%s'", line);
    }
    assert_int_equal(count(text, "<route "), links);
    assert_int_equal(count(text, "<host "), topomap_network_nodes(network));
    free(text);
    topomap_network_destroy(network);
}

/* The root is the last switch, the first one, and one in the middle. */
static void trees_have_their_links(void **state)
{
    (void)state;
    check_tree(network_unbalanced, "n[0-15]");
    check_tree("SwitchName=top Switches=l[0-1]\nSwitchName=l0 Nodes=n[0-1]\n"
               "SwitchName=l1 Nodes=n[2-3]\n", "n[0-3]");
    check_tree("SwitchName=l0 Nodes=n[0-1]\nSwitchName=top Switches=l[0-1]\n"
               "SwitchName=l1 Nodes=n[2-3]\n", "n[0-3]");
}

/* Between each pair of nodes are the links of the network's route, in order. */
static void routes_are_the_networks(void **state)
{
    struct topomap_network *network = network_of(network_mesh_wide);
    char *text = export_all(network, "n[0-23]");

    (void)state;
    for (uint32_t a = 0; a < 24; a++) {
        for (uint32_t b = 0; b < 24; b++) {
            uint32_t links[LONGEST];
            size_t length = topomap_network_route(network, a, b, links, LONGEST);
            char line[4096];
            int at;

            if (a == b)
                continue;
            at = snprintf(line, sizeof line, "<route src=\"n%u\" dst=\"n%u\" symmetrical=\"NO\">",
                          a, b);
            for (size_t i = 0; i < length; i++) {
                char name[128], id[160];

                topomap_network_link_name(network, links[i], name, sizeof name);
                escape(name, id);
                at += snprintf(line + at, sizeof line - (size_t)at, "<link_ctn id=\"%s\"/>", id);
            }
            snprintf(line + at, sizeof line - (size_t)at, "</route>");
            if (count(text, line) != 1)
                fail_msg("no route '%s'", line);
        }
    }
    assert_int_equal(count(text, "<route "), 24 * 23);
    free(text);
    topomap_network_destroy(network);
}

/* SimGrid has one route between two nodes: of a trunk with random routes that is one of its links. */
static void random_routes_are_drawn(void **state)
{
    struct topomap_network *network = network_of(
        "network: {kind: tree, children: [4, 2], widths: [2], nodes: 'n[0-7]', routing: random}");
    char *text = export_all(network, "n[0-7]");

    (void)state;
    assert_int_equal(count(text, "<link id=\"s1.0-&gt;s2.0#"), 2);
    assert_int_equal(count(text, "<route "), 8 * 7);
    free(text);
    topomap_network_destroy(network);
}

/* Messages have the latency of each hop, though only the ports of nodes are links. */
static void distances_have_latencies(void **state)
{
    struct topomap_network *network = network_of(
        "network: {kind: matrix, nodes: 'n[0-2]', distances: [[0, 1, 3], [1, 0, 3], [3, 3, 0]], "
        "links: [{bandwidth: 100, latency: 0.5}]}");
    char *text = export_all(network, "n[0-2]");

    (void)state;
    assert_int_equal(count(text, "<link id=\"hops:2\" bandwidth=\"100Bps\" latency=\"1s\" "
                           "sharing_policy=\"FATPIPE\"/>"), 1);
    assert_int_equal(count(text, "network-&gt;n2\"/><link_ctn id=\"hops:2\"/>"), 2);
    assert_int_equal(count(text, "<link_ctn id=\"hops:"), 4);
    free(text);
    topomap_network_destroy(network);
}

#define RING "network: {kind: torus, dims: [3, 3], nodes: 'n[0-8]', "
#define TREE "network: {kind: tree, children: [2, 2], nodes: 'n[0-3]', "

/* Only networks that SimGrid builds in the same way are written as clusters. */
static void clusters_are_simgrids(void **state)
{
    static const struct {
        const char *network;
        bool cluster;
    } cases[] = {
        {network_torus, true}, {network_ring, true}, {network_mesh_wide, false},
        {network_unbalanced, false}, {network_balanced, true}, {network_two_leaves, true},
        /* Leaves of one and three nodes, of two switches and one, and numbers with a gap. */
        {"SwitchName=a Nodes=n0\nSwitchName=b Nodes=n[1-3]\nSwitchName=c Switches=a,b\n", false},
        {"SwitchName=a Nodes=n[0-2]\nSwitchName=b Nodes=n3\nSwitchName=c Switches=a,b\n", false},
        {"SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[3-4]\nSwitchName=c Switches=a,b\n",
         false},
        {"SwitchName=a Nodes=n[0-1]\nSwitchName=b Nodes=n[2-3]\nSwitchName=c Switches=a,b\n",
         true},
        {RING "links: [{bandwidth: 2e9}, {bandwidth: 2e9}]}", true},
        {RING "links: [{bandwidth: 2e9}, {bandwidth: 1e9}]}", false},
        {RING "links: [{latency: 1e-6}, {latency: 2e-6}]}", false},
        {RING "background: {x: 1e9, y: 1e9}}", true},
        {RING "background: {x: 1e9}}", false},
        {RING "background: {'(1,0)-x': 1e9}}", false},
        {TREE "background: {node: 1e9, level 1: 1e9}}", true},
        {TREE "background: {level 1: 1e9}}", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = network_of(cases[i].network);
        struct text text = {0};

        assert_int_equal(platform_cluster(&text, network), cases[i].cluster);
        assert_true(!cases[i].cluster || strstr(text.data, "<cluster "));
        text_free(&text);
        topomap_network_destroy(network);
    }
}

/* A cluster has the speed of its links, and links that differ have their own. */
static void speeds_are_the_networks(void **state)
{
    static const struct {
        const char *network, *text;
    } cases[] = {
        {RING "background: {x: 1.25e10, y: 1.25e10}, links: [{bandwidth: 2e10, latency: 0}]}",
         " bw=\"7500000000Bps\" lat=\"0s\" "},
        {RING "background: {x: 1.25e10}, links: [{bandwidth: 2e10, latency: 0}]}",
         "<link id=\"(1,0)-x\" bandwidth=\"7500000000Bps\" latency=\"0s\"/>"},
        {RING "background: {x: 1.25e10}, links: [{bandwidth: 2e10, latency: 0}]}",
         "<link id=\"(1,0)-y\" bandwidth=\"20000000000Bps\" latency=\"0s\"/>"},
        {TREE "background: {'n0->s1.0': 1e10}}",
         "<link id=\"n0-&gt;s1.0\" bandwidth=\"2500000000Bps\" latency=\"1e-06s\"/>"},
        {TREE "background: {'n0->s1.0': 1e10}}",
         "<link id=\"s1.0-&gt;n0\" bandwidth=\"12500000000Bps\" latency=\"1e-06s\"/>"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_network *network = network_of(cases[i].network);
        char *text = export_all(network, NULL);

        if (count(text, cases[i].text) != 1)
            fail_msg("%zu: no %s", i, cases[i].text);
        free(text);
        topomap_network_destroy(network);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_their_links),
        cmocka_unit_test(routes_are_the_networks),
        cmocka_unit_test(random_routes_are_drawn),
        cmocka_unit_test(distances_have_latencies),
        cmocka_unit_test(clusters_are_simgrids),
        cmocka_unit_test(speeds_are_the_networks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
