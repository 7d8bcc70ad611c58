/* SPDX-License-Identifier: BSD-3-Clause */
/* The placement of one algorithm by itself, for comparisons. */
#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"
#include "plan/choice.h"
#include "plan/plan.h"
#include "plan/stage.h"

#include <stdlib.h>
#include <string.h>

/* Run the algorithm and convert its placement from the stage to nodes and slots. */
static int run(const struct stage *stage, const struct map_job *job, const char *text,
               uint32_t *placement, uint32_t *slots, struct topomap_error *error)
{
    struct map_result out = {.placement = placement};
    struct choice choice;

    if (choice_parse(&choice, text, strlen(text), error) < 0 ||
        choice_run(&choice, job, stage, &out, error) < 0 ||
        (slots && stage_slots(stage, placement, slots, error) < 0))
        return -1;
    stage_nodes(stage, placement);
    return 0;
}

/* "auto" is a plan, which keeps the layout if nothing is better. */
static int run_plan(const struct topomap_request *request, uint32_t *placement, uint32_t *slots,
                    struct topomap_error *error)
{
    size_t size = topomap_graph_ranks(request->graph) * sizeof *placement;
    struct topomap_request automatic = *request;
    struct topomap_plan *plan;

    automatic.algorithms = "auto";
    plan = topomap_plan_create(&automatic, error);
    if (!plan)
        return -1;
    memcpy(placement, topomap_plan_placement(plan), size);
    if (slots)
        memcpy(slots, topomap_plan_slots(plan), size);
    topomap_plan_destroy(plan);
    return 0;
}

static int run_alone(const struct topomap_request *r, const struct objective *objective,
                     const char *algorithm, uint32_t *placement, uint32_t *slots,
                     struct topomap_error *error)
{
    uint32_t *block = array_raw(topomap_allocation_ranks(r->allocation), sizeof *block);
    struct map_job job = {.graph = r->graph, .allocation = r->allocation,
                          .coordinates = plan_coordinates(r),
                          .layout = r->layout ? r->layout : block, .effort = r->effort,
                          .keep_first = r->keep_first,
                          .timed = objective->timed,
                          .delayed = objective_delayed(r->graph), .seed = r->seed};
    struct stage stage;
    int result;

    if (!block)
        return error_memory(error);
    topomap_placement_block(r->allocation, block);
    result = stage_init(&stage, r, job.layout, NULL, NULL, error);
    if (result == 0) {
        job.shared = map_shared_create(error);
        result = job.shared ? run(&stage, &job, algorithm, placement, slots, error) : -1;
        map_shared_destroy(job.shared);
    }
    stage_free(&stage);
    free(block);
    return result;
}

int topomap_map(const struct topomap_request *request, const char *algorithm,
                uint32_t *placement, uint32_t *slots, struct topomap_error *error)
{
    const struct objective *objective = objective_of(request, error);

    if (!objective || plan_check(request, error) < 0)
        return -1;
    if (!request->graph)
        return error_set(error, TOPOMAP_USAGE, "there is no graph");
    if (strcmp(algorithm, "auto") == 0)
        return run_plan(request, placement, slots, error);
    return run_alone(request, objective, algorithm, placement, slots, error);
}
