/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/swap.h"

#include "base/error.h"
#include "base/memory.h"
#include "refine/level.h"

#include <stdlib.h>

#define NEAR_NODES 12
#define MAX_ROUNDS 4

/* Distances to ask for: in proportion to the edges, but neither too few for small graphs nor, for
 * dense ones, more than takes seconds. */
static uint64_t work_limit(const struct map_job *job)
{
    static const struct {
        uint64_t factor;
        uint64_t least;
        uint64_t most;
    } limits[] = {
        [TOPOMAP_EFFORT_FAST] = {16, UINT64_C(200000), UINT64_C(60000000)},
        [TOPOMAP_EFFORT_DEFAULT] = {96, UINT64_C(2000000), UINT64_C(400000000)},
        [TOPOMAP_EFFORT_BEST] = {4096, UINT64_C(200000000), UINT64_C(20000000000)},
    };
    uint64_t work = limits[job->effort].factor * job->graph->near_offset[job->graph->ranks];

    work = work > limits[job->effort].least ? work : limits[job->effort].least;
    return work < limits[job->effort].most ? work : limits[job->effort].most;
}

/* Swap the contents of nodes. */
static int swap_nodes(const struct map_job *job, const struct refine_near *near,
                      uint32_t *placement, uint64_t *work, uint64_t limit, bool *swapped,
                      struct topomap_error *error)
{
    struct partition_graph ranks = partition_graph_view(job->graph);
    uint32_t nodes = job->allocation->nodes;
    uint32_t *place = array_raw(nodes, sizeof *place);
    struct partition_graph contents;
    struct refine_level level;
    int result = -1;

    if (!place)
        return error_memory(error);
    for (uint32_t node = 0; node < nodes; node++)
        place[node] = node;
    if (partition_graph_contract(&ranks, nodes, placement, &contents, error) == 0) {
        result = refine_level_init(&level, job->allocation, &contents, near, job->allocation->tasks,
                                   place, error);
        if (result == 0) {
            level.work += *work;
            *swapped = refine_level_run(&level, job, limit);
            *work = level.work;
            refine_level_free(&level);
        }
        partition_graph_free(&contents);
    }
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        placement[r] = place[placement[r]];
    free(place);
    return result;
}

static int swap_ranks(const struct map_job *job, const struct refine_near *near,
                      uint32_t *placement, uint64_t *work, uint64_t limit, bool *swapped,
                      struct topomap_error *error)
{
    struct partition_graph ranks = partition_graph_view(job->graph);
    struct refine_level level;

    if (refine_level_init(&level, job->allocation, &ranks, near, NULL, placement, error) < 0)
        return -1;
    level.work += *work;
    *swapped = refine_level_run(&level, job, limit);
    *work = level.work;
    refine_level_free(&level);
    return 0;
}

int refine_swap(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    uint64_t limit = work_limit(job);
    struct refine_near near;
    uint64_t work = 0;
    bool nodes = true;
    bool ranks = true;
    int result;

    if (refine_near_create(&near, job, NEAR_NODES, error) < 0)
        return -1;
    result = 0;
    for (uint32_t round = 0; result == 0 && round < MAX_ROUNDS && work < limit; round++) {
        result = swap_nodes(job, &near, placement, &work, limit, &nodes, error);
        if (result < 0 || (round && !nodes))
            break;
        result = swap_ranks(job, &near, placement, &work, limit, &ranks, error);
        if (!ranks)
            break;
    }
    refine_near_free(&near);
    return result;
}
