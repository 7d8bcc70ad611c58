/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/plan.h"

#include "base/error.h"
#include "base/list.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "machine/nodetree.h"
#include "metric/time.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

void topomap_plan_destroy(struct topomap_plan *plan)
{
    if (!plan)
        return;
    free(plan->layout);
    free(plan->placement);
    free(plan->slots);
    free(plan->algorithm);
    topomap_nodetree_destroy((struct topomap_nodetree *)plan->request.nodetree);
    for (size_t i = 0; i < plan->candidates; i++) {
        free((char *)plan->candidate[i].algorithm);
        free((char *)plan->candidate[i].failure);
    }
    free(plan->candidate);
    free(plan);
}

const struct topomap_coordinates *plan_coordinates(const struct topomap_request *r)
{
    return r->coordinates || !r->graph ? r->coordinates : topomap_graph_coordinates(r->graph);
}

/* What differs by less than this part of a score is printed as 1.00. */
#define ROUNDED 0.005

/* Fewer hop-bytes, or a lower score, may have been found in a placement that is not faster. */
static bool tell_shortest(const struct topomap_plan *plan, bool guided, struct text *text)
{
    struct objective_score shortest = plan->shortest;
    bool inside = objective_weighs_inside(&plan->request);
    double before = guided ? plan->score_before.tie : plan->score_before.value;
    double seconds = guided ? plan->score_before.value : plan->before.seconds;

    /* The search's draws of routes say little of its time. */
    if (guided && time_is_judged(plan->request.graph, plan->request.allocation->network))
        return false;
    if ((!guided && !plan->slower) || shortest.value >= (1 - ROUNDED) * before)
        return false;
    text_printf(text, "%s could be %.2f, but ", inside ? "the score" : "hop-bytes",
                shortest.value / before);
    if (shortest.tie >= (1 + ROUNDED) * seconds)
        text_printf(text, "take%s %.2f of its time", inside ? "s" : "", shortest.tie / seconds);
    else
        text_puts(text, "no difference in time is expected");
    return true;
}

/* The gain and the least gain, with as many digits as tell them apart. */
static void tell_gain_below(const struct topomap_plan *plan, struct text *text)
{
    char gain[32], least[32];
    int digits = 3;

    do {
        text_format(gain, sizeof gain, "%.*g", digits, 100 * plan->gain);
        text_format(least, sizeof least, "%.*g", digits, 100 * plan->request.min_gain);
    } while (strcmp(gain, least) == 0 && digits++ < DBL_DECIMAL_DIG);
    text_printf(text, "the gain of %s %% is below the least gain, %s %%", gain, least);
}

void plan_why_kept(const struct topomap_plan *plan, struct text *text)
{
    const struct objective *objective = objective_find(plan->request.objective);

    if (plan->score_before.value == 0 && plan->before.internode_messages == 0)
        text_puts(text, "no message leaves its node");
    else if (plan->lucky)
        text_puts(text, "what was found is not faster by other draws of the routes");
    else if (plan->mean > 0)
        text_printf(text, "what was found takes %.2f of its time by the mean of the routings",
                    plan->mean);
    else if (plan->gain > objective->error)
        tell_gain_below(plan, text);
    else if (tell_shortest(plan, objective->guided, text))
        return;
    else if (plan->gain > 0)
        text_puts(text, "no difference in time is expected");
    else
        text_puts(text, "no better placement was found");
}

int plan_routings(const struct topomap_plan *plan, struct routing_load *loads, uint32_t *count,
                  struct topomap_error *error)
{
    const struct topomap_request *r = &plan->request;

    if (!plan->routings_known)
        return routings_compare(r->graph, r->allocation, plan->layout, plan->placement, loads,
                                count, error);
    memcpy(loads, plan->routing, plan->routings * sizeof *loads);
    *count = plan->routings;
    return 0;
}

/* Where the routing is not stated, and decides whether the placement is faster. */
static void tell_routings(const struct topomap_plan *plan, const char *separator, struct text *text)
{
    const struct topomap_network *network = plan->request.allocation->network;
    struct routing_load loads[ROUTINGS_MAX];
    struct routings_ratio times;
    uint32_t count;

    /* Trees without parallel links are common, and have the same times by all routings. */
    if (network->tree && !network_is_uncertain(network))
        return;
    if (plan_routings(plan, loads, &count, NULL) < 0) {
        text->failed = true;
        return;
    }
    times = routings_ratio(loads, count);
    if (routings_disagree(loads, count))
        text_printf(text, "%suncertain: %.2f to %.2f by routing", separator, times.least,
                    times.most);
}

/* The value of the objective comes first. On a flat network hop-bytes are the bytes between nodes,
 * and links have no names. */
void plan_tell_gain(const struct topomap_plan *plan, struct text *text)
{
    const struct objective *objective = objective_find(plan->request.objective);
    const struct topomap_metrics *before = &plan->before, *after = &plan->after;
    const struct topomap_network *network = plan->request.allocation->network;
    bool flat = network->traits & NETWORK_ALIKE;
    const char *separator = " (";

    text_printf(text, "%s 1.00 -> %.2f of Slurm's %s",
                objective->timed ? "exchange" : objective_quantity(&plan->request),
                ratio_of(plan->score_before.value, plan->score_after.value),
                objective->timed ? "time" : "placement");
    if (!objective->timed) {
        text_printf(text, " (predicted time %.2f", ratio_of(before->seconds, after->seconds));
        separator = ", ";
    }
    if (objective->busiest || objective_weighs_inside(&plan->request)) {
        text_printf(text, "%s%s %.2f", separator, flat ? "bytes between nodes" : "hop-bytes",
                    ratio_of(before->hop_bytes, after->hop_bytes));
        separator = ", ";
    }
    if (objective->timed || !objective->busiest) {
        if (before->max_link_bytes > 0)
            text_printf(text, "%sheaviest link %.2f", separator,
                        ratio_of(before->max_link_bytes, after->max_link_bytes));
    }
    tell_routings(plan, ", ", text);
}

bool plan_replaces(const struct topomap_request *r)
{
    return r->replace_layout && (r->algorithms ? !list_has(r->algorithms, "auto") : !!r->recipe);
}

int plan_check(const struct topomap_request *r, struct topomap_error *error)
{
    uint32_t ranks = topomap_allocation_ranks(r->allocation);
    const struct topomap_coordinates *coordinates = plan_coordinates(r);

    if (!r->graph && !r->recipe)
        return error_set(error, TOPOMAP_USAGE, "there is neither a graph nor a recipe");
    if (r->recipe && r->keep_first)
        return error_set(error, TOPOMAP_USAGE,
                         "a recipe says where rank 0 goes: it cannot be kept on its node");
    if (r->graph && topomap_graph_ranks(r->graph) != ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the graph has %u ranks, the number of tasks is %u%s",
                         topomap_graph_ranks(r->graph), ranks, graph_rank_hint(r->graph, ranks));
    if (coordinates && coordinates->ranks != ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the coordinates are of %u ranks, but there are %u tasks",
                         coordinates->ranks, ranks);
    return r->layout ? topomap_placement_check(r->allocation, r->layout, error) : 0;
}

const uint32_t *topomap_plan_placement(const struct topomap_plan *plan)
{
    return plan->placement;
}

bool topomap_plan_kept(const struct topomap_plan *plan)
{
    return plan->kept;
}

const char *topomap_plan_quantity(const struct topomap_plan *plan)
{
    return objective_quantity(&plan->request);
}

const char *topomap_plan_algorithm(const struct topomap_plan *plan)
{
    return plan->kept ? "layout" : plan->algorithm;
}

bool topomap_plan_scored(const struct topomap_plan *plan)
{
    return plan->scored;
}

struct topomap_score topomap_plan_score_before(const struct topomap_plan *plan)
{
    return (struct topomap_score){plan->score_before.value, plan->inside_before,
                                  plan->weighted_before};
}

struct topomap_score topomap_plan_score_after(const struct topomap_plan *plan)
{
    return (struct topomap_score){plan->score_after.value, plan->inside_after,
                                  plan->weighted_after};
}

const struct topomap_metrics *topomap_plan_before(const struct topomap_plan *plan)
{
    return &plan->before;
}

const struct topomap_metrics *topomap_plan_after(const struct topomap_plan *plan)
{
    return &plan->after;
}

const uint32_t *topomap_plan_slots(const struct topomap_plan *plan)
{
    return plan->slots;
}

const struct topomap_candidate *topomap_plan_candidate(const struct topomap_plan *plan,
                                                       size_t index)
{
    return index < plan->candidates ? &plan->candidate[index] : NULL;
}

const struct topomap_phase *topomap_plan_phase(const struct topomap_plan *plan, size_t index)
{
    return index < plan->times.phases ? &plan->times.phase[index] : NULL;
}

double topomap_plan_seconds(const struct topomap_plan *plan)
{
    return plan->seconds;
}
