/* SPDX-License-Identifier: BSD-3-Clause */
/* From a request to its plan. */
#include "plan/plan.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "machine/nodetree.h"
#include "map/common/shared.h"
#include "metric/time.h"
#include "plan/portfolio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What texts of the plan need of its request, which may end before the plan does. */
static struct topomap_request keep_request(const struct topomap_request *r,
                                           const struct objective *objective)
{
    struct topomap_request kept = *r;

    kept.objective = objective->name;
    kept.layout = NULL;
    kept.algorithms = NULL;
    kept.coordinates = NULL;
    kept.recipe = NULL;
    kept.begins = NULL;
    kept.context = NULL;
    kept.own = NULL;
    nodetree_hold(kept.nodetree);
    return kept;
}

static struct topomap_plan *plan_new(const struct topomap_request *r,
                                     const struct objective *objective,
                                     struct topomap_error *error)
{
    struct topomap_plan *plan = calloc(1, sizeof *plan);
    uint32_t ranks = topomap_allocation_ranks(r->allocation);

    if (plan) {
        plan->request = keep_request(r, objective);
        plan->ranks = ranks;
        plan->scored = r->graph != NULL;
        plan->layout = array_raw(ranks, sizeof *plan->layout);
        plan->placement = array_raw(ranks, sizeof *plan->placement);
        plan->slots = array_raw(ranks, sizeof *plan->slots);
    }
    if (!plan || !plan->layout || !plan->placement || !plan->slots) {
        topomap_plan_destroy(plan);
        error_memory(error);
        return NULL;
    }
    if (r->layout)
        memcpy(plan->layout, r->layout, ranks * sizeof *plan->layout);
    else
        topomap_placement_block(r->allocation, plan->layout);
    memcpy(plan->placement, plan->layout, ranks * sizeof *plan->placement);
    return plan;
}

static int measure_on_nodes(const struct topomap_plan *plan, const struct stage *stage,
                            struct topomap_metrics *metrics, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    uint32_t *nodes = array_raw(plan->ranks, sizeof *nodes);
    int result;

    if (!nodes)
        return error_memory(error);
    memcpy(nodes, plan->placement, plan->ranks * sizeof *nodes);
    stage_nodes(stage, nodes);
    result = topomap_metrics_timed(r->graph, r->allocation, nodes, metrics, error);
    free(nodes);
    return result;
}

/* Where routes are drawn, other draws than those of the search tell the times. */
static int judge_by_draws(struct topomap_plan *plan, const struct stage *stage,
                          struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;

    if ((!plan->before_known && topomap_metrics_timed(r->graph, r->allocation, plan->layout,
                                                      &plan->before, error) < 0) ||
        (!plan->kept && !plan->after_known &&
         measure_on_nodes(plan, stage, &plan->after, error) < 0))
        return -1;
    plan->before_known = true;
    plan->after_known = !plan->kept;
    plan->score_before.value = plan->before.seconds;
    plan->score_after.value = plan->kept ? plan->before.seconds : plan->after.seconds;
    return 0;
}

/* Restore the layout. */
static void keep_layout(struct topomap_plan *plan, const struct stage *stage)
{
    plan->gain = 1 - plan->score_after.value / plan->score_before.value;
    memcpy(plan->placement, stage->layout, plan->ranks * sizeof *plan->layout);
    plan->score_after = plan->score_before;
    plan->routings_known = false;
    plan->kept = true;
}

/* Searches on grids take half of the traffic for each way around opposite places of a ring. Where
 * it is not stated whether that is so, the mean over the routings may not be longer than the
 * layout's. In large jobs ties even out, and metrics by all routings take long. */
static int judge_by_routings(struct topomap_plan *plan, const struct stage *stage,
                             struct topomap_error *error)
{
    const struct topomap_network *network = stage->request->allocation->network;
    double mean;

    if (plan->ranks >= TIME_MANY_RANKS || network->tree || stage->domains ||
        network->routing != NETWORK_UNSTATED || network_routings(network->ops) < 2 ||
        network_has_courses(network))
        return 0;
    if (plan_routings(plan, plan->routing, &plan->routings, error) < 0)
        return -1;
    plan->routings_known = true;
    mean = routings_ratio(plan->routing, plan->routings).mean;
    if (score_at_most(mean, 1))
        return 0;
    keep_layout(plan, stage);
    plan->mean = mean;
    return 0;
}

static bool gains(const struct topomap_plan *plan, double least)
{
    return plan->score_after.value <= plan->score_before.value * (1 - least);
}

/* Restore the layout if the gain is less than the request demands, or may be none. */
static int judge(struct topomap_plan *plan, const struct stage *stage,
                 const struct objective *objective, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    double least = fmax(r->min_gain, objective->error);
    bool found = gains(plan, least);

    if (objective->timed && time_is_judged(r->graph, r->allocation->network) &&
        judge_by_draws(plan, stage, error) < 0)
        return -1;
    if (plan->kept || plan_replaces(r))
        return 0;
    if (gains(plan, least))
        return objective->timed ? judge_by_routings(plan, stage, error) : 0;
    plan->lucky = found && !gains(plan, objective->error);
    keep_layout(plan, stage);
    return 0;
}

/* Fill plan->slots, unless the recipe has done so. */
static int map_slots(struct topomap_plan *plan, const struct stage *stage,
                     struct topomap_error *error)
{
    bool taken = !plan->kept && strcmp(plan->algorithm, "recipe") == 0;

    return taken ? 0 : stage_slots(stage, plan->placement, plan->slots, error);
}

/* Convert the final placement from the stage to nodes. */
static int come_down(struct topomap_plan *plan, const struct stage *stage,
                     struct topomap_error *error)
{
    if (map_slots(plan, stage, error) < 0 ||
        stage_told(stage, stage->layout, NULL, &plan->inside_before, &plan->weighted_before,
                   error) < 0 ||
        stage_told(stage, plan->placement, plan->slots, &plan->inside_after,
                   &plan->weighted_after, error) < 0)
        return -1;
    stage_nodes(stage, plan->placement);
    return 0;
}

/* Without a graph nothing can be compared: the recipe's placement is the plan. */
static int plan_unscored(struct topomap_plan *plan, const uint32_t *recipe,
                         struct topomap_error *error)
{
    memcpy(plan->placement, recipe, plan->ranks * sizeof *recipe);
    plan->algorithm = strdup("recipe");
    return plan->algorithm ? 0 : error_memory(error);
}

static int run_portfolio(struct topomap_plan *plan, struct map_job *job, const struct stage *stage,
                         const struct objective *objective, struct topomap_error *error)
{
    int result;

    job->shared = map_shared_create(error);
    if (!job->shared)
        return -1;
    result = portfolio_run(plan, job, stage, objective, error);
    map_shared_destroy(job->shared);
    return result;
}

/* Metrics of the placement that was chosen. Where the time of nodes decides, that is known. */
static int measure_placement(struct topomap_plan *plan, const struct stage *stage,
                             const struct objective *objective, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;

    if (!objective->timed || stage->domains || !isfinite(plan->score_after.value))
        return topomap_metrics_timed(r->graph, r->allocation, plan->placement, &plan->after, error);
    if (topomap_metrics_compute(r->graph, r->allocation, plan->placement, &plan->after, error) < 0)
        return -1;
    plan->after.seconds = plan->score_after.value;
    return 0;
}

/* Metrics of the layout and of the plan, as far as scoring has not told them. */
static int measure(struct topomap_plan *plan, const struct stage *stage,
                   const struct objective *objective, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;

    if (!plan->before_known && topomap_metrics_timed(r->graph, r->allocation, plan->layout,
                                                     &plan->before, error) < 0)
        return -1;
    if (memcmp(plan->placement, plan->layout, plan->ranks * sizeof *plan->layout) == 0)
        plan->after = plan->before;
    else if (!plan->after_known && measure_placement(plan, stage, objective, error) < 0)
        return -1;
    plan->before.score = plan->score_before.value;
    plan->after.score = plan->score_after.value;
    return 0;
}

static int run_stage(struct topomap_plan *plan, const struct stage *stage,
                     const struct objective *objective, const uint32_t *recipe,
                     struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    struct map_job job = {
        .graph = r->graph,
        .allocation = r->allocation,
        .coordinates = plan_coordinates(r),
        .layout = plan->layout,
        .recipe = recipe,
        .effort = r->effort,
        .keep_first = r->keep_first,
        .timed = objective->timed,
        .delayed = objective_delayed(r->graph),
        .seed = r->seed,
        .deadline = r->time_budget > 0 ? clock_seconds() + r->time_budget : 0,
        .times = &plan->times,
    };
    double start;

    if (run_portfolio(plan, &job, stage, objective, error) < 0 ||
        judge(plan, stage, objective, error) < 0)
        return -1;
    start = clock_seconds();
    if (come_down(plan, stage, error) < 0)
        return -1;
    map_phase(&job, "slots", &start);
    if (measure(plan, stage, objective, error) < 0)
        return -1;
    map_phase(&job, "metrics", &start);
    return 0;
}

static int plan_scored(struct topomap_plan *plan, const struct topomap_request *r,
                       const struct objective *objective, const uint32_t *recipe,
                       struct topomap_error *error)
{
    struct stage stage;
    int result = stage_init(&stage, r, plan->layout, recipe, plan->slots, error);

    if (result == 0)
        result = run_stage(plan, &stage, objective, recipe, error);
    stage_free(&stage);
    return result;
}

static int plan_fill(struct topomap_plan *plan, const struct topomap_request *r,
                     const struct objective *objective, struct topomap_error *error)
{
    uint32_t *recipe;
    int result;

    if (!r->recipe)
        return plan_scored(plan, r, objective, NULL, error);
    recipe = array_raw(plan->ranks, sizeof *recipe);
    if (!recipe)
        return error_memory(error);
    result = topomap_recipe_place(r->recipe, r->allocation, recipe, plan->slots, error);
    if (result == 0)
        result = plan->scored ? plan_scored(plan, r, objective, recipe, error)
                              : plan_unscored(plan, recipe, error);
    free(recipe);
    return result;
}

struct topomap_plan *topomap_plan_create(const struct topomap_request *request,
                                         struct topomap_error *error)
{
    const struct objective *objective = objective_of(request, error);
    double start = clock_seconds();
    struct topomap_plan *plan;

    if (!objective || plan_check(request, error) < 0)
        return NULL;
    plan = plan_new(request, objective, error);
    if (!plan)
        return NULL;
    if (plan_fill(plan, request, objective, error) < 0) {
        topomap_plan_destroy(plan);
        return NULL;
    }
    plan->seconds = clock_seconds() - start;
    return plan;
}
