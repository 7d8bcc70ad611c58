/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int report_json(const struct result *r, double median, double bandwidth)
{
    struct json json = {0};
    char checksum[20], *text;

    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)r->checksum);
    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_whole(&json, "iterations", r->iterations);
    json_open(&json, "seconds", '{');
    json_number(&json, "minimum", r->seconds[0]);
    json_number(&json, "median", median);
    json_number(&json, "maximum", r->seconds[r->iterations - 1]);
    json_close(&json, '}');
    json_whole(&json, "bytes_per_iteration", r->bytes);
    json_whole(&json, "messages_per_iteration", r->messages);
    json_bool(&json, "waiting_ranks_sleep", r->crowded);
    json_number(&json, "bytes_per_second", bandwidth);
    json_string(&json, "checksum", checksum);
    json_whole(&json, "wrong_messages", r->wrong);
    json_close(&json, '}');
    text = text_take(&json.text);
    if (text)
        fputs(text, stdout);
    free(text);
    return text ? 0 : -1;
}

int report(const struct result *r, const struct settings *settings)
{
    size_t middle = (size_t)r->iterations / 2;
    double median, bandwidth;

    qsort(r->seconds, (size_t)r->iterations, sizeof *r->seconds, compare);
    median = r->iterations % 2 ? r->seconds[middle]
                               : (r->seconds[middle - 1] + r->seconds[middle]) / 2;
    bandwidth = median > 0 ? (double)r->bytes / median : 0;
    if (settings->json)
        return report_json(r, median, bandwidth);
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
    return 0;
}
