/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/pace.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Upper limit of the seconds that annealing takes at effort default: a constant, and a part for
 * each rank. */
#define PLENTY 0.2
#define PLENTY_PER_RANK 5e-5

/* The part of the remaining time that a run may be planned for; the rest allows for variation
 * between runs. */
#define SAFE 0.85

/* The most work of an effort, relative to the effort below it. */
static const double growth[] = {
    [TOPOMAP_EFFORT_FAST] = 1,
    [TOPOMAP_EFFORT_DEFAULT] = 10,
    [TOPOMAP_EFFORT_BEST] = 400,
};

/* One run at the effort below, then two at the effort itself. The first of the two measures the
 * speed at that effort. */
#define RUNS 3

static bool has_plenty(const struct map_job *job)
{
    double seconds = PLENTY + PLENTY_PER_RANK * job->graph->ranks;

    if (job->effort == TOPOMAP_EFFORT_BEST)
        seconds *= growth[TOPOMAP_EFFORT_BEST];
    return job->deadline == 0 || clock_seconds() + seconds < job->deadline;
}

/*
 * Run again and again, with more of the work each time. All runs start from the same placement, as
 * an annealed one leaves nothing to anneal.
 */
static int run_all(struct map_job *job, const uint32_t *start, uint32_t *placement,
                   int (*refine)(const struct map_job *job, uint32_t *placement,
                                 struct topomap_error *error),
                   struct topomap_error *error)
{
    enum topomap_effort effort = job->effort;
    double whole = job->part > 0 ? job->part : 1; /* what the caller asked for */
    double part = 1 / growth[effort];

    job->effort = (enum topomap_effort)(effort - 1);
    for (int run = 0; run < RUNS; run++) {
        double began = clock_seconds();
        double left, possible;

        memcpy(placement, start, job->graph->ranks * sizeof *placement);
        if (refine(job, placement, error) < 0)
            return -1;
        left = job->deadline - clock_seconds();
        possible = SAFE * left * part / (clock_seconds() - began);
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
    uint32_t *start;
    int result;

    if (job->effort == TOPOMAP_EFFORT_FAST || has_plenty(job))
        return refine(job, placement, error);
    start = array_raw(job->graph->ranks, sizeof *start);
    if (!start)
        return error_memory(error);
    memcpy(start, placement, job->graph->ranks * sizeof *start);
    result = run_all(&paced, start, placement, refine, error);
    free(start);
    return result;
}
