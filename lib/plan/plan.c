/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/plan.h"

#include "base/error.h"
#include "base/list.h"
#include "graph/graph.h"
#include "machine/nodetree.h"

#include <stdlib.h>

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
    free(plan);
}

const struct topomap_coordinates *plan_coordinates(const struct topomap_request *r)
{
    return r->coordinates || !r->graph ? r->coordinates : topomap_graph_coordinates(r->graph);
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
                         "the coordinates are of %u ranks, the number of tasks is %u",
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
