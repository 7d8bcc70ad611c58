/* SPDX-License-Identifier: BSD-3-Clause */
/* What srun --test-only prints, and the layout that follows from it. */
#define _GNU_SOURCE
#include "unit/unit.h"

#include "srun_forecast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8

/* As `srun -v --test-only` prints it. */
#define OPTIONS(rows)                                                                              \
    "srun: defined options\n"                                                                      \
    "srun: -------------------- --------------------\n" rows                                       \
    "srun: test-only           : set\n"                                                            \
    "srun: -------------------- --------------------\n"                                            \
    "srun: end of defined options\n"
#define STARTS(cpus, hosts)                                                                        \
    "srun: Job 3 to start at 2026-11-23T01:47:37 using " cpus " processors on nodes " hosts        \
    " in partition all\n"

static void what_srun_prints_is_read(void **state)
{
    struct forecast f = {0};
    struct topomap_error error;

    (void)state;
    assert_int_equal(forecast_read(&f,
                                   OPTIONS("srun: account             : a b: c\n"
                                           "srun: constraint          : gpu&big\n"
                                           "srun: cpus-per-task       : 2\n"
                                           "srun: distribution        : cyclic:block\n"
                                           "srun: job-name            : x on nodes q\n"
                                           "srun: ntasks              : 16\n"
                                           "srun: ntasks-per-node     : 4\n")
                                       STARTS("32", "n[01-04],m7"),
                                   &error),
                     0);
    assert_string_equal(f.hosts, "n[01-04],m7");
    assert_string_equal(f.partition, "all");
    assert_string_equal(f.account, "a b: c");
    assert_string_equal(f.constraint, "gpu&big");
    assert_string_equal(f.distribution, "cyclic:block");
    assert_int_equal(f.cpus, 32);
    assert_int_equal(f.cpus_per_task, 2);
    assert_int_equal(f.per_node, 4);
    assert_int_equal(forecast_ranks(&f, 5), 16);
    forecast_free(&f);
}

/* As releases word it; of several clusters, too. */
static void releases_word_it_differently(void **state)
{
    static const char *const lines[] = {
        "srun: Job 3 to start at T using 4 processors on nodes n[1-2] in partition p\n",
        "srun: Job 3 to start at T on cluster c a using 4 processors on nodes n[1-2] in partition p\n",
        "srun: Job 3 to start at T a using 4 processors on nodes n[1-2] in partition p\n",
        "srun: JobId=3 to start at T on cluster c using 4 processors on nodes n[1-2] in partition p",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct forecast f = {0};

        assert_int_equal(forecast_read(&f, lines[i], NULL), 0);
        assert_string_equal(f.hosts, "n[1-2]");
        assert_string_equal(f.partition, "p");
        assert_int_equal(f.cpus, 4);
        forecast_free(&f);
    }
}

static void no_nodes_are_told(void **state)
{
    static const char *const texts[][2] = {
        {"", "Slurm does not say on which nodes the step would start"},
        {"srun: allocation failure: Requested node configuration is not available\n",
         "Slurm does not say on which nodes the step would start"},
        {OPTIONS("srun: ntasks              : 16\n") "srun: Job 3 to start at T using 1 processors",
         "Slurm does not say on which nodes the step would start"},
        /* A name that looks like the line with the nodes is among the options. */
        {OPTIONS("srun: job-name            :" STARTS("1", "n1")),
         "Slurm does not say on which nodes the step would start"},
        {STARTS("2", "n1") STARTS("2", "n2"), "the step is heterogeneous"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct forecast f = {0};
        struct topomap_error error;

        assert_int_equal(forecast_read(&f, texts[i][0], &error), -1);
        assert_string_equal(error.text, texts[i][1]);
        assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
        forecast_free(&f);
    }
}

static void tasks_are_counted_as_srun_counts_them(void **state)
{
    (void)state;
    assert_int_equal(forecast_ranks(&(struct forecast){0}, 3), 3);
    assert_int_equal(forecast_ranks(&(struct forecast){.per_node = 4}, 3), 12);
    assert_int_equal(forecast_ranks(&(struct forecast){.ranks = 7, .per_node = 4}, 3), 7);
    assert_int_equal(forecast_ranks(&(struct forecast){.uncounted = true}, 3), 0);
    assert_int_equal(forecast_ranks(&(struct forecast){.ranks = 7, .uncounted = true}, 3), 7);
    assert_int_equal(forecast_ranks(&(struct forecast){.per_node = UINT32_MAX}, 3), 0);
}

/* The layout as text: the ranks of each node. Nodes have `cpus` CPUs each; 0: unknown. */
static void spreads(struct forecast f, uint32_t nodes, uint32_t cpus, const char *expected)
{
    uint32_t each[MOST], tasks[MOST], tids[64], at = 0;
    char got[512] = "";
    struct topomap_error error;

    assert_true(nodes <= MOST && f.ranks <= 64);
    for (uint32_t i = 0; i < nodes; i++)
        each[i] = cpus;
    assert_int_equal(forecast_spread(&f, cpus ? each : NULL, nodes, tasks, tids, &error), 0);
    for (uint32_t i = 0; i < nodes; i++) {
        for (uint32_t j = 0; j < tasks[i]; j++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s%u", j ? "," : i ? " " : "",
                     tids[at++]);
    }
    assert_int_equal(at, f.ranks);
    assert_string_equal(got, expected);
}

/* Slurm 22.05 gave these tasks to nodes of eight CPUs. */
static void ranks_are_spread_as_slurm_spreads_them(void **state)
{
    (void)state;
    spreads((struct forecast){.ranks = 10, .cpus = 10}, 2, 8, "0,1,2,3,4,5,6,7 8,9");
    spreads((struct forecast){.ranks = 10, .cpus = 10}, 3, 8, "0,1,2,3,4,5,6,7 8 9");
    spreads((struct forecast){.ranks = 7, .cpus = 14, .cpus_per_task = 2}, 2, 8, "0,1,2,3 4,5,6");
    spreads((struct forecast){.ranks = 6, .cpus = 6}, 4, 8, "0,1,2 3 4 5");
    /* All CPUs of the nodes: --exclusive. */
    spreads((struct forecast){.ranks = 8, .cpus = 32}, 4, 8, "0,1 2,3 4,5 6,7");
    spreads((struct forecast){.ranks = 6, .cpus = 24, .distribution = (char[]){"cyclic"}}, 3, 8,
            "0,3 1,4 2,5");
    spreads((struct forecast){.ranks = 7, .cpus = 24, .distribution = (char[]){"plane=2"}}, 3, 8,
            "0,1,6 2,3 4,5");
    spreads((struct forecast){.ranks = 8, .cpus = 8, .per_node = 2}, 4, 8, "0,1 2,3 4,5 6,7");
}

static void ranks_are_spread_whatever_is_known(void **state)
{
    (void)state;
    spreads((struct forecast){.ranks = 6, .cpus = 6}, 3, 0, "0,1 2,3 4,5");
    spreads((struct forecast){.ranks = 6, .cpus = 2, .overcommit = true}, 2, 1, "0,1,2 3,4,5");
    /* More tasks than there is room for. */
    spreads((struct forecast){.ranks = 7, .cpus = 2}, 2, 2, "0,1,2,3 4,5,6");
    spreads((struct forecast){.ranks = 2, .cpus = 2, .cpus_per_task = 99}, 2, 2, "0 1");
    spreads((struct forecast){.ranks = 2, .cpus = 2, .distribution = (char[]){"plane=x"}}, 2, 8,
            "0 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_srun_prints_is_read),
        cmocka_unit_test(releases_word_it_differently),
        cmocka_unit_test(no_nodes_are_told),
        cmocka_unit_test(tasks_are_counted_as_srun_counts_them),
        cmocka_unit_test(ranks_are_spread_as_slurm_spreads_them),
        cmocka_unit_test(ranks_are_spread_whatever_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
