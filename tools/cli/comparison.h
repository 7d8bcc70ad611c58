/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include "base/text.h"
#include "topomap_internal.h"

#define MAX_OBJECTIVES 8

/* One experiment. Those of the same graph, weights and network are a group, and follow each other;
 * all groups have the same algorithms in the same order. */
struct comparison {
    size_t group;
    const char *graph;
    const char *weights;
    const char *network;
    const char *algorithm;
    struct topomap_score score[MAX_OBJECTIVES];
    struct topomap_metrics metrics;
    struct topomap_class_loads *classes; /* [class_count], with --classes */
    uint32_t class_count;
    double seconds;
    char *failure;  /* why there is no placement; NULL when there is one */
};

struct comparisons {
    struct comparison *rows;
    size_t count;
    const char *const *objectives; /* what score[] holds */
    size_t objective_count;
    bool with_metrics;             /* print other metrics as well */
    bool with_inside;              /* and among them what messages inside nodes cost */
    bool with_classes;             /* print what the classes of links carry */
};

/* Print experiments; see cli/report.h. The text fails when memory is out. */
void comparison_print_text(struct text *out, const struct comparisons *all);
void comparison_print_csv(struct text *out, const struct comparisons *all);
void comparison_print_json(struct text *out, const struct comparisons *all);

#endif
