/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PLAN_SUMMARY_H
#define PLAN_SUMMARY_H

#include "base/json.h"
#include "metric/routings.h"
#include "topomap_internal.h"

/* One metric of a report: its names and its value. */
struct summary_row {
    const char *label; /* in tables, with its unit */
    const char *key;   /* in JSON */
    double (*value)(const struct topomap_metrics *metrics);
};

/* The metrics of a report: index 0, 1, ... until NULL. */
const struct summary_row *summary_row(size_t index);

/* The label of a metric with `unit`, that of the graph's weights (see graph_unit), instead of
 * bytes. Returns false for a metric that another row tells then. */
#define SUMMARY_LABEL 40
bool summary_label(const struct summary_row *row, const char *unit, char label[SUMMARY_LABEL]);

/* A table of two placements and the ratio of the second to the first. */
void summary_table(struct text *text, const char *unit, const char *name_a,
                   const struct topomap_metrics *a, const char *name_b,
                   const struct topomap_metrics *b);

/* More lines of such a table: the cost of messages inside nodes, with a node tree (NULL: none). */
void summary_inside(struct text *text, const char *unit, const struct topomap_nodetree *tree,
                    const struct topomap_score *a, const struct topomap_score *b);

/* What predicted times and hop-bytes say of the second of two placements. */
struct summary_times {
    double time;          /* seconds, as a part of the first one's */
    double hop_bytes;     /* the same */
    bool alike;           /* the times are, within the error of the model of time */
    const char *expected; /* "faster", "slower", or "no difference" where they are alike */
    bool agree;           /* false if hop-bytes are fewer but not faster, or more but not slower;
                           * where they are alike, within the same error, they say nothing */
};

struct summary_times summary_times(const struct topomap_metrics *a,
                                   const struct topomap_metrics *b);

/* A line for people where they do not agree, or no difference is expected though the placements
 * differ; and the members `expected` and `hop_bytes_agree` of an object. */
void summary_times_line(struct text *text, const struct topomap_metrics *a,
                        const struct topomap_metrics *b);
void summary_times_json(struct json *json, const struct topomap_metrics *a,
                        const struct topomap_metrics *b);

/* A line for people if predicted times rest on speeds that the description of the network lacks. */
void summary_speeds_line(struct text *text, bool assumed);

/* A line for people where the network's routing is not stated, and decides whether the second
 * placement is faster than the first, which is called `name`. */
void summary_routings_line(struct text *text, const struct routing_load *loads, uint32_t count,
                           const char *name);

/* The members `routings` and `routings_disagree` of an object: names of quantities end with those
 * of the placements. */
void summary_routings_json(struct json *json, const struct routing_load *loads, uint32_t count,
                           const char *first, const char *second);

/* A member named after a placement: "WHAT_NAME". */
void summary_number_json(struct json *json, const char *what, const char *name, double number);

/* The load of each class of links. Start from {0}; free `loads` with free(), after failures too. */
struct summary_classes {
    struct topomap_class_loads *loads; /* [count] */
    uint32_t count;
};

int summary_classes_get(const struct topomap_graph *graph,
                        const struct topomap_allocation *allocation, const uint32_t *placement,
                        struct summary_classes *classes, struct topomap_error *error);

/* A table for each class, as above; and the member `classes` of an object. */
void summary_classes_table(struct text *text, const char *unit, const char *name_a,
                           const struct summary_classes *a, const char *name_b,
                           const struct summary_classes *b);
void summary_classes_json(struct json *json, const struct summary_classes *classes);

/* The members of an object that holds all metrics. */
void summary_json(struct json *json, const struct topomap_metrics *metrics);

#endif
