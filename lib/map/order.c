/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"
#include "map/shared.h"

/* Nodes in the order in which a walk through the hierarchy meets them follow each other closely
 * at every scale; consecutive ranks fill one after another. */
static int map_order(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_BINARY, error);
    uint32_t rank = 0;

    if (!hierarchy)
        return -1;
    for (uint32_t i = 0; i < hierarchy->nodes; i++) {
        uint32_t node = hierarchy->order[i];

        for (uint32_t task = 0; task < job->allocation->tasks[node]; task++)
            placement[rank++] = node;
    }
    return 0;
}

const struct map_algorithm algorithm_order = {
    .about = {
        .name = "order",
        .summary = "consecutive ranks on nodes that follow each other closely in the network",
        .source = "depth-first order of the switch tree, or of recursively halved coordinates",
        .needs = "any network",
        .complexity = "O(n + m log^2 m)",
    },
    .map = map_order,
    .in_auto = true,
};
