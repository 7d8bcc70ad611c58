/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/networks.h"

#include <stdlib.h>
#include <string.h>

static void distributions_are_slurms(void **state)
{
    static const struct {
        const char *tasks;
        uint32_t ranks;
        uint32_t block[12];
        uint32_t cyclic[12];
    } cases[] = {
        {"2", 8, {0, 0, 1, 1, 2, 2, 3, 3}, {0, 1, 2, 3, 0, 1, 2, 3}},
        {"1", 4, {0, 1, 2, 3}, {0, 1, 2, 3}},
        {"3,1,2,1", 7, {0, 0, 0, 1, 2, 2, 3}, {0, 1, 2, 3, 0, 2, 0}},
        {"0,3,0,1", 4, {1, 1, 1, 3}, {1, 3, 1, 1}},
        {"0,0,5,0", 5, {2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}},
        {"1,2,3,4", 10, {0, 1, 1, 2, 2, 2, 3, 3, 3, 3}, {0, 1, 2, 3, 1, 2, 3, 2, 3, 3}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_allocation *allocation =
            topomap_allocation_create(four_nodes, "n[0-3]", cases[i].tasks, NULL);
        uint32_t placement[12];
        size_t size = cases[i].ranks * sizeof *placement;

        assert_int_equal(topomap_allocation_ranks(allocation), cases[i].ranks);
        topomap_placement_block(allocation, placement);
        assert_memory_equal(placement, cases[i].block, size);
        assert_int_equal(topomap_placement_check(allocation, placement, NULL), 0);
        topomap_placement_cyclic(allocation, placement);
        assert_memory_equal(placement, cases[i].cyclic, size);
        assert_int_equal(topomap_placement_check(allocation, placement, NULL), 0);
        topomap_allocation_destroy(allocation);
    }
}

static void checks_name_what_differs(void **state)
{
    struct topomap_allocation *allocation =
        topomap_allocation_create(four_nodes, "n[0-3]", "1", NULL);
    struct topomap_error error;

    (void)state;
    assert_int_equal(topomap_placement_check(allocation, (uint32_t[]){0, 1, 2, 4}, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "rank 3 is on node 4, but there are only 4 nodes, from 0");
    assert_int_equal(topomap_placement_check(allocation, (uint32_t[]){0, 1, 2, 2}, &error), -1);
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "host 'n2' gets 2 ranks, but runs 1");
    topomap_allocation_destroy(allocation);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions_are_slurms),
        cmocka_unit_test(checks_name_what_differs),
    };

    return cmocka_run_group_tests(tests, four_nodes_make, four_nodes_free);
}
