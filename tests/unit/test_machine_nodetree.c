/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SLOTS 64

static struct topomap_nodetree *tree_of(const char *source, const char *allowed)
{
    struct topomap_error error = {0};
    struct topomap_nodetree *tree = topomap_nodetree_create(source, allowed, &error);

    if (!tree)
        fail_msg("%s: %s", source, error.text);
    return tree;
}

/* ---- sources ----------------------------------------------------------------------------- */

static void trees_are_counted(void **state)
{
    static const struct {
        const char *source;
        const char *allowed;
        uint32_t pus;
        uint32_t cores;
    } cases[] = {
        {"package:2 core:4 pu:1", NULL, 8, 8},
        {"package:2 core:4 pu:2", NULL, 16, 8},
        {"package:2 numa:2 l3:2 core:4 pu:2", NULL, 64, 32},
        {"package:2 core:4 pu:2", "0-7", 8, 4},
        {"package:2 core:4 pu:2", "0,2,4,6,8-15", 12, 8},
        {"package:2 core:4 pu:2", "3", 1, 1},
        {"package:2 core:4 pu:2", "15,16-99", 1, 1},
        /* Packages and NUMA nodes whose CPUs may not be used have memory, and stay in hwloc's tree. */
        {"package:2 [numa] core:8 pu:2", "0-3", 4, 2},
        {"package:2 numa:4 core:8 pu:2", "0", 1, 1},
        {"package:2 numa:4 core:8 pu:1", "0-1", 2, 2},
        {"package:2 numa:4 core:16 pu:2", "0-7", 8, 4},
        {"pu:1", NULL, 1, 1},
        {"core:3 pu:4", NULL, 12, 3},
        {"(memory=1GB) 2 [numa(memory=4096)] 3(memory=4096) 4(indexes=4096)", NULL, 24, 6},
        {"package:16 core:16 pu:16", NULL, 4096, 256},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_nodetree *tree = tree_of(cases[i].source, cases[i].allowed);

        assert_int_equal(topomap_nodetree_pus(tree), cases[i].pus);
        assert_int_equal(topomap_nodetree_cores(tree), cases[i].cores);
        topomap_nodetree_destroy(tree);
    }
}

static void bad_sources_are_refused(void **state)
{
    static const struct {
        const char *source;
        const char *allowed;
        enum topomap_code code;
    } cases[] = {
        {"", NULL, TOPOMAP_INPUT},
        {"package:two", NULL, TOPOMAP_INPUT},
        /* More than 4096 PUs, which hwloc would take long to order. */
        {"pu:20000", NULL, TOPOMAP_INPUT},
        {"package:1000 pu:1000", NULL, TOPOMAP_INPUT},
        {"2 3(memory=1GB) 683", NULL, TOPOMAP_INPUT},
        {"package: 0x10 [numa(memory=1GB)] l3:16(size=16)\npu:17", NULL, TOPOMAP_INPUT},
        {"package:4294967295 core:4294967295 pu:4294967295", NULL, TOPOMAP_INPUT},
        {"pu:2(indexes=0,65536)", NULL, TOPOMAP_INPUT},
        {"pu:2(indexes=99999999999999999999,1)", NULL, TOPOMAP_INPUT},
        {"xml:/nonexistent/node.xml", NULL, TOPOMAP_INPUT},
        {"xml:", NULL, TOPOMAP_INPUT},
        {"core:4 pu:1", "", TOPOMAP_INPUT},
        {"core:4 pu:1", "-", TOPOMAP_INPUT},
        {"core:4 pu:1", "0-", TOPOMAP_INPUT},
        {"core:4 pu:1", "0x3", TOPOMAP_INPUT},
        {"core:4 pu:1", "0-99999999", TOPOMAP_INPUT},
        {"core:4 pu:1", "4-9", TOPOMAP_IMPOSSIBLE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {0};

        assert_null(topomap_nodetree_create(cases[i].source, cases[i].allowed, &error));
        assert_int_equal(error.code, cases[i].code);
        assert_true(*error.text);
    }
}

#define SETS                                                                                       \
    "cpuset=\"0x1\" complete_cpuset=\"0x1\" nodeset=\"0x1\" complete_nodeset=\"0x1\""
#define ONE_PU                                                                                     \
    "<object type=\"Machine\" os_index=\"0\" " SETS                                                \
    " allowed_cpuset=\"0x1\" allowed_nodeset=\"0x1\" gp_index=\"1\">"                              \
    "<object type=\"NUMANode\" os_index=\"0\" " SETS " gp_index=\"2\" local_memory=\"1000\"/>"     \
    "<object type=\"PU\" %s " SETS " gp_index=\"3\"/></object>"

/* Numbers of PUs index tables; a PU without a number has the largest one. */
static void numbers_of_pus_are_limited(void **state)
{
    static const char *const numbers[] = {"", "os_index=\"4294967295\"", "os_index=\"65536\""};
    char path[] = "/tmp/nodetree.XXXXXX", source[64];
    int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0);
    snprintf(source, sizeof source, "xml:%s", path);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct topomap_error error = {0};

        assert_int_equal(ftruncate(file, 0), 0);
        assert_int_equal(lseek(file, 0, SEEK_SET), 0);
        dprintf(file, "<topology version=\"2.0\">" ONE_PU "</topology>", numbers[i]);
        assert_null(topomap_nodetree_create(source, NULL, &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        assert_non_null(strstr(error.text, "has PUs without a number, or beyond 65535"));
    }
    close(file);
    unlink(path);
}

static void this_machine_is_a_tree(void **state)
{
    struct topomap_nodetree *tree = tree_of("self", NULL);

    (void)state;
    assert_true(topomap_nodetree_cores(tree) >= 1);
    assert_true(topomap_nodetree_pus(tree) >= topomap_nodetree_cores(tree));
    topomap_nodetree_destroy(tree);
}

static void xml_is_read(void **state)
{
    char path[] = "/tmp/topomap-nodetree-XXXXXX";
    char source[64];
    hwloc_topology_t topology;
    struct topomap_nodetree *tree;
    int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0);
    close(file);
    assert_int_equal(hwloc_topology_init(&topology), 0);
    assert_int_equal(hwloc_topology_set_synthetic(topology, "package:2 l3:2 core:3 pu:2"), 0);
    assert_int_equal(hwloc_topology_load(topology), 0);
    assert_int_equal(hwloc_topology_export_xml(topology, path, 0), 0);
    hwloc_topology_destroy(topology);
    snprintf(source, sizeof source, "xml:%s", path);
    tree = tree_of(source, NULL);
    unlink(path);
    assert_int_equal(topomap_nodetree_pus(tree), 24);
    assert_int_equal(topomap_nodetree_cores(tree), 12);
    topomap_nodetree_destroy(tree);
}

/* ---- slots ------------------------------------------------------------------------------- */

static void slots_are_cut(void **state)
{
    static const struct {
        const char *source;
        const char *allowed;
        uint32_t slots;
        uint32_t pus;
        enum topomap_slot_order order;
        const char *wanted; /* slots, blank between */
    } cases[] = {
        {"package:2 core:4 pu:1", NULL, 3, 1, TOPOMAP_COMPACT, "0 1 2"},
        {"package:2 core:4 pu:1", NULL, 3, 1, TOPOMAP_SPREAD, "0 1 4"},
        {"package:2 core:4 pu:1", NULL, 8, 1, TOPOMAP_SPREAD, "0 1 2 3 4 5 6 7"},
        /* whole cores first, hardware threads when they run out */
        {"package:2 core:2 pu:2", NULL, 4, 1, TOPOMAP_COMPACT, "0 2 4 6"},
        {"package:2 core:2 pu:2", NULL, 6, 1, TOPOMAP_COMPACT, "0 1 2 3 4 5"},
        {"package:2 core:2 pu:2", NULL, 4, 2, TOPOMAP_COMPACT, "0,1 2,3 4,5 6,7"},
        {"package:2 core:2 pu:2", NULL, 2, 3, TOPOMAP_COMPACT, "0-2 4-6"},
        {"package:2 core:2 pu:2", NULL, 2, 2, TOPOMAP_SPREAD, "0,1 4,5"},
        {"package:2 core:2 pu:2", NULL, 1, 8, TOPOMAP_SPREAD, "0-7"},
        /* no slot lies across packages without need */
        {"package:2 core:4 pu:1", NULL, 2, 3, TOPOMAP_COMPACT, "0-2 4-6"},
        {"package:3 core:4 pu:1", NULL, 4, 3, TOPOMAP_COMPACT, "0-2 3-5 6-8 9-11"},
        /* a restricted tree: five cores here, one there */
        {"package:2 core:5 pu:1", "0-4,9", 4, 1, TOPOMAP_SPREAD, "0 1 2 9"},
        {"package:2 core:4 pu:1", "1,3,5-6", 4, 1, TOPOMAP_COMPACT, "1 3 5 6"},
        {"package:2 core:4 pu:1", "1,3,5-6", 2, 2, TOPOMAP_COMPACT, "1,3 5,6"},
        /* more levels */
        {"package:2 l3:2 core:2 pu:1", NULL, 4, 1, TOPOMAP_SPREAD, "0 2 4 6"},
        {"package:2 l3:2 core:2 pu:1", NULL, 5, 1, TOPOMAP_SPREAD, "0 1 2 4 6"},
        {"pu:1", NULL, 1, 1, TOPOMAP_SPREAD, "0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_nodetree *tree = tree_of(cases[i].source, cases[i].allowed);
        struct topomap_error error = {0};
        char *cpusets[MAX_SLOTS];
        char joined[256] = "";
        size_t length = 0;

        if (topomap_nodetree_slots(tree, cases[i].slots, cases[i].pus, cases[i].order, cpusets,
                                   &error) < 0)
            fail_msg("%s", error.text);
        for (uint32_t s = 0; s < cases[i].slots; s++) {
            length += (size_t)snprintf(joined + length, sizeof joined - length, "%s%s",
                                       s ? " " : "", cpusets[s]);
            free(cpusets[s]);
        }
        assert_string_equal(joined, cases[i].wanted);
        topomap_nodetree_destroy(tree);
    }
}

/* Slots always have the right size, lie in the tree, and are disjoint. */
static void slots_never_overlap(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:2 l3:2 core:3 pu:2", "0-4,6-19,22");
    uint32_t pus = topomap_nodetree_pus(tree);

    (void)state;
    for (uint32_t each = 1; each <= pus; each++) {
        for (uint32_t slots = 1; slots * each <= pus; slots++) {
            for (int order = TOPOMAP_COMPACT; order <= TOPOMAP_SPREAD; order++) {
                char *cpusets[MAX_SLOTS];
                hwloc_bitmap_t all = hwloc_bitmap_alloc();
                hwloc_bitmap_t one = hwloc_bitmap_alloc();

                assert_int_equal(topomap_nodetree_slots(tree, slots, each,
                                                        (enum topomap_slot_order)order, cpusets,
                                                        NULL),
                                 0);
                for (uint32_t s = 0; s < slots; s++) {
                    assert_int_equal(hwloc_bitmap_list_sscanf(one, cpusets[s]), 0);
                    assert_int_equal(hwloc_bitmap_weight(one), each);
                    assert_false(hwloc_bitmap_intersects(all, one));
                    hwloc_bitmap_or(all, all, one);
                    free(cpusets[s]);
                }
                assert_int_equal(hwloc_bitmap_list_sscanf(one, "0-4,6-19,22"), 0);
                assert_true(hwloc_bitmap_isincluded(all, one));
                hwloc_bitmap_free(all);
                hwloc_bitmap_free(one);
            }
        }
    }
    topomap_nodetree_destroy(tree);
}

static void too_many_slots_are_refused(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:2 core:2 pu:2", NULL);
    struct topomap_error error = {0};
    char *cpusets[MAX_SLOTS];

    (void)state;
    assert_int_equal(topomap_nodetree_slots(tree, 9, 1, TOPOMAP_COMPACT, cpusets, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    error.code = TOPOMAP_OK;
    assert_int_equal(topomap_nodetree_slots(tree, 3, 3, TOPOMAP_SPREAD, cpusets, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    error.code = TOPOMAP_OK;
    assert_int_equal(
        topomap_nodetree_slots(tree, UINT32_MAX, UINT32_MAX, TOPOMAP_SPREAD, cpusets, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_int_equal(topomap_nodetree_slots(tree, 2, 0, TOPOMAP_SPREAD, cpusets, &error), -1);
    assert_int_equal(error.code, TOPOMAP_USAGE);
    topomap_nodetree_destroy(tree);
}

static void crowded_nodes_are_found(void **state)
{
    struct topomap_nodetree *tree = tree_of("package:2 core:2 pu:2", NULL);
    struct topomap_network *network = topomap_network_flat("n[0-3]", NULL);
    struct topomap_allocation *allocation =
        topomap_allocation_create(network, "n[0-3]", "1,4(x2),8", NULL);

    (void)state;
    assert_int_equal(topomap_nodetree_crowded(tree, allocation, 1), 4);
    assert_int_equal(topomap_nodetree_crowded(tree, allocation, 2), 3);
    assert_int_equal(topomap_nodetree_crowded(tree, allocation, 3), 1);
    assert_int_equal(topomap_nodetree_crowded(tree, allocation, UINT32_MAX), 0);
    topomap_allocation_destroy(allocation);
    topomap_network_destroy(network);
    topomap_nodetree_destroy(tree);
}

/* ---- sorting ----------------------------------------------------------------------------- */

static void cpusets_are_sorted_by_place(void **state)
{
    /* Here the system numbers PUs round robin over the packages: 0 2 4 6 are the first one. */
    struct topomap_nodetree *tree = tree_of("package:2 core:4 pu:1(indexes=0,2,4,6,1,3,5,7)", NULL);
    const char *const cpusets[] = {"1", "6", "0,2", "3", "4"};
    const uint32_t wanted[] = {2, 4, 1, 0, 3};
    const char *const twice[] = {"5", "5", "0-7", "0"};
    const uint32_t wanted_twice[] = {3, 2, 0, 1};
    uint32_t order[5];

    (void)state;
    assert_int_equal(topomap_nodetree_sort(tree, 5, cpusets, order, NULL), 0);
    assert_memory_equal(order, wanted, sizeof wanted);
    assert_int_equal(topomap_nodetree_sort(tree, 4, twice, order, NULL), 0);
    assert_memory_equal(order, wanted_twice, sizeof wanted_twice);
    topomap_nodetree_destroy(tree);
}

static void foreign_cpusets_are_refused(void **state)
{
    static const char *const bad[] = {"8", "0,8", "", "a", "0 ", "-1", "70000"};
    struct topomap_nodetree *tree = tree_of("package:2 core:4 pu:1", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *const cpusets[] = {"0", bad[i]};
        struct topomap_error error = {0};
        uint32_t order[2];

        assert_int_equal(topomap_nodetree_sort(tree, 2, cpusets, order, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
    topomap_nodetree_destroy(tree);
}

static void parts_of_levels_are_found(void **state)
{
    struct topomap_nodetree *tree =
        topomap_nodetree_create("package:2 numa:2 core:2 pu:1", NULL, NULL);

    (void)state;
    assert_non_null(tree);
    assert_int_equal(topomap_nodetree_part(tree, "package", "0-3"), 0);
    assert_int_equal(topomap_nodetree_part(tree, "package", "6"), 1);
    assert_int_equal(topomap_nodetree_part(tree, "numanode", "6-7"), 3);
    /* In several parts, beyond the tree, at a level that is not there, and no lists. */
    assert_int_equal(topomap_nodetree_part(tree, "numanode", "0-3"), -1);
    assert_int_equal(topomap_nodetree_part(tree, "package", "3,4"), -1);
    assert_int_equal(topomap_nodetree_part(tree, "package", "7-8"), -1);
    assert_int_equal(topomap_nodetree_part(tree, "l3", "0"), -1);
    assert_int_equal(topomap_nodetree_part(tree, "nothing", "0"), -1);
    assert_int_equal(topomap_nodetree_part(tree, "package", "0-"), -1);
    assert_int_equal(topomap_nodetree_part(tree, "package", ""), -1);
    assert_int_equal(topomap_nodetree_part(tree, "package", "0-3x"), -1);
    topomap_nodetree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_counted),
        cmocka_unit_test(bad_sources_are_refused),
        cmocka_unit_test(numbers_of_pus_are_limited),
        cmocka_unit_test(this_machine_is_a_tree),
        cmocka_unit_test(xml_is_read),
        cmocka_unit_test(slots_are_cut),
        cmocka_unit_test(slots_never_overlap),
        cmocka_unit_test(too_many_slots_are_refused),
        cmocka_unit_test(crowded_nodes_are_found),
        cmocka_unit_test(cpusets_are_sorted_by_place),
        cmocka_unit_test(foreign_cpusets_are_refused),
        cmocka_unit_test(parts_of_levels_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
