/* SPDX-License-Identifier: BSD-3-Clause */
/* The placement of one algorithm by itself, for comparisons. */
#include "base/error.h"
#include "base/memory.h"
#include "map/shared.h"
#include "plan/choice.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

static int run(struct map_job *job, const char *text, uint32_t *placement,
               struct topomap_error *error)
{
    struct choice choice;

    if (choice_parse(&choice, text, strlen(text), error) < 0)
        return -1;
    return choice_run(&choice, job, placement, error);
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

int topomap_map(const struct topomap_request *request, const char *algorithm,
                uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = topomap_allocation_ranks(request->allocation);
    const struct objective *objective = objective_find(request->objective);
    struct map_job job = {.graph = request->graph, .allocation = request->allocation,
                          .coordinates = plan_coordinates(request),
                          .effort = request->effort, .seed = request->seed};
    uint32_t *block = NULL;
    int result = -1;

    if (plan_check(request, error) < 0)
        return -1;
    if (!request->graph)
        return error_set(error, TOPOMAP_USAGE, "there is no graph");
    if (!objective)
        return error_set(error, TOPOMAP_USAGE, "unknown objective '%s'", request->objective);
    job.timed = objective->timed;
    if (strcmp(algorithm, "auto") == 0)
        return run_plan(request, placement, error);
    if (!request->layout) {
        block = array_raw(ranks, sizeof *block);
        if (!block)
            return error_memory(error);
        topomap_placement_block(request->allocation, block);
    }
    job.layout = request->layout ? request->layout : block;
    job.shared = map_shared_create(error);
    if (job.shared)
        result = run(&job, algorithm, placement, error);
    map_shared_destroy(job.shared);
    free(block);
    return result;
}
