/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/map.h"

#include "base/clock.h"

#include <string.h>

void map_phase(struct map_job *job, const char *name, double *start)
{
    double now = clock_seconds();
    size_t i = 0;

    while (i < job->phases && strcmp(job->phase[i].name, name) != 0)
        i++;
    if (i == job->phases && i < MAP_MAX_PHASES)
        job->phase[job->phases++] = (struct topomap_phase){.name = name};
    if (i < job->phases)
        job->phase[i].seconds += now - *start;
    *start = now;
}

bool map_late(const struct map_job *job)
{
    return job->deadline > 0 && clock_seconds() >= job->deadline;
}
