/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "machine/allocation.h"

#include <stdlib.h>
#include <string.h>

static const char tree[] = "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\n"
                           "SwitchName=top Switches=s[0-1]\n";
static struct topomap_network *network;

static int make_network(void **state)
{
    (void)state;
    network = topomap_network_parse("tree", tree, strlen(tree), NULL);
    return network ? 0 : -1;
}

static int free_network(void **state)
{
    (void)state;
    topomap_network_destroy(network);
    return 0;
}

static void task_counts_are_understood(void **state)
{
    static const struct {
        const char *hosts;
        const char *tasks;
        uint32_t counts[4];
    } cases[] = {
        {"n[0-3]", "2", {2, 2, 2, 2}},
        {"n[0-3]", "2(x4)", {2, 2, 2, 2}},
        {"n[0-3]", "16(x3),8", {16, 16, 16, 8}},
        {"n[0-3]", "1,2(x2),3", {1, 2, 2, 3}},
        {"n[0-3]", "1,0,0,7", {1, 0, 0, 7}},
        {"n7,n0,n4,n1", "4,3,2,1", {4, 3, 2, 1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_allocation *allocation =
            topomap_allocation_create(network, cases[i].hosts, cases[i].tasks, NULL);
        uint32_t ranks = 0;

        assert_non_null(allocation);
        assert_int_equal(topomap_allocation_nodes(allocation), 4);
        for (uint32_t n = 0; n < 4; n++) {
            assert_int_equal(topomap_allocation_tasks(allocation, n), cases[i].counts[n]);
            assert_int_equal(allocation->first[n], ranks);
            ranks += cases[i].counts[n];
        }
        assert_int_equal(topomap_allocation_ranks(allocation), ranks);
        assert_int_equal(allocation->first[4], ranks);
        topomap_allocation_destroy(allocation);
    }
}

static void faults_are_told_apart(void **state)
{
    static const struct {
        const char *hosts;
        const char *tasks;
        enum topomap_code code;
        const char *error;
    } cases[] = {
        {"n[0-3]", "", TOPOMAP_INPUT, "character 1: a number of tasks is missing"},
        {"n[0-3]", "x", TOPOMAP_INPUT, "character 1: a number of tasks is missing"},
        {"n[0-3]", "-1", TOPOMAP_INPUT, "character 1: a number of tasks is missing"},
        {"n[0-3]", "2,", TOPOMAP_INPUT, "character 3: a number of tasks is missing"},
        {"n[0-3]", "2(4)", TOPOMAP_INPUT, "character 3: 'x' is missing"},
        {"n[0-3]", "2(x)", TOPOMAP_INPUT, "character 4: a number of nodes is missing"},
        {"n[0-3]", "2(x0)", TOPOMAP_INPUT, "a number of nodes is missing or out of range"},
        {"n[0-3]", "2(x4", TOPOMAP_INPUT, "character 5: ')' is missing"},
        {"n[0-3]", "2(x4)3", TOPOMAP_INPUT, "character 6: unexpected character"},
        {"n[0-3]", "2 ", TOPOMAP_INPUT, "character 2: unexpected character"},
        {"n[0-3]", "99999999999999999999", TOPOMAP_INPUT, "missing or too large"},
        {"n[0-3]", "2(x5)", TOPOMAP_IMPOSSIBLE, "are for 5 nodes, but there are 4 hosts"},
        {"n[0-3]", "2,2", TOPOMAP_IMPOSSIBLE, "are for 2 nodes, but there are 4 hosts"},
        {"n[0-3]", "0", TOPOMAP_IMPOSSIBLE, "the allocation runs no tasks"},
        {"n[0-3]", "16777216,1,1,1", TOPOMAP_IMPOSSIBLE, "more than 16777216 tasks"},
        {"n[0-2],x", "2", TOPOMAP_IMPOSSIBLE, "host 'x' is not in the network"},
        {"n[0-2],n1", "2", TOPOMAP_INPUT, "host 'n1' occurs twice"},
        {"n[0-", "2", TOPOMAP_INPUT, "host list 'n[0-'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.code = TOPOMAP_OK};

        assert_null(topomap_allocation_create(network, cases[i].hosts, cases[i].tasks, &error));
        assert_int_equal(error.code, cases[i].code);
        if (!strstr(error.text, cases[i].error))
            fail_msg("'%s' '%s': %s", cases[i].hosts, cases[i].tasks, error.text);
    }
}

static void distances_are_those_of_the_network(void **state)
{
    struct topomap_allocation *allocation = topomap_allocation_create(network, "n7,n0,n1", "1",
                                                                      NULL);

    (void)state;
    assert_string_equal(topomap_allocation_host(allocation, 1), "n0");
    assert_int_equal(topomap_allocation_find(allocation, "n7"), 0);
    assert_int_equal(topomap_allocation_find(allocation, "n5"), -1);
    assert_ptr_equal(topomap_allocation_network(allocation), network);
    assert_int_equal(topomap_allocation_distance(allocation, 0, 0), 0);
    assert_int_equal(topomap_allocation_distance(allocation, 0, 1), 4);
    assert_int_equal(topomap_allocation_distance(allocation, 2, 1), 2);
    topomap_allocation_destroy(allocation);
}

static void a_network_of_any_nodes_takes_those_it_gets(void **state)
{
    static const char text[] = "- topology: t\n  flat: true\n";
    struct topomap_network *any = topomap_network_parse("flat", text, strlen(text), NULL);
    struct topomap_allocation *allocation = topomap_allocation_create(any, "a,b", "1,2", NULL);
    const struct topomap_network *own = topomap_allocation_network(allocation);

    (void)state;
    assert_int_equal(topomap_network_nodes(any), 0);
    assert_int_equal(topomap_network_nodes(own), 2);
    assert_string_equal(topomap_network_node_name(own, 1), "b");
    assert_int_equal(topomap_allocation_distance(allocation, 0, 1), 1);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(any);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(task_counts_are_understood),
        cmocka_unit_test(faults_are_told_apart),
        cmocka_unit_test(distances_are_those_of_the_network),
        cmocka_unit_test(a_network_of_any_nodes_takes_those_it_gets),
    };

    return cmocka_run_group_tests(tests, make_network, free_network);
}
