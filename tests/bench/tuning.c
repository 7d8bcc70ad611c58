/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How sensitive plans are to the tuned numbers:
 *   tuning list                                             a line for each number
 *   tuning run GRAPH NETWORK HOSTS TASKS EFFORT [NAME=VALUE]...   a plan for each value, and one
 *                                                           with the table as it is
 * Prints for each plan: what was changed, hop-bytes, CPU seconds, and a sum over the placement. The
 * program holds a table of its own, which it writes; that of the library stays as it is.
 */
#include "base/tuning.c"
#include "bench/case.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int fail(const char *text)
{
    fprintf(stderr, "tuning: %s\n", text);
    return 1;
}

static int list(void)
{
    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        const struct tuning_number *n = &tuning_numbers[i];

        printf("%s\t%g\t%g\t%g\t%s\t%s\n", n->name, n->value, n->low, n->high, n->unit,
               n->means);
    }
    return 0;
}

/* The number in "NAME=VALUE", which is set; NULL: there is none, or its value is out of range. */
static struct tuning_number *set(const char *change)
{
    size_t length = strcspn(change, "=");
    double value = change[length] ? strtod(change + length + 1, NULL) : 0;

    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        struct tuning_number *n = &tuning_numbers[i];

        if (strlen(n->name) != length || memcmp(n->name, change, length) != 0)
            continue;
        if (value < n->low || value > n->high)
            return NULL;
        n->value = value;
        return n;
    }
    return NULL;
}

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int plan(const struct bench_case *bench, enum topomap_effort effort, const char *what)
{
    struct topomap_request request = {.graph = bench->graph, .allocation = bench->allocation,
                                      .effort = effort, .seed = 1};
    double start = cpu_seconds();
    struct topomap_error error;
    struct topomap_plan *made = topomap_plan_create(&request, &error);
    double seconds = cpu_seconds() - start;
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */

    if (!made)
        return fail(error.text);
    for (uint32_t r = 0; r < bench->allocation->ranks; r++)
        sum = (sum ^ topomap_plan_placement(made)[r]) * UINT64_C(1099511628211);
    printf("%s %.17g %.4f %016llx\n", what, topomap_plan_after(made)->hop_bytes, seconds,
           (unsigned long long)sum);
    fflush(stdout);
    topomap_plan_destroy(made);
    return 0;
}

static int run(char **argv, int argc)
{
    static const char *const efforts[] = {"fast", "default", "best"};
    struct topomap_error error;
    struct bench_case bench;
    int effort = 0, result = 0;

    while (effort < 3 && strcmp(efforts[effort], argv[4]) != 0)
        effort++;
    if (effort == 3)
        return fail("EFFORT is fast, default or best");
    if (case_load(&bench, argv, &error) < 0)
        result = fail(error.text);
    if (result == 0)
        result = plan(&bench, (enum topomap_effort)effort, "-");
    for (int i = 5; result == 0 && i < argc; i++) {
        struct tuning_number before[TUNING_NUMBERS];

        memcpy(before, tuning_numbers, sizeof before);
        result = set(argv[i]) ? plan(&bench, (enum topomap_effort)effort, argv[i])
                              : fail(argv[i]);
        memcpy(tuning_numbers, before, sizeof before);
    }
    case_free(&bench);
    return result;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return list();
    if (argc >= 7 && strcmp(argv[1], "run") == 0)
        return run(argv + 2, argc - 2);
    fprintf(stderr, "tuning: wrong arguments\n");
    return 2;
}
