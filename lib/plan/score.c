/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "plan/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A placement and what it costs. */
struct score {
    const char *name;
    struct topomap_metrics metrics;
    struct summary_classes classes;
};

static int score_get(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct score *score, struct topomap_error *error)
{
    if (topomap_metrics_get(graph, allocation, placement, &score->metrics, error) < 0)
        return -1;
    return summary_classes_get(graph, allocation, placement, &score->classes, error);
}

static void print_text(struct text *text, const struct score *base, const struct score *other)
{
    summary_table(text, base->name, &base->metrics, other->name, &other->metrics);
    summary_classes_table(text, base->name, &base->classes, other->name, &other->classes);
}

static void json_score(struct json *json, const struct score *score)
{
    json_open(json, score->name, '{');
    summary_json(json, &score->metrics);
    summary_classes_json(json, &score->classes);
    json_close(json, '}');
}

static void print_json(struct text *text, const struct score *base, const struct score *other)
{
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_score(&json, base);
    if (strcmp(base->name, other->name) != 0)
        json_score(&json, other);
    json_open(&json, "ratio", '{');
    for (size_t i = 0; summary_row(i); i++) {
        double before = summary_row(i)->value(&base->metrics);

        json_number(&json, summary_row(i)->key,
                    before > 0 ? summary_row(i)->value(&other->metrics) / before : NAN);
    }
    json_close(&json, '}');
    json_close(&json, '}');
    *text = json.text;
}

char *topomap_score_print(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const char *base_name,
                          const uint32_t *base, const char *other_name, const uint32_t *other,
                          const char *format, struct topomap_error *error)
{
    bool json = strcmp(format, "json") == 0;
    struct score a = {.name = base_name}, b = {.name = other_name};
    struct text text = {0};
    char *result = NULL;

    if (!json && strcmp(format, "text") != 0) {
        error_set(error, TOPOMAP_USAGE, "unknown format '%s'", format);
        return NULL;
    }
    if (score_get(graph, allocation, base, &a, error) == 0 &&
        score_get(graph, allocation, other, &b, error) == 0) {
        (json ? print_json : print_text)(&text, &a, &b);
        result = text_take(&text);
        if (!result)
            error_memory(error);
    }
    free(a.classes.loads);
    free(b.classes.loads);
    return result;
}
