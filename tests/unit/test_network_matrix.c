/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/descriptions.h"

#include "network/network.h"

static const uint32_t hops[4][4] = {{0, 1, 9, 0}, {1, 0, 3, 65535}, {9, 3, 0, 2}, {0, 65535, 2, 0}};

static void check(const struct topomap_network *network)
{
    char name[32];

    assert_string_equal(topomap_network_kind(network), "matrix");
    assert_string_equal(topomap_network_summary(network),
                        "distance matrix, 4 nodes (up to 65535 hops)");
    assert_int_equal(topomap_network_links(network), 4);
    assert_int_equal(topomap_network_classes(network), 1);
    assert_int_equal(topomap_network_dims(network), 0);
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = 0; b < 4; b++) {
            uint32_t link = UINT32_MAX;

            assert_int_equal(topomap_network_distance(network, a, b), hops[a][b]);
            assert_int_equal(topomap_network_route(network, a, b, NULL, 0), hops[a][b] > 0);
            assert_int_equal(topomap_network_route(network, a, b, &link, 1), hops[a][b] > 0);
            assert_int_equal(link, hops[a][b] > 0 ? a : UINT32_MAX);
        }
    }
    topomap_network_link_name(network, 2, name, sizeof name);
    assert_string_equal(name, "n2->network");
    topomap_network_class_name(network, topomap_network_link_class(network, 2), name, sizeof name);
    assert_string_equal(name, "node");
}

#define MATRIX "network:\n  kind: matrix\n  nodes: n[0-3]\n"

static void distances_stand_in_the_description(void **state)
{
    struct topomap_network *network = description_parse(MATRIX "  distances:\n  - [0, 1, 9, 0]\n"
                                            "  - [1, 0, 3, 65535]\n  - [9, 3, 0, 2]\n"
                                            "  - [0, 65535, 2, 0]\n", NULL);

    (void)state;
    assert_non_null(network);
    check(network);
    topomap_network_destroy(network);
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {MATRIX, "t:1: give one of 'distances' and 'distances_file'"},
        {MATRIX "  distances: []\n  distances_file: a\n", "t:1: give one of"},
        {MATRIX "  distances: 1\n", "t:4: 'distances' is not a list"},
        {MATRIX "  distances: [[0, 1]]\n", "t:4: 'distances' has 1 rows for 4 nodes"},
        {MATRIX "  distances: [1, 2, 3, 4]\n", "t:4: '1' is not a list"},
        {MATRIX "  distances: [[0, 1], [], [], []]\n",
         "t:4: the row of node 'n0' has 2 distances for 4 nodes"},
        {MATRIX "  distances: [[0, 1, 65536, 0], [], [], []]\n",
         "t:4: '65536' is not a whole number"},
        {MATRIX "  distances: [[0, 1, 1.5, 0], [], [], []]\n", "t:4: '1.5' is not a whole number"},
        {MATRIX "  distances: [[7, 1, 1, 0], [], [], []]\n",
         "t:4: node 'n0' is 7 hops from itself, not 0"},
        {MATRIX "  distances: [[0, 1, 1, 0],\n    [2, 0, 1, 1], [], []]\n",
         "t:5: it is 1 hops from node 'n0' to 'n1', but 2 back: distances must be the same"},
        {MATRIX "  distances_file: c.txt\n", "t:4: the path is relative, but this"},
        {MATRIX "  distances_file: []\n", "t:4: 'distances_file' is not a plain value"},
        {MATRIX "  dims: 4\n", "t:4: unknown key 'dims'"},
        {"network: {kind: matrix, nodes: 'a,a', distances: [[0, 0], [0, 0]]}\n",
         "t:1: node 'a' occurs twice"},
        {"network: {kind: matrix, nodes: 'n[1-8193]', distances: []}\n",
         "t:1: a distance matrix has at most 8192 nodes"},
        {"network: {kind: matrix, nodes: 'n[1-', distances: []}\n", "t:1: host list 'n[1-'"},
        {"network: {kind: matrix, distances: []}\n", "t:1: the key 'nodes' is missing"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

static void distances_come_from_a_file(void **state)
{
    static const struct beside cases[] = {
        {"# hops\n0 1\t9 0\n\n1 0  3 65535\r\n9,3, 0 ,2\n  0 , 65535 2,0 \n", NULL},
        {"0 1 9 0\n1 0 3 65535\n9 3 0 2\n", "distances: has 3 rows for 4 nodes"},
        {"0 1 9 0\n1 0 3 65535\n9 3 0 2\n0 65535 2 0\n0\n", "distances:5:1: there are more rows"},
        {"0 1 9\n", "distances:1:6: the distance is missing"},
        {"0 1 9 0 0\n", "distances:1:9: more than 4 distances"},
        {"0 1,,9 0\n", "distances:1:5: the distance is not a number: ',9 0'"},
        {"0 1 9 -2\n", "distances:1:7: the distance is not a number: '-2'"},
        {"0 65536 9 0\n", "distances:1:3: the distance exceeds 65535"},
        {"1 1 9 0\n", "distances:1:2: node 'n0' is 1 hops from itself, not 0"},
        {"0 1 9 0\n3 0 3 65535\n", "distances:2:2: it is 1 hops from node 'n0' to 'n1', but 3 back"},
        {"", "distances: is empty"},
    };

    (void)state;
    descriptions_read_beside(MATRIX "  distances_file: distances\n", "distances", cases,
                             sizeof cases / sizeof *cases, check);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_stand_in_the_description),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(distances_come_from_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
