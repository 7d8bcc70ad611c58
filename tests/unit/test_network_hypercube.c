/* SPDX-License-Identifier: BSD-3-Clause */
/* Hypercubes and HAEC boxes. */
#include "unit/descriptions.h"
#include "unit/routes.h"

#include "network/network.h"

#include <stdio.h>

static void distances_and_routes_are_those_of_the_links(void **state)
{
    static const struct {
        const char *kind, *dims, *nodes, *summary;
        uint32_t links, longest;
    } cases[] = {
        {"hypercube", "0", "n0", "hypercube of 0 dimensions, 1 node (1 hop to a neighbour)", 0, 0},
        {"hypercube", "1", "n[0-1]", "hypercube of 1 dimension, 2 nodes (1 hop to a neighbour)", 2,
         1},
        {"hypercube", "5", "n[0-31]", "hypercube of 5 dimensions, 32 nodes (1 hop to a neighbour)",
         160, 5},
        {"hypercube", "4", "n[0-10]", "hypercube of 4 dimensions, 11 nodes (1 hop to a neighbour)",
         64, 4},
        {"haec", "[4, 4, 4]", "n[0-63]",
         "haec 4x4x4 (ring, ring, crossbar), 64 nodes (1 hop to a neighbour)",
         2 * 2 * 64 + 64 * 3, 5},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_network *network;
        char text[256];

        snprintf(text, sizeof text, "network:\n  kind: %s\n  dims: %s\n  nodes: %s\n",
                 cases[i].kind, cases[i].dims, cases[i].nodes);
        network = description_parse(text, &error);
        if (!network)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(topomap_network_kind(network), cases[i].kind);
        assert_string_equal(topomap_network_summary(network), cases[i].summary);
        assert_int_equal(topomap_network_links(network), cases[i].links);
        assert_int_equal(network->max_distance, cases[i].longest);
        routes_check(network);
        topomap_network_destroy(network);
    }
}

/* Above 8 dimensions several digits share a coordinate; places stay distinct and in range. */
static void large_cubes_have_coordinates(void **state)
{
    struct topomap_network *network =
        description_parse("network: {kind: hypercube, dims: 11, nodes: 'n[0-2047]'}", NULL);
    uint8_t seen[2048] = {0};

    (void)state;
    assert_non_null(network);
    assert_int_equal(network->dims, 8);
    for (uint32_t i = 0; i < 2048; i++) {
        int32_t at[NETWORK_MAX_DIMS];
        uint32_t place = 0;

        network->ops->coordinates(network, i, at);
        for (uint32_t d = 0; d < 8; d++) {
            assert_true(at[d] >= 0 && (uint32_t)at[d] < network->dim[d]);
            place = place * network->dim[d] + (uint32_t)at[d];
        }
        assert_true(place < 2048 && !seen[place]);
        seen[place] = 1;
    }
    topomap_network_destroy(network);
}

static void faults_are_named_with_their_line(void **state)
{
    static const struct refused cases[] = {
        {"network:\n  kind: hypercube\n  nodes: n0\n", "t:1: the key 'dims' is missing"},
        {"network:\n  kind: hypercube\n  dims: 23\n  nodes: n0\n", "t:3: 'dims' is not a whole"},
        {"network:\n  kind: hypercube\n  dims: 1\n  nodes: n[0-2]\n",
         "t:4: a hypercube of 1 dimensions cannot have 3 nodes"},
        {"network:\n  kind: hypercube\n  dims: 1\n  nodes: a,a\n", "t:4: node 'a' occurs twice"},
        {"network:\n  kind: haec\n  dims: [4, 4]\n  nodes: n0\n",
         "t:3: 'dims' of a HAEC box has 3 numbers"},
        {"network:\n  kind: haec\n  dims: [4, 4, 4]\n  wrap: true\n  nodes: n0\n",
         "t:4: unknown key 'wrap'"},
    };

    (void)state;
    descriptions_refused(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_and_routes_are_those_of_the_links),
        cmocka_unit_test(large_cubes_have_coordinates),
        cmocka_unit_test(faults_are_named_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
