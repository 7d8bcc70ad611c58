/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/shared.h"

static int map_tree(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    enum map_hierarchy kind = job->allocation->network->tree ? MAP_NATURAL : MAP_JOINED;

    return map_shared_down(job, kind, out->placement, error);
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
