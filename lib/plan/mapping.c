/* SPDX-License-Identifier: BSD-3-Clause */
/* The placement of one algorithm by itself, for comparisons. */
#include "base/error.h"
#include "base/memory.h"
#include "map/shared.h"
#include "refine/swap.h"

#include <stdlib.h>
#include <string.h>

#define SWAP "+swap"
#define NAME_SIZE 64

/* Split "NAME+swap"; false if it is too long for any name. */
static bool split_name(const char *text, char *plain, bool *refined)
{
    size_t length = strlen(text), suffix = strlen(SWAP);

    *refined = length > suffix && strcmp(text + length - suffix, SWAP) == 0;
    if (*refined)
        length -= suffix;
    if (length >= NAME_SIZE)
        return false;
    memcpy(plain, text, length);
    plain[length] = '\0';
    return true;
}

static int run(struct map_job *job, const char *text, uint32_t *placement,
               struct topomap_error *error)
{
    const struct map_algorithm *algorithm = NULL;
    char plain[NAME_SIZE];
    bool refined, layout;
    int result;

    if (!split_name(text, plain, &refined))
        return error_set(error, TOPOMAP_USAGE, "unknown algorithm '%.40s'", text);
    layout = strcmp(plain, "layout") == 0;
    if (!layout)
        algorithm = map_algorithm_find(plain);
    if (!layout && !algorithm)
        return error_set(error, TOPOMAP_USAGE, "unknown algorithm '%.40s'", text);
    if (layout) {
        memcpy(placement, job->layout, topomap_graph_ranks(job->graph) * sizeof *placement);
        result = 0;
    } else {
        result = algorithm->map(job, placement, error);
    }
    return result == 0 && refined ? refine_swap(job, placement, error) : result;
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
    struct map_job job = {.graph = request->graph, .allocation = request->allocation,
                          .effort = request->effort, .seed = request->seed};
    uint32_t *block = NULL;
    int result = -1;

    if (topomap_graph_ranks(request->graph) != ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "the graph has %u ranks, the step has %u",
                         topomap_graph_ranks(request->graph), ranks);
    if (request->layout && topomap_placement_check(request->allocation, request->layout, error) < 0)
        return -1;
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
