/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/summary.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROW_VALUE(field)                                                                           \
    static double value_##field(const struct topomap_metrics *metrics)                             \
    {                                                                                              \
        return (double)metrics->field;                                                             \
    }

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

/* One more line of the table. */
static void add_row(struct text *text, const char *label, double before, double after)
{
    text_printf(text, "%-28s %18.10g %18.10g", label, before, after);
    if (before > 0)
        text_printf(text, " %8.3f\n", after / before);
    else
        text_printf(text, " %8s\n", after > 0 ? "inf" : "1.000");
}

/* The bytes of each distance over which either placement sends any. */
static void add_hops(struct text *text, const struct topomap_metrics *a,
                     const struct topomap_metrics *b)
{
    uint32_t most = a->max_hops > b->max_hops ? a->max_hops : b->max_hops;

    for (uint32_t hops = 0; hops <= most && hops < TOPOMAP_HOPS; hops++) {
        bool longest = hops + 1 == TOPOMAP_HOPS && most > hops;
        char label[40];

        if (hops && a->bytes_by_hops[hops] == 0 && b->bytes_by_hops[hops] == 0)
            continue;
        snprintf(label, sizeof label, "bytes over %u%s hop%s", hops, longest ? " or more" : "",
                 hops == 1 ? "" : "s");
        add_row(text, hops ? label : "bytes inside nodes", a->bytes_by_hops[hops],
                b->bytes_by_hops[hops]);
    }
}

void summary_table(struct text *text, const char *name_a, const struct topomap_metrics *a,
                   const char *name_b, const struct topomap_metrics *b)
{
    text_printf(text, "%-28s %18s %18s %8s\n", "", name_a, name_b, "ratio");
    for (size_t i = 0; summary_row(i); i++)
        add_row(text, rows[i].label, rows[i].value(a), rows[i].value(b));
    add_hops(text, a, b);
    text_printf(text, "%-28s %18s %18s\n", "heaviest link", a->max_link[0] ? a->max_link : "-",
                b->max_link[0] ? b->max_link : "-");
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

static void print_json(struct text *text, const char *base_name,
                       const struct topomap_metrics *base, const char *other_name,
                       const struct topomap_metrics *other)
{
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_open(&json, base_name, '{');
    summary_json(&json, base);
    json_close(&json, '}');
    if (strcmp(base_name, other_name) != 0) {
        json_open(&json, other_name, '{');
        summary_json(&json, other);
        json_close(&json, '}');
    }
    json_open(&json, "ratio", '{');
    for (size_t i = 0; summary_row(i); i++) {
        double before = rows[i].value(base);

        json_number(&json, rows[i].key, before > 0 ? rows[i].value(other) / before : NAN);
    }
    json_close(&json, '}');
    json_close(&json, '}');
    *text = json.text;
}

char *topomap_metrics_print(const char *base_name, const struct topomap_metrics *base,
                            const char *other_name, const struct topomap_metrics *other,
                            const char *format, struct topomap_error *error)
{
    struct text text = {0};
    char *result;

    if (strcmp(format, "text") == 0) {
        summary_table(&text, base_name, base, other_name, other);
    } else if (strcmp(format, "json") == 0) {
        print_json(&text, base_name, base, other_name, other);
    } else {
        error_set(error, TOPOMAP_USAGE, "unknown format '%s'", format);
        return NULL;
    }
    result = text_take(&text);
    if (!result)
        error_memory(error);
    return result;
}
