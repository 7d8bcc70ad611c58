/* SPDX-License-Identifier: BSD-3-Clause */
/* How long mpi/pmi2's description of a placement is: the texts are what Slurm 22.05 made of them. */
#include "unit/unit.h"

#include "srun_process_map.h"

#define NODES 4

static void assert_described(uint32_t *tasks, const uint32_t *tids, const char *text)
{
    struct layout layout = {.nodes = NODES, .tasks = tasks};

    for (uint32_t node = 0; node < NODES; node++)
        layout.ranks += tasks[node];
    assert_int_equal(process_map_length(&layout, tids), strlen(text));
}

static void rows_of_ranks_are_blocks(void **state)
{
    static const uint32_t block[] = {0, 1, 2, 3, 4, 5, 6, 7}, cyclic[] = {0, 4, 1, 5, 2, 6, 3, 7},
                          swapped[] = {2, 3, 0, 1, 4, 5, 6, 7}, mixed[] = {0, 3, 1, 2, 4, 7, 5, 6};
    uint32_t tasks[NODES] = {2, 2, 2, 2};

    (void)state;
    assert_described(tasks, block, "(vector,(0,4,2))");
    assert_described(tasks, cyclic, "(vector,(0,4,1),(0,4,1))");
    assert_described(tasks, swapped, "(vector,(1,1,2),(0,1,2),(2,2,2))");
    assert_described(tasks, mixed, "(vector,(0,1,1),(1,1,2),(0,1,1),(2,1,1),(3,1,2),(2,1,1))");
}

static void nodes_may_have_other_numbers(void **state)
{
    static const uint32_t tids[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0};
    uint32_t tasks[NODES] = {12, 0, 0, 1};

    (void)state;
    assert_described(tasks, tids, "(vector,(3,1,1),(0,1,12))");
}

/* As many rows as ranks, on two nodes in turns. */
static void long_ones_are_refused(void **state)
{
    uint32_t tasks[NODES] = {0}, tids[256];
    struct layout layout = {.nodes = NODES, .tasks = tasks};
    struct topomap_error error;

    (void)state;
    for (uint32_t ranks = 2; ranks <= 256; ranks += 2) {
        tasks[0] = tasks[2] = ranks / 2;
        layout.ranks = ranks;
        for (uint32_t i = 0; i < ranks; i++)
            tids[i] = i < ranks / 2 ? 2 * i : 2 * (i - ranks / 2) + 1;
        assert_int_equal(process_map_length(&layout, tids), 8 + 8 * ranks);
        setenv("SLURM_MPI_TYPE", "pmi2", 1);
        assert_int_equal(process_map_check(&layout, tids, &error), ranks <= 83 ? 0 : -1);
        setenv("SLURM_MPI_TYPE", "pmix", 1);
        assert_int_equal(process_map_check(&layout, tids, &error), 0);
    }
    unsetenv("SLURM_MPI_TYPE");
    assert_int_equal(process_map_check(&layout, tids, &error), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_ranks_are_blocks),
        cmocka_unit_test(nodes_may_have_other_numbers),
        cmocka_unit_test(long_ones_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
