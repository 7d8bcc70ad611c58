/* SPDX-License-Identifier: BSD-3-Clause */
/* A plan in the formats that launchers and people read. */
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/score.h"
#include "graph/graph.h"
#include "plan/cpus.h"
#include "plan/explain.h"
#include "plan/listing.h"
#include "plan/maps.h"
#include "plan/plan.h"
#include "plan/summary.h"
#include "plan/tried.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns as wide as a name with three refinements, and as a number with all of its digits. */
#define NAME "%-40s"
#define SCORE_WIDTH "21"

static void print_candidates(struct text *text, const struct topomap_plan *plan,
                             const struct topomap_request *r)
{
    text_printf(text, "\n" NAME " %-" SCORE_WIDTH "s seconds\n" NAME " %.15g\n", "tried",
                objective_quantity(r), "layout", plan->score_before.value);
    for (size_t i = 0; i < plan->candidates; i++) {
        const struct topomap_candidate *c = &plan->candidate[i];
        char score[TRIED_SIZE];

        if (c->failure)
            text_printf(text, NAME " %s\n", c->algorithm, c->failure);
        else
            text_printf(text, NAME " %-" SCORE_WIDTH "s %.4f\n", c->algorithm,
                        tried_text(c, 15, score), c->seconds);
    }
}

static void print_phases(struct text *text, const struct topomap_plan *plan)
{
    text_printf(text, "\n" NAME " %-20s seconds\n", "phases of", "");
    for (size_t i = 0; i < plan->times.phases; i++) {
        const struct topomap_phase *phase = &plan->times.phase[i];

        text_printf(text, NAME " %-20s %.6f\n", phase->algorithm ? phase->algorithm : "planning",
                    phase->name, phase->seconds);
    }
    text_printf(text, NAME " %-20s %.6f\n", "all together", "", plan->seconds);
}

/* Beyond this distance from the lower bound, as a part of it, the bound is too loose to say
 * anything about the plan. */
#define LOOSE 1.0

/* The distance of the plan from the lower bound, if the bound is tight enough to say something, and
 * bytes inside nodes cost nothing. */
static void print_bound(struct text *text, const struct topomap_plan *plan,
                        const struct topomap_request *r)
{
    double bound;

    if (objective_weighs_inside(r))
        return;
    if (topomap_bound_compute(r->graph, r->allocation, &bound, NULL) < 0) {
        text->failed = true;
        return;
    }
    if (plan->after.hop_bytes <= bound)
        text_puts(text, "optimal: no placement has fewer hop-bytes\n");
    else if (bound > 0 && plan->after.hop_bytes <= (1 + LOOSE) * bound)
        text_printf(text, "no placement has fewer than %.10g hop-bytes; these are within %.3g %%\n",
                    bound, 100 * (plan->after.hop_bytes / bound - 1));
}

/* The chosen algorithm, and the comparison with the layout. */
static void print_verdict(struct text *text, const struct topomap_plan *plan,
                          const struct topomap_request *r)
{
    double before = plan->score_before.value, after = plan->score_after.value;

    if (plan->kept) {
        text_puts(text, "the layout stays: ");
        plan_why_kept(plan, text);
        text_puts(text, "\n\n");
        return;
    }
    text_printf(text, "placed by %s: %s ", plan->algorithm, objective_quantity(r));
    if (score_is_equal(after, before))
        text_puts(text, "as of the layout\n\n");
    else if (before > 0)
        text_printf(text, "%.3g %% %s the layout's\n\n", 100 * fabs(1 - after / before),
                    after < before ? "below" : "above");
    else
        text_puts(text, "above the layout's, which is 0\n\n");
}

/* Where the network may have several routings, and they do not agree whether the plan is faster. */
static void print_routings(struct text *text, const struct topomap_plan *plan)
{
    struct routing_load loads[ROUTINGS_MAX];
    uint32_t count;

    if (plan->kept)
        return;
    if (plan_routings(plan, loads, &count, NULL) < 0)
        text->failed = true;
    else
        summary_routings_line(text, loads, count, "layout");
}

static void print_placement(struct text *text, const struct topomap_plan *plan,
                            const struct topomap_request *r)
{
    text_puts(text, "\nranks of each node\n");
    if (listing_print(text, r, plan->placement, plan->slots))
        text_puts(text, "(in short: the formats hosts and json have all of it)\n");
}

static void print_text(struct text *text, const struct topomap_plan *plan,
                       const struct topomap_request *r)
{
    const struct topomap_network *network = topomap_allocation_network(r->allocation);
    struct topomap_score before = topomap_plan_score_before(plan);
    struct topomap_score after = topomap_plan_score_after(plan);
    uint32_t nodes = topomap_allocation_nodes(r->allocation);
    const char *unit;

    text_printf(text, "%u rank%s on %u node%s of a %s\n", plan->ranks, plan->ranks == 1 ? "" : "s",
                nodes, nodes == 1 ? "" : "s", topomap_network_summary(network));
    if (!plan->scored) {
        text_printf(text, "placed by %s; no graph: not scored\n", plan->algorithm);
        print_placement(text, plan, r);
        return;
    }
    unit = graph_unit(r->graph);
    print_verdict(text, plan, r);
    summary_table(text, unit, "layout", &plan->before, "planned", &plan->after);
    summary_inside(text, unit, r->nodetree, &before, &after);
    summary_times_line(text, &plan->before, &plan->after);
    print_routings(text, plan);
    summary_speeds_line(text, topomap_network_assumed(network));
    print_bound(text, plan, r);
    print_placement(text, plan, r);
    print_candidates(text, plan, r);
    print_phases(text, plan);
}

/* The text fails when memory runs out. */
static void print_details(struct text *text, const struct topomap_plan *plan,
                          const struct topomap_request *r)
{
    struct summary_classes before = {0}, after = {0};

    print_text(text, plan, r);
    if (!plan->scored)
        return;
    if (summary_classes_get(r->graph, r->allocation, plan->layout, &before, NULL) < 0 ||
        summary_classes_get(r->graph, r->allocation, plan->placement, &after, NULL) < 0)
        text->failed = true;
    else
        summary_classes_table(text, graph_unit(r->graph), "layout", &before, "planned", &after);
    free(before.loads);
    free(after.loads);
}

static void json_score(struct json *json, const char *key, const struct topomap_metrics *m,
                       const struct topomap_request *r, const uint32_t *placement)
{
    struct summary_classes classes = {0};

    if (!r->graph) {
        json_string(json, key, NULL);
        return;
    }
    json_open(json, key, '{');
    summary_json(json, m);
    if (summary_classes_get(r->graph, r->allocation, placement, &classes, NULL) < 0)
        json->text.failed = true;
    else
        summary_classes_json(json, &classes);
    free(classes.loads);
    json_close(json, '}');
}

/* The phases of a candidate, by its name; NULL: those of planning itself. */
static void json_phases(struct json *json, const struct topomap_plan *plan, const char *algorithm)
{
    json_open(json, "phases", '{');
    for (size_t i = 0; i < plan->times.phases; i++) {
        const struct topomap_phase *phase = &plan->times.phase[i];

        if (phase->algorithm == algorithm)
            json_number(json, phase->name, phase->seconds);
    }
    json_close(json, '}');
}

static void json_tried(struct json *json, const struct topomap_plan *plan)
{
    json_open(json, "candidates", '[');
    for (size_t i = 0; i < plan->candidates; i++) {
        const struct topomap_candidate *c = &plan->candidate[i];

        json_open(json, NULL, '{');
        json_string(json, "algorithm", c->algorithm);
        json_number(json, "score", c->score);
        json_number(json, "score_at_least", tried_least(c));
        json_number(json, "seconds", c->seconds);
        json_phases(json, plan, c->algorithm);
        json_string(json, "failure", c->failure);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_phases(json, plan, NULL);
    json_number(json, "seconds", plan->seconds);
}

static void json_bound(struct json *json, const struct topomap_request *r)
{
    double bound = NAN;

    if (r->graph && topomap_bound_compute(r->graph, r->allocation, &bound, NULL) < 0)
        json->text.failed = true;
    json_number(json, "bound_hop_bytes", bound);
}

/* The loads by each routing that the network may have; none if it is stated. */
static void json_routings(struct json *json, const struct topomap_plan *plan)
{
    struct routing_load loads[ROUTINGS_MAX];
    uint32_t count = 0;

    if (plan->scored && plan_routings(plan, loads, &count, NULL) < 0)
        json->text.failed = true;
    summary_routings_json(json, loads, count, "before", "after");
}

static void json_weighted(struct json *json, const struct topomap_plan *plan,
                          const struct topomap_request *r)
{
    bool known = r->graph && objective_weighs_inside(r);

    json_number(json, "weighted_inside_before", known ? plan->weighted_before : NAN);
    json_number(json, "weighted_inside_after", known ? plan->weighted_after : NAN);
}

static void json_nodes(struct json *json, const struct topomap_plan *plan,
                       const struct topomap_allocation *allocation)
{
    json_open(json, "nodes", '[');
    for (uint32_t node = 0; node < topomap_allocation_nodes(allocation); node++)
        json_string(json, NULL, topomap_allocation_host(allocation, node));
    json_close(json, ']');
    json_list(json, "placement", plan->placement, plan->ranks);
    json_list(json, "slots", plan->slots, plan->ranks);
}

static void print_json(struct text *text, const struct topomap_plan *plan,
                       const struct topomap_request *r)
{
    struct json json = {0};

    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    json_string(&json, "network",
                topomap_network_summary(topomap_allocation_network(r->allocation)));
    json_whole(&json, "ranks", plan->ranks);
    json_string(&json, "algorithm", topomap_plan_algorithm(plan));
    json_string(&json, "objective", objective_find(r->objective)->name);
    json_number(&json, "score_before", plan->scored ? plan->score_before.value : NAN);
    json_number(&json, "score_after", plan->scored ? plan->score_after.value : NAN);
    json_whole(&json, "seed", r->seed);
    json_bool(&json, "kept", plan->kept);
    json_score(&json, "before", &plan->before, r, plan->layout);
    json_score(&json, "after", &plan->after, r, plan->placement);
    if (plan->scored)
        summary_times_json(&json, &plan->before, &plan->after);
    json_number(&json, "inside_before", r->nodetree && r->graph ? plan->inside_before : NAN);
    json_number(&json, "inside_after", r->nodetree && r->graph ? plan->inside_after : NAN);
    json_weighted(&json, plan, r);
    json_bound(&json, r);
    json_routings(&json, plan);
    json_bool(&json, "assumed_speeds", topomap_network_assumed(r->allocation->network));
    json_tried(&json, plan);
    explain_json(&json, plan);
    json_nodes(&json, plan, r->allocation);
    json_close(&json, '}');
    *text = json.text;
}

/* One way to print a plan. */
static const struct plan_format {
    const char *name;
    const char *summary;
    void (*print)(struct text *text, const struct topomap_plan *plan,
                  const struct topomap_request *request);
    /* Whether the plan can be printed in this format; NULL: all can. */
    int (*check)(const struct topomap_plan *plan, const struct topomap_request *request,
                 struct topomap_error *error);
} formats[] = {
    {"text", "a report for people", print_text, NULL},
    {"details", "the same with the loads of each class of links", print_details, NULL},
    {"json", "everything, for programs", print_json, NULL},
    {"csv", "a table of rank, host, index of the host and slot", maps_print_csv, NULL},
    {"slots", "lines of rank, host and slot", maps_print_slots, NULL},
    {"hosts", "one host name per rank: SLURM_HOSTFILE, Open MPI's --map-by seq", maps_print_hosts,
     NULL},
    {"rankfile", "Open MPI and PRRTE rank file: host and cores of each rank", cpus_print_rankfile,
     cpus_check_rankfile},
    {"mpich", "machine file of MPICH (Hydra) and Intel MPI, ranks in order", maps_print_mpich,
     NULL},
    {"cray", "MPICH_RANK_ORDER of Cray MPICH", maps_print_cray, NULL},
    {"cpu-bind", "list of masks for srun --cpu-bind", cpus_print_bind, cpus_check_bind},
    {"flux", "task map of Flux (RFC 34)", maps_print_flux, NULL},
    {"pmix", "node map and process map of PMIx", maps_print_pmix, NULL},
    {"fujitsu", "rank map file of Fujitsu's pjsub: coordinates of each rank", maps_print_fujitsu,
     maps_check_fujitsu},
    {"bgmap", "Blue Gene map file: coordinates of each rank, then its task there",
     maps_print_bgmap, maps_check_bgmap},
    {"scotch", "mapping file of Scotch: rank and index of its host", maps_print_scotch, NULL},
};

bool topomap_plan_format_get(size_t index, const char **name, const char **summary)
{
    if (index >= sizeof formats / sizeof *formats)
        return false;
    *name = formats[index].name;
    *summary = formats[index].summary;
    return true;
}

char *topomap_plan_print(const struct topomap_plan *plan, const char *format,
                         struct topomap_error *error)
{
    const struct topomap_request *request = &plan->request;
    struct text text = {0};
    char *result;

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(format, formats[i].name) != 0)
            continue;
        if (formats[i].check && formats[i].check(plan, request, error) < 0)
            return NULL;
        formats[i].print(&text, plan, request);
        result = text_take(&text);
        if (!result)
            error_memory(error);
        return result;
    }
    error_set(error, TOPOMAP_USAGE, "unknown format '%s'", format);
    return NULL;
}
