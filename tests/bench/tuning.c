/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How sensitive plans are to the tuned numbers:
 *   tuning list EFFORT           a line for each number
 *   tuning run GRAPH NETWORK HOSTS TASKS EFFORT OBJECTIVE ALGORITHMS [NAME=VALUE]...
 *                                a plan for each value, after two with the table as it is
 * Prints for each plan: what was changed, its score, CPU seconds, and a sum over the placement. The
 * program holds a table of its own, which it writes; that of the library stays as it is.
 */
#include "base/tuning.c"
#include "bench/case.h"
#include "option/words.h"

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

/* The effort of that name; -1: there is none. */
static int effort_of(const char *name)
{
    for (int effort = 0; effort < TUNING_EFFORTS; effort++) {
        if (strcmp(option_efforts[effort], name) == 0)
            return effort;
    }
    return -1;
}

static int list(int effort)
{
    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        const struct tuning_number *n = &tuning_numbers[i];

        printf("%s\t%g\t%g\t%g\t%s\t%s\n", n->name, n->value[effort], n->low, n->high, n->unit,
               n->means);
    }
    return 0;
}

/* Set the number in "NAME=VALUE". False: there is none, or its value is out of range. */
static bool set(const char *change)
{
    size_t length = strcspn(change, "=");
    double value = change[length] ? strtod(change + length + 1, NULL) : 0;

    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        struct tuning_number *n = &tuning_numbers[i];

        if (strlen(n->name) != length || memcmp(n->name, change, length) != 0)
            continue;
        if (value < n->low || value > n->high)
            return false;
        for (int effort = 0; effort < TUNING_EFFORTS; effort++)
            n->value[effort] = value;
        return true;
    }
    return false;
}

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The busiest link, or hop-bytes. */
static double score_of(const struct topomap_request *request, const struct topomap_plan *made)
{
    const struct topomap_metrics *after = topomap_plan_after(made);

    return strcmp(request->objective, "hop-bytes") == 0 ? after->hop_bytes : after->max_link_bytes;
}

static int plan(const struct bench_case *bench, const struct topomap_request *given,
                const char *what)
{
    struct topomap_request request = *given;
    double start = cpu_seconds();
    struct topomap_error error;
    struct topomap_plan *made = topomap_plan_create(&request, &error);
    double seconds = cpu_seconds() - start;
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */

    if (!made)
        return fail(error.text);
    for (uint32_t r = 0; r < bench->allocation->ranks; r++)
        sum = (sum ^ topomap_plan_placement(made)[r]) * UINT64_C(1099511628211);
    printf("%s %.17g %.4f %016llx\n", what, score_of(&request, made), seconds,
           (unsigned long long)sum);
    fflush(stdout);
    topomap_plan_destroy(made);
    return 0;
}

static int run(char **argv, int argc)
{
    struct topomap_error error;
    struct topomap_request request = {.seed = 1};
    struct bench_case bench;
    int effort = effort_of(argv[4]), result = 0;

    if (effort < 0)
        return fail("EFFORT is fast, default or best");
    request.effort = (enum topomap_effort)effort;
    request.objective = argv[5];
    request.algorithms = strcmp(argv[6], "-") == 0 ? NULL : argv[6];
    request.replace_layout = request.algorithms != NULL;
    if (case_load(&bench, argv, &error) < 0)
        result = fail(error.text);
    request.graph = bench.graph;
    request.allocation = bench.allocation;
    /* The first plan also has to get memory from the system: run it twice. */
    for (int i = 0; result == 0 && i < 2; i++)
        result = plan(&bench, &request, "-");
    for (int i = 7; result == 0 && i < argc; i++) {
        struct tuning_number before[TUNING_NUMBERS];

        memcpy(before, tuning_numbers, sizeof before);
        result = set(argv[i]) ? plan(&bench, &request, argv[i])
                              : fail(argv[i]);
        memcpy(tuning_numbers, before, sizeof before);
    }
    case_free(&bench);
    return result;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "list") == 0 && effort_of(argv[2]) >= 0)
        return list(effort_of(argv[2]));
    if (argc >= 9 && strcmp(argv[1], "run") == 0)
        return run(argv + 2, argc - 2);
    fprintf(stderr, "tuning: wrong arguments\n");
    return 2;
}
