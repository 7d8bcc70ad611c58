/* SPDX-License-Identifier: BSD-3-Clause */
/* The placement of one algorithm by itself, for comparisons. */
#include "base/error.h"
#include "base/memory.h"
#include "plan/choice.h"
#include "plan/plan.h"
#include "plan/stage.h"

#include <stdlib.h>
#include <string.h>

static int run(const struct stage *stage, const struct objective *objective, const char *text,
               uint32_t *placement, struct topomap_error *error)
{
    const struct topomap_request *r = stage->request;
    struct map_job job = {.graph = r->graph, .allocation = r->allocation,
                          .coordinates = plan_coordinates(r), .layout = stage->layout,
                          .effort = r->effort, .timed = objective->timed, .seed = r->seed,
                          .shared = stage->shared};
    struct choice choice;

    if (choice_parse(&choice, text, strlen(text), error) < 0)
        return -1;
    return choice_run(&choice, &job, stage, placement, error);
}

/* "auto" is what planning does, and keeps the layout where nothing is better. */
static int run_plan(const struct topomap_request *request, uint32_t *placement,
                    struct topomap_error *error)
{
    struct topomap_request automatic = *request;
    struct topomap_plan *plan;

    automatic.algorithms = "auto";
    plan = topomap_plan_create(&automatic, error);
    if (!plan)
        return -1;
    memcpy(placement, topomap_plan_placement(plan),
           topomap_graph_ranks(request->graph) * sizeof *placement);
    topomap_plan_destroy(plan);
    return 0;
}

static int run_alone(const struct topomap_request *request, const struct objective *objective,
                     const char *algorithm, uint32_t *placement, struct topomap_error *error)
{
    struct stage stage;
    uint32_t *block = array_raw(topomap_allocation_ranks(request->allocation), sizeof *block);
    int result;

    if (!block)
        return error_memory(error);
    topomap_placement_block(request->allocation, block);
    result = stage_init(&stage, request, false, request->layout ? request->layout : block, NULL,
                        NULL, error);
    if (result == 0)
        result = run(&stage, objective, algorithm, placement, error);
    stage_free(&stage);
    free(block);
    return result;
}

int topomap_map(const struct topomap_request *request, const char *algorithm,
                uint32_t *placement, struct topomap_error *error)
{
    const struct objective *objective = objective_find(request->objective);

    if (plan_check(request, error) < 0)
        return -1;
    if (!request->graph)
        return error_set(error, TOPOMAP_USAGE, "there is no graph");
    if (!objective)
        return error_set(error, TOPOMAP_USAGE, "unknown objective '%s'", request->objective);
    if (strcmp(algorithm, "auto") == 0)
        return run_plan(request, placement, error);
    return run_alone(request, objective, algorithm, placement, error);
}
