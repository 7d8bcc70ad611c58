/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of levels inside nodes. */
#include "unit/unit.h"

#include "machine/nodetree.h"

#include <string.h>

/* Weights add up over the levels at which two PUs are apart, levels without structure too. */
static void weights_are_sums_over_levels(void **state)
{
    static const struct {
        const char *tree, *weights;
        uint32_t a, b, weight;
    } cases[] = {
        {"package:2 core:4 pu:1", "package:1", 0, 3, 0},
        {"package:2 core:4 pu:1", "package:1", 3, 4, 100},
        {"package:2 core:4 pu:1", "socket:0.5,core:0.25", 3, 4, 75},
        {"package:2 core:4 pu:1", "socket:0.5,core:0.25", 0, 1, 25},
        {"package:2 core:4 pu:2", "pu:3", 0, 1, 300},
        {"package:2 l3:1 core:4 pu:1", "l3:2", 0, 7, 200},
        {"package:1 core:8 pu:1", "package:2,die:4", 0, 7, 0},
        {"package:2 numa:2 core:2 pu:1", "numa:0.01", 1, 2, 1},
        {"package:2 numa:2 core:2 pu:1", "numa:7,numa:100", 1, 2, 10000},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_nodetree *tree = topomap_nodetree_create(cases[i].tree, NULL, NULL);

        assert_int_equal(nodetree_weight(tree, cases[i].a, cases[i].b), 0);
        assert_int_equal(topomap_nodetree_weigh(tree, cases[i].weights, NULL), 0);
        assert_int_equal(nodetree_weight(tree, cases[i].a, cases[i].b), cases[i].weight);
        assert_int_equal(nodetree_weight(tree, cases[i].b, cases[i].a), cases[i].weight);
        topomap_nodetree_destroy(tree);
    }
}

static void wrong_weights_change_nothing(void **state)
{
    static const char *const wrong[] = {"", "package", "package:", "package:-1", "package:101",
                                        "package:0.123", "package:1.", "package:.5", "sockt:1",
                                        "core:1,", "core:1,x:2", "node:1", "machine:1", "pci:1"};
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:2 pu:1", NULL, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct topomap_error error = {0};

        if (topomap_nodetree_weigh(tree, wrong[i], &error) == 0)
            fail_msg("'%s' was taken", wrong[i]);
        assert_int_equal(error.code, TOPOMAP_USAGE);
        assert_int_equal(nodetree_weight(tree, 0, 3), 0);
    }
    topomap_nodetree_destroy(tree);
}

/* One list has both kinds of weights; "node" is the network's where it has such a class. */
static void lists_are_told_apart(void **state)
{
    static const char text[] = "network: {kind: tree, children: [2, 2], nodes: 'n[0-3]'}";
    struct topomap_network *network = topomap_network_parse("n", text, strlen(text), NULL);
    struct topomap_nodetree *tree = topomap_nodetree_create("package:2 core:2 pu:1", NULL, NULL);
    struct topomap_error error = {0};

    (void)state;
    assert_int_equal(topomap_links_weigh(network, tree, "package:2,level-1:3,core:1,node:5", &error),
                     0);
    assert_int_equal(nodetree_weight(tree, 0, 3), 300);
    assert_int_equal(topomap_network_class_weight(network, 0), 5);
    assert_int_equal(topomap_network_class_weight(network, 1), 3);
    assert_int_equal(topomap_links_weigh(network, NULL, "package:2", &error), -1);
    assert_non_null(strstr(error.text, "node tree"));
    assert_int_equal(topomap_links_weigh(network, tree, "spine:2", &error), -1);
    assert_non_null(strstr(error.text, "no links of class 'spine'"));
    topomap_nodetree_destroy(tree);
    topomap_network_destroy(network);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_sums_over_levels),
        cmocka_unit_test(wrong_weights_change_nothing),
        cmocka_unit_test(lists_are_told_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
