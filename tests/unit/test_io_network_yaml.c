/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/descriptions.h"
#include "unit/routes.h"

#include "network/network.h"

#include <stdio.h>
#include <string.h>

static void descriptions_give_these_networks(void **state)
{
    static const struct {
        const char *text;
        const char *kind;
        const char *summary;
        const char *a, *b;
        uint32_t hops;
    } cases[] = {
        {"network:\n  name: example\n  kind: torus\n  dims: [4, 3, 2]\n"
         "  wrap: [true, true, true]\n  nodes: \"n[0-23]\"\n"
         "  links: [{bandwidth: 1.25e10, latency: 1.0e-6}]\n",
         "torus", "example: torus 4x3x2, 24 nodes (1 hop to a neighbour)", "n0", "n15", 2},
        {"network: {kind: torus, dims: [4, 3], nodes: 'n[0-11]'}",
         "torus", "torus 4x3, 12 nodes (1 hop to a neighbour)", "n0", "n11", 2},
        {"network: {kind: torus, dims: [4, 3], wrap: false, nodes: 'n[0-11]'}",
         "mesh", "mesh 4x3, 12 nodes (1 hop to a neighbour)", "n0", "n11", 5},
        {"network: {kind: torus, dims: [4, 3], wrap: [false, crossbar], nodes: 'n[0-11]'}",
         "torus", "torus 4x3 (line, crossbar), 12 nodes (1 hop to a neighbour)", "n0", "n11", 4},
        {"network: {kind: torus, dims: [4, 3], wrap: crossbar, nodes: 'n[0-10]'}",
         "torus", "torus 4x3 (crossbar, crossbar), 11 nodes (1 hop to a neighbour)", "n0", "n10",
         2},
        {"network: {kind: mesh, dims: [4, 3], nodes: 'n[0-11]'}",
         "mesh", "mesh 4x3, 12 nodes (1 hop to a neighbour)", "n0", "n11", 5},
        {"network:\n  kind: mesh\n  dims: [9, 9]\n  coordinates:\n    a: [8, 8]\n    b: [0, 1]\n",
         "mesh", "mesh 9x9, 2 nodes (1 hop to a neighbour)", "a", "b", 15},
        {"network:\n  kind: torus\n  dims: [4, 3]\n  nodes: 'r[0-2]c[1,3]'\n"
         "  name_pattern: r{y}c{x}\n",
         "torus", "torus 4x3, 6 nodes (1 hop to a neighbour)", "r0c1", "r2c3", 3},
        {"network:\n  kind: tree\n  switches:\n  - {name: s0, nodes: 'n[0-1]'}\n"
         "  - {name: s1, nodes: n2}\n  - {name: top, switches: 's[0-1]'}\n"
         "  links: [{bandwidth: 1}, {bandwidth: 2}]\n",
         "tree", "switch tree, 2 levels, 3 switches, 3 nodes (2 hops under a switch)", "n0", "n2",
         4},
        {"network: {kind: tree, children: [2, 3, 2], widths: [2, 4], nodes: 'n[0-10]',\n"
         "  links: [{bandwidth: 1}, {bandwidth: 2}, {bandwidth: 4}]}",
         "tree", "switch tree, 3 levels, 9 switches, 11 nodes (2 hops under a switch; trunks of up "
         "to 4 links)", "n5", "n6", 6},
        {"network: {kind: tree, children: [4], widths: [], nodes: 'n[0-2]'}",
         "tree", "switch tree, 1 level, 1 switch, 3 nodes (2 hops under a switch)", "n0", "n2", 2},
        {"# ours\nnetwork:\n  kind: flat\n  nodes: n[0-3]\n",
         "flat", "flat network, 4 nodes (any two 1 hop apart)", "n0", "n3", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network = description_parse(cases[i].text, &error);
        int64_t a, b;

        if (!network)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(topomap_network_kind(network), cases[i].kind);
        assert_string_equal(topomap_network_summary(network), cases[i].summary);
        a = topomap_network_find(network, cases[i].a);
        b = topomap_network_find(network, cases[i].b);
        assert_true(a >= 0 && b >= 0);
        assert_int_equal(topomap_network_distance(network, (uint32_t)a, (uint32_t)b),
                         cases[i].hops);
        if (strcmp(cases[i].kind, "flat") != 0)
            routes_check(network);
        topomap_network_destroy(network);
    }
}

static void link_speeds_are_kept(void **state)
{
    struct topomap_network *network =
        description_parse("network:\n  kind: torus\n  dims: [4, 3]\n  nodes: n[0-11]\n"
              "  links: [{bandwidth: 1.25e10, latency: 1.0e-6}, {latency: 2}]\n", NULL);

    (void)state;
    assert_int_equal(network->speeds, 2);
    assert_true(network->speed[0].bandwidth == 1.25e10 && network->speed[0].latency == 1e-6);
    assert_true(network->speed[1].bandwidth == 0 && network->speed[1].latency == 2);
    topomap_network_destroy(network);
}

static void check_weights(const char *entries, uint32_t x, uint32_t y)
{
    char text[256];
    struct topomap_network *network;

    snprintf(text, sizeof text,
             "network: {kind: torus, dims: [4, 3], nodes: 'n[0-11]', links: %s}", entries);
    network = description_parse(text, NULL);
    assert_int_equal(network->weight[0], x);
    assert_int_equal(network->weight[1], y);
    assert_int_equal(topomap_network_distance(network, 0, 5), x + y);
    topomap_network_destroy(network);
}

static void links_have_weights(void **state)
{
    (void)state;
    check_weights("[{bandwidth: 5}]", 1, 1);
    check_weights("[{weight: 4}]", 4, 4);
    check_weights("[{bandwidth: 5}, {weight: 100}]", 1, 100);
}

#define TORUS "network:\n  kind: torus\n"
#define SWITCHES "network:\n  kind: tree\n  switches:\n  - {name: a, nodes: n0, width: "
#define CHILDREN "network:\n  kind: tree\n  children: "

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {"hello", "t:1: is neither a topology.conf nor a topology.yaml of Slurm"},
        {"net: {}\n", "t:1: unknown key 'net'; known here: network"},
        {"network:\n", "t:1: 'network' is not a map"},
        {"network: {}\n", "t:1: the key 'kind' is missing"},
        {"network:\n  kind: donut\n", "t:2: there is no network kind 'donut'"},
        {"network:\n  kind:\n  - torus\n", "t:2: 'kind' is not a plain value"},
        {"network:\n  kind: [torus]\n", "t:2: 'kind' is not a plain value"},
        {"network:\n  kind: flat\n  name: [a]\n  nodes: a\n", "t:3: 'name' is not a plain value"},
        {"network:\n  kind: flat\n", "t:1: the key 'nodes' is missing"},
        {"network:\n  kind: flat\n  nodes: n[0-\n", "t:3: host list 'n[0-'"},
        {"network:\n  kind: flat\n  nodes: a,b,a\n", "t:3: node 'a' occurs twice"},
        {"network:\n  kind: flat\n  nodes: a\n  dims: [1]\n", "t:4: unknown key 'dims'"},
        {"network:\n  kind: torus\n  dims: [2]\n  wrap: [false]\n  nodes: a\n  routing: simgrid\n",
            "t:6: without rings there is one routing: leave 'routing' out"},
        {"network:\n  kind: mesh\n  dims: [2]\n  wrap: true\n  nodes: a\n",
            "t:4: unknown key 'wrap'"},
        {TORUS "  nodes: a\n", "t:1: the key 'dims' is missing"},
        {TORUS "  dims:\n    x: 4\n  nodes: a\n", "t:3: 'dims' is not a list"},
        {TORUS "  dims:\n  nodes: a\n", "t:3: 'dims' is not a list"},
        {TORUS "  dims: 4\n  nodes: a\n", "t:3: 'dims' is not a list"},
        {TORUS "  dims: []\n  nodes: a\n", "t:3: 'dims' has 1 to 8 numbers, not 0"},
        {TORUS "  dims: [1,1,1,1,1,1,1,1,1]\n  nodes: a\n", "t:3: 'dims' has 1 to 8 numbers, not "
                                                            "9"},
        {TORUS "  dims: [0]\n  nodes: a\n", "t:3: a dimension has at least 1 place"},
        {TORUS "  dims: [-1]\n  nodes: a\n", "t:3: '-1' is not a whole number up to 4194304"},
        {TORUS "  dims: [4194305]\n  nodes: a\n", "t:3: '4194305' is not a whole number up to"},
        {TORUS "  dims: [2x]\n  nodes: a\n", "t:3: '2x' is not a whole number up to"},
        {TORUS "  dims: [[2]]\n  nodes: a\n", "t:3: '[...]' is not a whole number up to"},
        {TORUS "  dims: [65536, 65536]\n  nodes: a\n", "t:4: a grid has 1 to 4194304 places"},
        {TORUS "  dims: [2]\n  wrap: [true, true]\n  nodes: a\n",
         "t:4: 'wrap' has 2 entries for 1 dimensions"},
        {TORUS "  dims: [2]\n  wrap: [ring]\n  nodes: a\n", "t:4: 'wrap' is true, false or "
                                                            "crossbar"},
        {TORUS "  dims: [2]\n  wrap: {}\n  nodes: a\n", "t:4: 'wrap' is true, false or crossbar"},
        {TORUS "  dims: [2]\n", "t:1: give one of 'nodes', 'coordinates' and 'coordinates_file'"},
        {TORUS "  dims: [2]\n  nodes: a\n  coordinates: {b: [0]}\n", "t:1: give one of"},
        {TORUS "  dims: [2]\n  coordinates: {b: [0]}\n  name_pattern: n{x}\n",
         "t:5: 'name_pattern' needs 'nodes'"},
        {TORUS "  dims: [2]\n  nodes: n[0-1]\n  name_pattern: []\n", "t:5: 'name_pattern' is not "
                                                                     "a"},
        {TORUS "  dims: [2]\n  nodes: n[0-1]\n  name_pattern: n{y}\n",
            "t:5: '{y}' is not a placeholder"},
        {TORUS "  dims: [2]\n  nodes: n[0-1]\n  name_pattern: m{x}\n",
         "t:5: the name 'n0' is not like 'm{x}'"},
        {TORUS "  dims: [2]\n  nodes: n[1-2]\n  name_pattern: n{x}\n",
         "t:4: node 'n2': coordinate 1 is 2, not from 0"},
        {TORUS "  dims: [2]\n  nodes: n0,n00\n  name_pattern: n{x}\n",
         "t:4: nodes 'n0' and 'n00' are at the same place"},
        {TORUS "  dims: [2]\n  nodes: n[0-2]\n", "t:4: 3 nodes do not fit in a grid of 2 places"},
        {TORUS "  dims: [2]\n  nodes: a,a\n", "t:4: node 'a' occurs twice"},
        {TORUS "  dims: [2]\n  coordinates: [1]\n", "t:4: 'coordinates' is not a map"},
        {TORUS "  dims: [2]\n  coordinates: {}\n", "t:4: a grid has 1 to 8 dimensions and at "
                                                   "least"},
        {TORUS "  dims: [2]\n  coordinates:\n    a: 1\n", "t:5: 'a' is not a list"},
        {TORUS "  dims: [2]\n  coordinates:\n    a: [1, 2]\n", "t:5: node 'a' has 2 coordinates "
                                                               "in 1"},
        {TORUS "  dims: [2]\n  coordinates:\n    a: [2]\n", "node 'a': coordinate 1 is 2, not "
                                                            "from 0"},
        {TORUS "  dims: [2]\n  coordinates:\n    a: [0]\n    b: [0]\n",
            "'a' and 'b' are at the same"},
        {TORUS "  dims: [2]\n  coordinates:\n    a: [0]\n    a: [1]\n", "t:6: the key 'a' occurs"},
        {TORUS "  dims: [2]\n  coordinates_file: c.txt\n", "t:4: the path is relative, but this"},
        {TORUS "  dims: [2]\n  coordinates_file: /nonexistent/c\n", "/nonexistent/c: No such file"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: {}\n", "t:5: 'links' is not a list"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: []\n", "t:5: 'links' has 0 entries, not 1"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{speed: 1}]\n", "t:5: unknown key 'speed'"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{bandwidth: 0}]\n",
            "t:5: 'bandwidth' is not from 0.001 to 1e+18"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{bandwidth: 1e-308}]\n",
            "t:5: 'bandwidth' is not from 0.001 to 1e+18"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{bandwidth: 2e18}]\n",
            "t:5: 'bandwidth' is not from 0.001 to 1e+18"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{latency: 1e7}]\n",
            "t:5: 'latency' is not from 0 to 1e+06"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{weight: 0}]\n", "'weight' must be above 0"},
        {"network: {kind: flat, nodes: a, links: [{weight: 2}]}\n", "links of a flat network"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{latency: -1}]\n", "'latency' is not a number "
                                                                      "of"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{latency: 1e999}]\n",
            "'latency' is not a number"},
        {TORUS "  dims: [2]\n  nodes: a\n  links: [{latency: .inf}]\n",
            "'latency' is not a number"},
        {"network:\n  kind: tree\n  switches:\n  - {name: a, switches: b}\n",
         "t:4: switch 'b' is not defined"},
        {"network:\n  kind: tree\n  switches:\n  - {name: a, nodes: n0, ports: 3}\n",
         "t:4: unknown key 'ports'; known here: name nodes switches width"},
        {SWITCHES "0}\n", "t:4: a trunk has at least 1 link"},
        {SWITCHES "65536}\n", "t:4: 'width' is not a whole number up to 65535"},
        {SWITCHES "[2]}\n", "t:4: 'width' is not a whole number"},
        {CHILDREN "4\n  nodes: a\n", "t:3: 'children' is not a list"},
        {CHILDREN "[]\n  nodes: a\n", "t:3: 'children' has 1 to 64 numbers, not 0"},
        {CHILDREN "[2, 0]\n  nodes: a\n", "t:3: a switch has at least 1 child"},
        {CHILDREN "[2048, 2049]\n  nodes: a\n", "t:3: a tree has at most 4194304 places"},
        {CHILDREN "[1, 1, 4194304]\n  nodes: a\n", "t:3: a tree has at most 4194304 switches"},
        {CHILDREN "[2, 2]\n", "t:1: the key 'nodes' is missing"},
        {CHILDREN "[2, 2]\n  nodes: n[1-5]\n", "t:4: 5 nodes do not fit on 2 switches of 2"},
        {CHILDREN "[2, 2]\n  nodes: n,n\n", "t:4: node 'n' occurs twice"},
        {CHILDREN "[2, 2]\n  nodes: n\n  switches: []\n", "t:5: unknown key 'switches'"},
        {CHILDREN "[2, 2]\n  nodes: n\n  widths: 2\n", "t:5: 'widths' is not a list"},
        {CHILDREN "[2, 2]\n  nodes: n\n  widths: [0]\n", "t:5: a trunk has at least 1 link"},
        {CHILDREN "[2, 2]\n  nodes: n\n  widths: [2, 2]\n",
         "t:5: 'widths' has 2 entries for 2 levels, of which all but the highest have trunks up"},
        {"network:\n  kind: tree\n  switches:\n  - {name: a, nodes: n0}\n"
         "  links: [{latency: 1}, {latency: 1}]\n", "t:5: 'links' has 2 entries, not 1"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

/* YAML that topomap refuses or limits. */
static void yaml_is_bounded(void **state)
{
    static const struct refused cases[] = {
        {"network: {kind: flat, nodes: a", "is not YAML: did not find expected ',' or '}'"},
        {"network:\n\tkind: flat\n", "t:2:1: is not YAML: found character that cannot start"},
        {"network: \xff\xfe\n", "t: is not YAML: "},
        {"network: &a {kind: flat, nodes: a}\n", "t:1: anchors are not supported"},
        {"network: {kind: &a flat, nodes: a}\n", "t:1: anchors are not supported"},
        {"network: {kind: flat, nodes: *a}\n", "t:1: aliases are not supported"},
        {"network: {kind: flat, nodes: a}\n---\nnetwork: {}\n", "t:2: more than one document"},
        {"network: {kind: flat, nodes: a, nodes: b}\n", "t:1: the key 'nodes' occurs twice"},
        {"network: {? [a] : b}\n", "t:1: a key is not plain text"},
        {"network: {kind: \"a\\0b\"}\n", "t:1: the text holds a NUL character"},
        {"---\n...\n", "t:2: is neither"},
        {"[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]\n", "t:1: lists and maps are nested too deeply"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

static void check_places(const struct topomap_network *network)
{
    assert_int_equal(topomap_network_nodes(network), 3);
    assert_int_equal(topomap_network_distance(network, 0, 1), 2);
}

/* A coordinates file is found beside the description, wherever that is. */
static void coordinates_come_from_a_file(void **state)
{
    static const struct beside cases[] = {
        {"# where nodes are\na 0 0\n\n  b 2 1\nc\t1  1\r\n", NULL},
        {"a 0 0\nb 2\n", "coordinates:2:4: the coordinate is missing"},
        {"a 0 0\nb 2 1 3\n", "coordinates:2:7: more than 2 coordinates"},
        {"a 0 0\nb 2 -1\n", "coordinates:2:5: the coordinate is not a number"},
        {"a 0 0\nb 0 0\n", "description:4: nodes 'a' and 'b' are at the same place"},
        {"", "coordinates: is empty"},
    };

    (void)state;
    descriptions_read_beside(TORUS "  dims: [3, 2]\n  coordinates_file: coordinates\n",
                             "coordinates", cases, sizeof cases / sizeof *cases, check_places);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_give_these_networks),
        cmocka_unit_test(link_speeds_are_kept),
        cmocka_unit_test(links_have_weights),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(yaml_is_bounded),
        cmocka_unit_test(coordinates_come_from_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
