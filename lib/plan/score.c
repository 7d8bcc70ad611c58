/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores of given placements, as plans would report them. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "plan/plan.h"
#include "plan/stage.h"
#include "plan/summary.h"
#include "refine/seconds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int check_slots(const struct topomap_allocation *a, const uint32_t *placement,
                       const uint32_t *slots, struct topomap_error *error)
{
    bool *taken = array_new(a->ranks, sizeof *taken);
    int result = 0;

    if (!taken)
        return error_memory(error);
    for (uint32_t rank = 0; result == 0 && rank < a->ranks; rank++) {
        uint32_t node = placement[rank];

        if (slots[rank] >= a->tasks[node] || taken[a->first[node] + slots[rank]])
            result = error_set(error, TOPOMAP_IMPOSSIBLE,
                               "rank %u has slot %u of host '%s', which is not there or taken",
                               rank, slots[rank], topomap_allocation_host(a, node));
        else
            taken[a->first[node] + slots[rank]] = true;
    }
    free(taken);
    return result;
}

static int check(const struct topomap_request *r, const uint32_t *placement, const uint32_t *slots,
                 struct topomap_error *error)
{
    if (plan_check(r, error) < 0)
        return -1;
    if (!r->graph)
        return error_set(error, TOPOMAP_USAGE, "there is no graph");
    if (topomap_placement_check(r->allocation, placement, error) < 0)
        return -1;
    return slots ? check_slots(r->allocation, placement, slots, error) : 0;
}

/* The score of a placement on the stage, `nodes` on nodes. */
static int score_on(const struct stage *stage, const struct objective *objective,
                    const uint32_t *nodes, const uint32_t *placement, const uint32_t *slots,
                    struct topomap_score *score, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    const struct map_job job = {.graph = r->graph, .allocation = r->allocation,
                                .delayed = objective_delayed(r->graph)};
    struct objective_score both;

    if (stage_told(stage, placement, slots, &score->inside, &score->weighted, error) < 0)
        return -1;
    if (objective->timed)
        return refine_judge(&job, nodes, &score->value, error);
    if (objective->score(r->graph, stage->allocation, placement, INFINITY, &both, error) < 0)
        return -1;
    score->value = both.value;
    return 0;
}

int topomap_score_compute(const struct topomap_request *request, const uint32_t *placement,
                      const uint32_t *slots, struct topomap_score *score,
                      struct topomap_error *error)
{
    const struct objective *objective = objective_of(request, error);
    uint32_t *lifted = NULL;
    struct topomap_score got;
    struct stage stage;
    int result;

    if (!objective || check(request, placement, slots, error) < 0)
        return -1;
    result = stage_init(&stage, request, placement, NULL, NULL, error);
    if (result == 0) {
        lifted = stage_lift(&stage, placement, slots, error);
        result = lifted ? score_on(&stage, objective, placement, lifted, slots, &got, error) : -1;
    }
    if (result == 0)
        *score = got;
    free(lifted);
    stage_free(&stage);
    return result;
}

struct topomap_metrics *topomap_metrics_create(const struct topomap_request *request,
                                               const uint32_t *placement, const uint32_t *slots,
                                               struct topomap_error *error)
{
    struct topomap_metrics *metrics = array_new(1, sizeof *metrics);
    struct topomap_score score;

    if (!metrics) {
        error_memory(error);
        return NULL;
    }
    if (topomap_score_compute(request, placement, slots, &score, error) != 0 ||
        topomap_metrics_timed(request->graph, request->allocation, placement, metrics, error) < 0) {
        free(metrics);
        return NULL;
    }
    metrics->score = score.value;
    return metrics;
}

/* ---- reports ----------------------------------------------------------------------------- */

struct report {
    const char *name;
    struct topomap_metrics metrics;
    struct topomap_score score;
    struct summary_classes classes;
};

/* Two placements. */
struct reports {
    const struct topomap_nodetree *tree;
    const char *unit; /* of the graph's weights */
    struct report base, other;
    struct routing_load routing[ROUTINGS_MAX]; /* [routings] */
    uint32_t routings;
    bool assumed; /* speeds of links */
};

static int report_make(const struct topomap_request *r, const struct topomap_placed *placed,
                       struct report *report, struct topomap_error *error)
{
    report->name = placed->name;
    if (topomap_score_compute(r, placed->placement, placed->slots, &report->score, error) < 0 ||
        topomap_metrics_timed(r->graph, r->allocation, placed->placement, &report->metrics,
                              error) < 0)
        return -1;
    return summary_classes_get(r->graph, r->allocation, placed->placement, &report->classes,
                               error);
}

static int reports_make(const struct topomap_request *r, const struct topomap_placed *base,
                        const struct topomap_placed *other, struct reports *all,
                        struct topomap_error *error)
{
    *all = (struct reports){.tree = r->nodetree, .unit = graph_unit(r->graph),
                            .assumed = topomap_network_assumed(r->allocation->network)};
    if (report_make(r, base, &all->base, error) < 0 ||
        report_make(r, other, &all->other, error) < 0)
        return -1;
    return routings_compare(r->graph, r->allocation, base->placement, other->placement,
                            all->routing, &all->routings, error);
}

static void reports_free(struct reports *all)
{
    free(all->base.classes.loads);
    free(all->other.classes.loads);
}

static void print_text(struct text *text, const struct reports *all)
{
    const struct report *base = &all->base, *other = &all->other;

    summary_table(text, all->unit, base->name, &base->metrics, other->name, &other->metrics);
    summary_inside(text, all->unit, all->tree, &base->score, &other->score);
    summary_times_line(text, &base->metrics, &other->metrics);
    summary_routings_line(text, all->routing, all->routings, base->name);
    summary_speeds_line(text, all->assumed);
    summary_classes_table(text, all->unit, base->name, &base->classes, other->name,
                          &other->classes);
}

static void json_report(struct json *json, const struct report *report)
{
    json_open(json, report->name, '{');
    summary_json(json, &report->metrics);
    summary_classes_json(json, &report->classes);
    json_close(json, '}');
}

static void json_score(struct json *json, const struct topomap_nodetree *tree,
                       const struct report *report)
{
    bool weighted = tree && nodetree_is_weighted(tree);

    summary_number_json(json, "score", report->name, report->score.value);
    summary_number_json(json, "inside", report->name, tree ? report->score.inside : NAN);
    summary_number_json(json, "weighted_inside", report->name,
                        weighted ? report->score.weighted : NAN);
}

static void print_json(struct text *text, const struct reports *all)
{
    const struct report *base = &all->base, *other = &all->other;
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_report(&json, base);
    json_report(&json, other);
    json_score(&json, all->tree, base);
    json_score(&json, all->tree, other);
    summary_times_json(&json, &base->metrics, &other->metrics);
    summary_routings_json(&json, all->routing, all->routings, base->name, other->name);
    json_bool(&json, "assumed_speeds", all->assumed);
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

char *topomap_score_print(const struct topomap_request *request, const struct topomap_placed *base,
                          const struct topomap_placed *other, const char *format,
                          struct topomap_error *error)
{
    bool json = strcmp(format, "json") == 0;
    struct reports all;
    struct text text = {0};
    char *result = NULL;

    if (!json && strcmp(format, "text") != 0) {
        error_set(error, TOPOMAP_USAGE, "unknown format '%s'", format);
        return NULL;
    }
    if (reports_make(request, base, other, &all, error) == 0) {
        (json ? print_json : print_text)(&text, &all);
        result = text_take(&text);
        if (!result)
            error_memory(error);
    }
    reports_free(&all);
    return result;
}
