/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/common/shared.h"

static int map_tree_nj(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    return map_shared_down(job, MAP_JOINED, out->placement, error);
}

const struct map_algorithm algorithm_tree_nj = {
    .about = {
        .name = "tree-nj",
        .summary = "the same, always down the neighbour-joining tree of hop distances",
        .source = SOURCE_WU ", Algorithm 1",
        .needs = "any network",
        .complexity = "O(e log m), and O(t^3) to join t <= 512 nodes or leaf switches",
    },
    .map = map_tree_nj,
};
