/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "map/shared.h"

#include <string.h>

int map_bisect(struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    const uint32_t *shared = map_shared_bisection(job, error);

    if (!shared)
        return -1;
    memcpy(placement, shared, job->graph->ranks * sizeof *placement);
    return 0;
}
