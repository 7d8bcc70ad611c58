/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/pace.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The work of annealing at an effort, relative to the effort below it: that of the units for which
 * it grows most. */
static double growth_of(enum topomap_effort effort)
{
    static const enum tuning_id work[] = {TUNING_CONTENTS_WORK, TUNING_NODES_WORK,
                                          TUNING_LARGE_CONTENTS_WORK, TUNING_CLUSTERS_WORK,
                                          TUNING_RANKS_WORK, TUNING_LEAST_ANNEALING_WORK,
                                          TUNING_MOST_ANNEALING_WORK, TUNING_DENSE_WORK};
    double most = 1;

    for (size_t i = 0; i < sizeof work / sizeof *work; i++)
        most = fmax(most, tuning_at(work[i], effort) / tuning_at(work[i], effort - 1));
    return most;
}

/* One run at the effort below, then two at the effort itself. The first of the two measures the
 * speed at that effort. */
#define RUNS 3

static bool has_plenty(const struct map_job *job)
{
    double seconds = tuning(TUNING_UNPACED_SECONDS) +
                     tuning(TUNING_UNPACED_SECONDS_PER_RANK) * job->graph->ranks;

    if (job->effort == TOPOMAP_EFFORT_BEST)
        seconds *= growth_of(job->effort);
    return job->deadline == 0 || clock_seconds() + seconds < job->deadline;
}

/* The placements of runs, [ranks] each. */
struct runs {
    const uint32_t *start; /* of all of them, as an annealed one leaves nothing to anneal */
    uint32_t *latest;
    uint32_t *best;        /* the last run may be cut off, and then find less than one before */
    double hop_bytes;      /* of the best */
};

static int run_once(const struct map_job *job, struct runs *runs,
                    int (*refine)(const struct map_job *job, uint32_t *placement,
                                  struct topomap_error *error),
                    struct topomap_error *error)
{
    size_t size = job->graph->ranks * sizeof *runs->latest;
    double hop_bytes;

    memcpy(runs->latest, runs->start, size);
    if (refine(job, runs->latest, error) < 0)
        return -1;
    hop_bytes = map_hop_bytes(job, runs->latest);
    if (hop_bytes < runs->hop_bytes) {
        memcpy(runs->best, runs->latest, size);
        runs->hop_bytes = hop_bytes;
    }
    return 0;
}

/* Run again and again, with more of the work each time. */
static int run_all(struct map_job *job, struct runs *runs,
                   int (*refine)(const struct map_job *job, uint32_t *placement,
                                 struct topomap_error *error),
                   struct topomap_error *error)
{
    enum topomap_effort effort = job->effort;
    double whole = job->part > 0 ? job->part : 1; /* what the caller asked for */
    double part = 1 / growth_of(effort);

    job->effort = (enum topomap_effort)(effort - 1);
    for (int run = 0; run < RUNS; run++) {
        double began = clock_seconds();
        double left, possible;

        if (run_once(job, runs, refine, error) < 0)
            return -1;
        left = job->deadline - clock_seconds();
        possible = tuning(TUNING_USABLE_TIME) * left * part / (clock_seconds() - began);
        if (part >= 1 || !(possible > part))
            break;
        part = possible < 1 ? possible : 1;
        job->effort = effort;
        job->part = part * whole;
    }
    return 0;
}

int refine_paced(const struct map_job *job, uint32_t *placement,
                 int (*refine)(const struct map_job *job, uint32_t *placement,
                               struct topomap_error *error),
                 struct topomap_error *error)
{
    struct map_job paced = *job;
    size_t size = job->graph->ranks * sizeof *placement;
    uint32_t *start, *latest;
    int result;

    if (job->effort == TOPOMAP_EFFORT_FAST || has_plenty(job))
        return refine(job, placement, error);
    start = array_raw(job->graph->ranks, sizeof *start);
    latest = array_raw(job->graph->ranks, sizeof *latest);
    if (start && latest) {
        struct runs runs = {start, latest, placement, INFINITY};

        memcpy(start, placement, size);
        result = run_all(&paced, &runs, refine, error);
    } else {
        result = error_memory(error);
    }
    free(start);
    free(latest);
    return result;
}
