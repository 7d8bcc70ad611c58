/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/fill.h"

#include <stdlib.h>

static int map_inorder(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    (void)error;
    topomap_placement_block(job->allocation, placement);
    return 0;
}

static int map_cyclic(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    (void)error;
    topomap_placement_cyclic(job->allocation, placement);
    return 0;
}

static int map_random(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    struct random random;

    (void)error;
    topomap_placement_block(job->allocation, placement);
    random_seed(&random, job->seed);
    random_shuffle(&random, placement, job->graph->ranks);
    return 0;
}

static int map_random_nodes(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    uint32_t nodes = job->allocation->nodes;
    uint32_t *order = array_raw(nodes, sizeof *order);
    struct random random;

    if (!order)
        return error_memory(error);
    for (uint32_t i = 0; i < nodes; i++)
        order[i] = i;
    random_seed(&random, job->seed);
    random_shuffle(&random, order, nodes);
    map_fill(job->allocation, order, placement);
    free(order);
    return 0;
}

const struct map_algorithm algorithm_inorder = {
    .about = {
        .name = "inorder",
        .summary = "consecutive ranks on one node after another, in allocation order",
        .source = "Slurm's block distribution",
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_inorder,
    .in_auto = true,
};

const struct map_algorithm algorithm_cyclic = {
    .about = {
        .name = "cyclic",
        .summary = "ranks round robin over the nodes",
        .source = "Slurm's cyclic distribution",
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_cyclic,
    .in_auto = true,
};

const struct map_algorithm algorithm_random = {
    .about = {
        .name = "random",
        .summary = "a random placement (seeded): what not looking costs",
        .source = "Fisher and Yates shuffle of the block distribution",
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_random,
};

const struct map_algorithm algorithm_random_nodes = {
    .about = {
        .name = "random-nodes",
        .summary = "consecutive ranks on one node after another, nodes in random order "
                   "(seeded)",
        .source = SOURCE_HOT_SPOTS,
        .needs = "any network",
        .complexity = "O(n)",
    },
    .map = map_random_nodes,
};
