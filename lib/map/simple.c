/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

int map_inorder(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    (void)error;
    topomap_placement_block(job->allocation, placement);
    return 0;
}

int map_cyclic(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    (void)error;
    topomap_placement_cyclic(job->allocation, placement);
    return 0;
}

int map_random(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    struct random random;

    (void)error;
    topomap_placement_block(job->allocation, placement);
    random_seed(&random, job->seed);
    random_shuffle(&random, placement, job->graph->ranks);
    return 0;
}
