/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void report_json(const struct result *r, double median, double bandwidth)
{
    printf("{\n  \"schema_version\": 1,\n  \"iterations\": %llu,\n"
           "  \"seconds\": {\"minimum\": %.9g, \"median\": %.9g, \"maximum\": %.9g},\n"
           "  \"bytes_per_iteration\": %llu,\n  \"messages_per_iteration\": %llu,\n"
           "  \"waiting_ranks_sleep\": %s,\n"
           "  \"bytes_per_second\": %.9g,\n  \"checksum\": \"%016llx\",\n"
           "  \"wrong_messages\": %llu\n}\n",
           (unsigned long long)r->iterations, r->seconds[0], median,
           r->seconds[r->iterations - 1], (unsigned long long)r->bytes,
           (unsigned long long)r->messages, r->crowded ? "true" : "false", bandwidth,
           (unsigned long long)r->checksum, (unsigned long long)r->wrong);
}

void report(const struct result *r, const struct settings *settings)
{
    size_t middle = (size_t)r->iterations / 2;
    double median, bandwidth;

    qsort(r->seconds, (size_t)r->iterations, sizeof *r->seconds, compare);
    median = r->iterations % 2 ? r->seconds[middle]
                               : (r->seconds[middle - 1] + r->seconds[middle]) / 2;
    bandwidth = median > 0 ? (double)r->bytes / median : 0;
    if (settings->json) {
        report_json(r, median, bandwidth);
        return;
    }
    printf("time per iteration: median %.3f ms, minimum %.3f ms, maximum %.3f ms (%llu "
           "iterations)\n",
           median * 1e3, r->seconds[0] * 1e3, r->seconds[r->iterations - 1] * 1e3,
           (unsigned long long)r->iterations);
    printf("moved per iteration: %llu bytes in %llu messages, %.1f MB/s\n",
           (unsigned long long)r->bytes, (unsigned long long)r->messages, bandwidth * 1e-6);
    printf("checksum: %016llx, %llu messages wrong\n", (unsigned long long)r->checksum,
           (unsigned long long)r->wrong);
    if (r->crowded)
        printf("Ranks outnumber the CPUs: those that wait sleep, and the times include that.\n");
}
