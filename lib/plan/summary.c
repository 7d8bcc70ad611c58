/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/summary.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/nodetree.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW_VALUE(field)                                                                           \
    static double value_##field(const struct topomap_metrics *metrics)                             \
    {                                                                                              \
        return (double)metrics->field;                                                             \
    }

ROW_VALUE(seconds)
ROW_VALUE(hop_bytes)
ROW_VALUE(average_hops)
ROW_VALUE(max_hops)
ROW_VALUE(internode_bytes)
ROW_VALUE(internode_messages)
ROW_VALUE(max_link_bytes)
ROW_VALUE(average_link_bytes)
ROW_VALUE(mean_link_bytes)
ROW_VALUE(min_link_bytes)
ROW_VALUE(used_links)

static const struct summary_row rows[] = {
    {"predicted time, seconds", "seconds", value_seconds},
    {"hop-bytes", "hop_bytes", value_hop_bytes},
    {"average hops", "average_hops", value_average_hops},
    {"maximum hops", "max_hops", value_max_hops},
    {"bytes between nodes", "internode_bytes", value_internode_bytes},
    {"messages between nodes", "internode_messages", value_internode_messages},
    {"heaviest link, bytes", "max_link_bytes", value_max_link_bytes},
    {"average used link, bytes", "average_link_bytes", value_average_link_bytes},
    {"average of all links, bytes", "mean_link_bytes", value_mean_link_bytes},
    {"lightest link, bytes", "min_link_bytes", value_min_link_bytes},
    {"links used", "used_links", value_used_links},
};

const struct summary_row *summary_row(size_t index)
{
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}

/* Columns as wide as the longest label of messages. */
#define LABEL "%-31s"

/* A label with `unit` in the place of "bytes", but for hop-bytes. */
static void label_in(const char *label, const char *unit, char text[SUMMARY_LABEL])
{
    const char *bytes = strstr(label, "bytes");

    if (bytes && (bytes == label || bytes[-1] == ' '))
        snprintf(text, SUMMARY_LABEL, "%.*s%s%s", (int)(bytes - label), label, unit,
                 bytes + strlen("bytes"));
    else
        snprintf(text, SUMMARY_LABEL, "%s", label);
}

bool summary_label(const struct summary_row *row, const char *unit, char label[SUMMARY_LABEL])
{
    label_in(row->label, unit, label);
    return row->value != value_internode_messages || strcmp(unit, "messages") != 0;
}

static void add_line(struct text *text, const char *label, double a, double b)
{
    if (isnan(a) || isnan(b)) {
        text_printf(text, LABEL " %18s %18s %8s\n", label, "-", "-", "-");
        return;
    }
    text_printf(text, LABEL " %18.10g %18.10g", label, a, b);
    if (a > 0)
        text_printf(text, " %8.3f\n", b / a);
    else
        text_printf(text, " %8s\n", b > 0 ? "inf" : "1.000");
}

static double inside_nodes(const struct topomap_metrics *metrics)
{
    return metrics->total_bytes - metrics->internode_bytes;
}

/* Bytes between nodes that are so far apart. */
static double over_hops(const struct topomap_metrics *metrics, uint32_t hops)
{
    return metrics->bytes_by_hops[hops] - (hops ? 0 : inside_nodes(metrics));
}

/* A line for each distance over which either placement sends bytes. */
static void add_hops(struct text *text, const char *unit, const struct topomap_metrics *a,
                     const struct topomap_metrics *b)
{
    uint32_t most = a->max_hops > b->max_hops ? a->max_hops : b->max_hops;
    char label[SUMMARY_LABEL];

    snprintf(label, sizeof label, "%s inside nodes", unit);
    add_line(text, label, inside_nodes(a), inside_nodes(b));
    for (uint32_t hops = 0; hops <= most && hops < TOPOMAP_HOPS; hops++) {
        bool longest = hops + 1 == TOPOMAP_HOPS && most > hops;

        if (over_hops(a, hops) == 0 && over_hops(b, hops) == 0)
            continue;
        snprintf(label, sizeof label, "%s over %u%s hop%s", unit, hops, longest ? " or more" : "",
                 hops == 1 ? "" : "s");
        add_line(text, label, over_hops(a, hops), over_hops(b, hops));
    }
}

void summary_table(struct text *text, const char *unit, const char *name_a,
                   const struct topomap_metrics *a, const char *name_b,
                   const struct topomap_metrics *b)
{
    text_printf(text, LABEL " %18s %18s %8s\n", "", name_a, name_b, "ratio");
    for (size_t i = 0; summary_row(i); i++) {
        char label[SUMMARY_LABEL];

        if (summary_label(&rows[i], unit, label))
            add_line(text, label, rows[i].value(a), rows[i].value(b));
    }
    add_hops(text, unit, a, b);
    text_printf(text, LABEL " %18s %18s\n", "heaviest link", a->max_link[0] ? a->max_link : "-",
                b->max_link[0] ? b->max_link : "-");
}

void summary_inside(struct text *text, const char *unit, const struct topomap_nodetree *tree,
                    const struct topomap_score *a, const struct topomap_score *b)
{
    char label[SUMMARY_LABEL];

    if (tree) {
        label_in("bytes by levels inside nodes", unit, label);
        add_line(text, label, a->inside, b->inside);
    }
    if (tree && nodetree_is_weighted(tree)) {
        label_in("weighted bytes inside nodes", unit, label);
        add_line(text, label, a->weighted, b->weighted);
        add_line(text, "score", a->value, b->value);
    }
}

/* -1 if a ratio says less, 1 if more, and 0 within the error of predicted times. */
static int direction(double ratio)
{
    double error = topomap_time_error();

    return (ratio > 1 + error) - (ratio < 1 - error);
}

struct summary_times summary_times(const struct topomap_metrics *a,
                                   const struct topomap_metrics *b)
{
    static const char *const expected[] = {"faster", "no difference", "slower"};
    double time = ratio_of(a->seconds, b->seconds), hops = ratio_of(a->hop_bytes, b->hop_bytes);
    int longer = direction(time), more = direction(hops);

    return (struct summary_times){
        .time = time,
        .hop_bytes = hops,
        .alike = longer == 0,
        .expected = expected[longer + 1],
        .agree = more == 0 || more == longer,
    };
}

void summary_times_line(struct text *text, const struct topomap_metrics *a,
                        const struct topomap_metrics *b)
{
    struct summary_times times = summary_times(a, b);

    if (times.alike && !times.agree)
        text_printf(text, "no difference in time is expected, though hop-bytes are %.2f\n",
                    times.hop_bytes);
    else if (times.alike && (times.time != 1 || times.hop_bytes != 1))
        text_puts(text, "no difference in time is expected\n");
    else if (!times.agree)
        text_printf(text, "predicted time and hop-bytes disagree: %.2f and %.2f\n", times.time,
                    times.hop_bytes);
}

void summary_times_json(struct json *json, const struct topomap_metrics *a,
                        const struct topomap_metrics *b)
{
    struct summary_times times = summary_times(a, b);

    json_string(json, "expected", times.expected);
    json_bool(json, "hop_bytes_agree", times.agree);
}

void summary_speeds_line(struct text *text, bool assumed)
{
    if (assumed)
        text_printf(text, "where the network's description gives no speeds of links, %g bytes/s "
                    "and %g s are assumed\n", TOPOMAP_DEFAULT_BANDWIDTH, TOPOMAP_DEFAULT_LATENCY);
}

void summary_routings_line(struct text *text, const struct routing_load *loads, uint32_t count,
                           const char *name)
{
    if (!routings_disagree(loads, count))
        return;
    text_puts(text, "uncertain: the network's routing is not stated; the predicted time is");
    for (uint32_t i = 0; i < count; i++)
        text_printf(text, "%s %.2f by %s routing", i ? "," : "",
                    ratio_of(loads[i].seconds[0], loads[i].seconds[1]), loads[i].routing);
    text_printf(text, " of that of the %s\n", name);
}

void summary_number_json(struct json *json, const char *what, const char *name, double number)
{
    char key[80];

    snprintf(key, sizeof key, "%s_%s", what, name);
    json_number(json, key, number);
}

void summary_routings_json(struct json *json, const struct routing_load *loads, uint32_t count,
                           const char *first, const char *second)
{
    const char *const name[] = {first, second};

    json_open(json, "routings", '[');
    for (uint32_t r = 0; r < count; r++) {
        json_open(json, NULL, '{');
        json_string(json, "routing", loads[r].routing);
        for (int i = 0; i < 2; i++)
            summary_number_json(json, "max_link_bytes", name[i], loads[r].heaviest[i]);
        for (int i = 0; i < 2; i++)
            summary_number_json(json, "seconds", name[i], loads[r].seconds[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_bool(json, "routings_disagree", routings_disagree(loads, count));
}

void summary_json(struct json *json, const struct topomap_metrics *metrics)
{
    json_number(json, "total_bytes", metrics->total_bytes);
    for (size_t i = 0; summary_row(i); i++)
        json_number(json, rows[i].key, rows[i].value(metrics));
    json_open(json, "bytes_by_hops", '[');
    for (uint32_t hops = 0; hops <= metrics->max_hops && hops < TOPOMAP_HOPS; hops++)
        json_number(json, NULL, metrics->bytes_by_hops[hops]);
    json_close(json, ']');
    json_string(json, "max_link", metrics->max_link);
}

#define CLASS_VALUE(field)                                                                         \
    static double class_##field(const struct topomap_class_loads *loads)                           \
    {                                                                                              \
        return (double)loads->field;                                                               \
    }

CLASS_VALUE(bytes)
CLASS_VALUE(max_link_bytes)
CLASS_VALUE(average_link_bytes)
CLASS_VALUE(mean_link_bytes)
CLASS_VALUE(min_link_bytes)
CLASS_VALUE(used_links)

static const struct {
    const char *label;
    const char *key;
    double (*value)(const struct topomap_class_loads *loads);
} class_rows[] = {
    {"bytes that pass one", "bytes", class_bytes},
    {"heaviest, bytes", "max_link_bytes", class_max_link_bytes},
    {"average used one, bytes", "average_link_bytes", class_average_link_bytes},
    {"average of all, bytes", "mean_link_bytes", class_mean_link_bytes},
    {"lightest, bytes", "min_link_bytes", class_min_link_bytes},
    {"used", "used_links", class_used_links},
};

#define CLASS_ROWS (sizeof class_rows / sizeof *class_rows)

int summary_classes_get(const struct topomap_graph *graph,
                        const struct topomap_allocation *allocation, const uint32_t *placement,
                        struct summary_classes *classes, struct topomap_error *error)
{
    classes->count = topomap_network_classes(topomap_allocation_network(allocation));
    classes->loads = array_raw(classes->count, sizeof *classes->loads);
    if (!classes->loads)
        return error_memory(error);
    return topomap_class_loads_compute(graph, allocation, placement, classes->loads, error);
}

void summary_classes_table(struct text *text, const char *unit, const char *name_a,
                           const struct summary_classes *a, const char *name_b,
                           const struct summary_classes *b)
{
    for (uint32_t c = 0; c < a->count; c++) {
        char head[64], label[SUMMARY_LABEL];

        snprintf(head, sizeof head, "%s links, %" PRIu64, a->loads[c].name, a->loads[c].links);
        text_printf(text, "\n" LABEL " %18s %18s %8s\n", head, name_a, name_b, "ratio");
        for (size_t i = 0; i < CLASS_ROWS; i++) {
            label_in(class_rows[i].label, unit, label);
            add_line(text, label, class_rows[i].value(&a->loads[c]),
                     class_rows[i].value(&b->loads[c]));
        }
    }
}

void summary_classes_json(struct json *json, const struct summary_classes *classes)
{
    json_open(json, "classes", '[');
    for (uint32_t c = 0; c < classes->count; c++) {
        json_open(json, NULL, '{');
        json_string(json, "name", classes->loads[c].name);
        json_whole(json, "links", classes->loads[c].links);
        for (size_t i = 0; i < CLASS_ROWS; i++)
            json_number(json, class_rows[i].key, class_rows[i].value(&classes->loads[c]));
        json_close(json, '}');
    }
    json_close(json, ']');
}

