/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/shared.h"

static int map_down(const struct map_job *job, enum map_hierarchy kind, uint32_t *placement,
                    struct topomap_error *error)
{
    const struct map_groups *groups = map_shared_groups(job, error);
    const struct hierarchy *hierarchy = groups ? map_shared_hierarchy(job, kind, error) : NULL;

    return hierarchy ? map_groups_down(job, groups, hierarchy, placement, error) : -1;
}

static int map_tree(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    return map_down(job, job->allocation->network->tree ? MAP_NATURAL : MAP_JOINED, out->placement,
                    error);
}

static int map_tree_joined(const struct map_job *job, struct map_result *out,
                           struct topomap_error *error)
{
    return map_down(job, MAP_JOINED, out->placement, error);
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
