/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "network/network.h"

#include <string.h>

static void nodes_are_one_hop_apart(void **state)
{
    struct topomap_network *network = topomap_network_flat("n[1-3]", NULL);
    uint32_t link = UINT32_MAX;
    char name[32];

    (void)state;
    assert_string_equal(topomap_network_kind(network), "flat");
    assert_string_equal(topomap_network_summary(network),
                        "flat network, 3 nodes (any two 1 hop apart)");
    assert_int_equal(topomap_network_nodes(network), 3);
    assert_int_equal(topomap_network_find(network, "n3"), 2);
    assert_int_equal(topomap_network_find(network, "n4"), -1);
    assert_string_equal(topomap_network_node_name(network, 0), "n1");
    assert_int_equal(topomap_network_links(network), 3);
    for (uint32_t a = 0; a < 3; a++) {
        for (uint32_t b = 0; b < 3; b++) {
            assert_int_equal(topomap_network_distance(network, a, b), a != b);
            assert_int_equal(topomap_network_route(network, a, b, &link, 1), a != b);
            assert_true(a == b || link == a);
        }
    }
    assert_int_equal(topomap_network_route(network, 0, 1, NULL, 0), 1);
    topomap_network_link_name(network, 1, name, sizeof name);
    assert_string_equal(name, "n2->network");
    assert_int_equal(topomap_network_classes(network), 1);
    assert_int_equal(topomap_network_link_class(network, 1), 0);
    topomap_network_class_name(network, 0, name, sizeof name);
    assert_string_equal(name, "node");
    topomap_network_destroy(network);
}

static void bad_host_lists_are_refused(void **state)
{
    struct topomap_error error;

    (void)state;
    assert_null(topomap_network_flat("n[1-", &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_null(topomap_network_flat("a,b,a", &error));
    assert_string_equal(error.text, "node 'a' occurs twice");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_one_hop_apart),
        cmocka_unit_test(bad_host_lists_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
