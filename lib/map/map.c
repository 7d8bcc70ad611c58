/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/map.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

/* Candidates of the same name have phases of their own. */
static bool is_phase(const struct topomap_phase *phase, const char *algorithm, const char *name)
{
    return phase->algorithm == algorithm && strcmp(phase->name, name) == 0;
}

void map_phase(const struct map_job *job, const char *name, double *start)
{
    struct map_times *times = job->times;
    double now = clock_seconds();
    size_t i = 0;

    if (times) {
        while (i < times->phases && !is_phase(&times->phase[i], job->algorithm, name))
            i++;
        if (i == times->phases && i < MAP_MAX_PHASES)
            times->phase[times->phases++] =
                (struct topomap_phase){.algorithm = job->algorithm, .name = name};
        if (i < times->phases)
            times->phase[i].seconds += now - (*start > times->last ? *start : times->last);
        times->last = now;
    }
    *start = now;
}

void map_work(const struct map_job *job, uint64_t work)
{
    if (job->times)
        job->times->work += work;
}

/* Each pair stands in the rows of both its ranks. */
double map_hop_bytes(const struct map_job *job, const uint32_t *placement)
{
    const struct topomap_graph *graph = job->graph;
    double sum = 0;

    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        for (size_t e = graph->pair_offset[rank];
             e < graph->pair_offset[rank + 1] && graph->partner[e] < rank; e++)
            sum += (double)graph->weight[e] * allocation_distance(job->allocation, placement[rank],
                                                                  placement[graph->partner[e]]);
    }
    return sum;
}

void map_found(const struct map_job *job, double seconds)
{
    if (job->found)
        *job->found = seconds;
}

bool map_late(const struct map_job *job)
{
    return job->deadline > 0 && clock_seconds() >= job->deadline;
}

int map_number(const struct map_job *job, const char *name, uint32_t *number,
               struct topomap_error *error)
{
    const char *text = job->parameter ? job->parameter : "";
    const char *cursor = text;
    uint64_t found;

    if (text_parse_number(&cursor, text + strlen(text), TOPOMAP_MAX_RANKS, &found) < 0 || *cursor ||
        found == 0)
        return error_set(error, TOPOMAP_USAGE, "algorithm '%s' needs a number from 1 to %u, not "
                         "'%.40s'", name, TOPOMAP_MAX_RANKS, text);
    *number = (uint32_t)found;
    return 0;
}

uint32_t *map_shuffled(uint64_t seed, uint32_t count)
{
    uint32_t *order = array_raw(count, sizeof *order);
    struct random random;

    if (!order)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    random_seed(&random, seed);
    random_shuffle(&random, order, count);
    return order;
}
