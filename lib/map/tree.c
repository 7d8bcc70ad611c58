/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "map/shared.h"

#include <stdlib.h>

/* Map whole groups down `kind` of hierarchy (Wu et al., Algorithm 1). */
static int map_groups_down(struct map_job *job, enum map_hierarchy kind, uint32_t *placement,
                           struct topomap_error *error)
{
    const struct map_groups *groups = map_shared_groups(job, error);
    double start = clock_seconds();
    const struct hierarchy *hierarchy = groups ? map_shared_hierarchy(job, kind, error) : NULL;
    struct descend_load load;
    uint32_t *node;
    int result;

    if (!hierarchy)
        return -1;
    node = array_raw(groups->count, sizeof *node);
    if (!node)
        return error_memory(error);
    load = (struct descend_load){groups->takes, groups->classes, groups->class, groups->node_class};
    result = descend(&groups->graph, hierarchy, &load, map_turnable(job), job->seed, node, error);
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        placement[r] = node[groups->part[r]];
    free(node);
    map_phase(job, "mapping", &start);
    return result;
}

static int map_tree(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    return map_groups_down(job, job->allocation->network->tree ? MAP_NATURAL : MAP_JOINED,
                           placement, error);
}

static int map_tree_joined(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    return map_groups_down(job, MAP_JOINED, placement, error);
}

const struct map_algorithm algorithm_tree = {
    .about = {
        .name = "tree",
        .summary = "groups of ranks, one a node, partitioned down the switch tree, or a "
                   "neighbour-joining tree where there are no switches",
        .source = SOURCE_WU ", Algorithm 1",
        .needs = "any network",
        .complexity = "O(e log m), and O(t^3) to join t <= 512 nodes",
    },
    .map = map_tree,
    .in_auto = true,
    .slow = true,
};

const struct map_algorithm algorithm_tree_nj = {
    .about = {
        .name = "tree-nj",
        .summary = "the same, always down the neighbour-joining tree of hop distances",
        .source = SOURCE_WU ", Algorithm 1",
        .needs = "any network",
        .complexity = "O(e log m), and O(t^3) to join t <= 512 nodes or leaf switches",
    },
    .map = map_tree_joined,
};
