/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include "base/text.h"
#include "topomap_internal.h"

#define MAX_OBJECTIVES 8

/* One experiment. Experiments with the same graph, weights and network form a group and are
 * consecutive. All groups have the same algorithms in the same order. */
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
    char *failure;  /* why there is no placement, or NULL */
};

struct comparisons {
    struct comparison *rows;
    size_t count;
    const char *const *objectives; /* the objectives in score[] */
    size_t objective_count;
    bool with_metrics;             /* print other metrics, too */
    bool with_inside;              /* including what messages inside nodes cost */
    bool with_classes;             /* print the loads of the classes of links */
};

/* Print experiments; see cli/report.h. The text remembers that memory ran out. */
void comparison_print_text(struct text *out, const struct comparisons *all);
void comparison_print_csv(struct text *out, const struct comparisons *all);
void comparison_print_json(struct text *out, const struct comparisons *all);
void comparison_print_svg(struct text *out, const struct comparisons *all);

#endif
