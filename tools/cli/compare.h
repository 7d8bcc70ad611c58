/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "topomap.h"

#include <stdio.h>

/* One experiment. Experiments of the same graph, weights and network follow each other. */
struct comparison {
    const char *graph;
    const char *weights;
    const char *network;
    const char *algorithm;
    struct topomap_metrics metrics;
    double seconds;
    char *failure;  /* why there is no placement; NULL when there is one */
};

/* Print experiments in `format`: "table", "csv" or "json". */
void comparison_print(FILE *out, const char *format, const struct comparison *rows, size_t count);

#endif
