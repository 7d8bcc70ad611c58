/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Annealing on time, in two stages. The first anneals the seconds of the links, changes of which
 * are cheap, with hop-bytes as guide: prices grow with a high power of the seconds, as in
 * congestion reduction. The second anneals the predicted time itself, from a temperature that
 * keeps most of the placement. Each result stays only if its predicted time is shorter.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "refine/exchange_time.h"
#include "refine/link_loads.h"
#include "refine/refine.h"
#include "refine/units.h"
#include "search/anneal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- seconds of links -------------------------------------------------------------------- */

/* A search for shorter seconds of the links. */
struct loads_search {
    struct refine_units ranks;
    struct refine_loads loads;
    struct known_gains known;
    struct arrangement arrangement;
    struct link_loads links;
    struct search search;
};

static void close_loads(struct loads_search *s, const struct map_job *job)
{
    map_work(job, s->links.model.work);
    search_free(&s->search);
    link_loads_free(&s->links);
    arrangement_free(&s->arrangement);
    known_gains_free(&s->known);
    refine_loads_free(&s->loads);
    refine_units_free(&s->ranks);
}

static int open_loads(struct loads_search *s, const struct map_job *job,
                      const struct search_near *near, const uint32_t *placement,
                      struct topomap_error *error)
{
    if (refine_units_ranks(job, placement, &s->ranks, error) < 0 ||
        refine_loads_init(&s->loads, job->allocation, true, job->delayed, error) < 0)
        return -1;
    if (known_gains_init(&s->known, job->graph->ranks) < 0 ||
        arrangement_init(&s->arrangement, job->graph->ranks, job->allocation->nodes, s->ranks.place,
                         s->ranks.size) < 0)
        return error_memory(error);
    if (link_loads_init(&s->links, &s->arrangement, job->graph, &s->loads, &s->known, error) < 0)
        return -1;
    if (search_init(&s->search, &s->links.model, near, job->deadline) < 0)
        return error_memory(error);
    return 0;
}

/* The highest load costs as much as the power of it says and a part of that by hop-bytes. */
static int run_loads(struct loads_search *s, const struct map_job *job, uint64_t seed,
                     struct topomap_error *error)
{
    struct link_standing standing = link_loads_measure(&s->links);
    struct anneal_schedule schedule = {.heat = {.times = 1}, .seed = seed,
                                       .work = (uint64_t)tuning_at(TUNING_LOADS_WORK, job->effort)};

    refine_loads_set_prices(&s->loads, (uint32_t)tuning(TUNING_LOADS_PART), INFINITY, INFINITY);
    refine_loads_rescale(&s->loads, fmax(standing.load, standing.latency));
    schedule.volume = (float)(2 * s->links.model.calls->cost(&s->links.model) / job->graph->ranks);
    return anneal_run(&s->search, &schedule) < 0 ? error_memory(error) : 0;
}

static int anneal_loads(const struct map_job *job, const struct search_near *near, uint64_t seed,
                        uint32_t *placement, struct topomap_error *error)
{
    struct loads_search s = {0};
    int result = open_loads(&s, job, near, placement, error);

    if (result == 0)
        result = run_loads(&s, job, seed, error);
    if (result == 0)
        memcpy(placement, s.ranks.place, job->graph->ranks * sizeof *placement);
    close_loads(&s, job);
    return result;
}

/* ---- predicted time ---------------------------------------------------------------------- */

static int run_predictions(struct exchange_time *time, const struct map_job *job,
                           const struct search_near *near, uint64_t seed,
                           struct topomap_error *error)
{
    double work = fmin(tuning_at(TUNING_TIMED_WORK, job->effort) * (double)time->looks,
                       tuning_at(TUNING_TIMED_MOST, job->effort));
    double tenfold = 10 * tuning(TUNING_FINAL_TEMPERATURE); /* in mean volumes */
    struct anneal_schedule schedule = {
        .heat = {.volumes = (float)tenfold},
        .volume = (float)(tuning(TUNING_TIMED_TEMPERATURE) / tenfold),
        .work = (uint64_t)work,
        .seed = seed,
    };
    struct search search;
    int result = -1;

    if (search_init(&search, &time->model, near, job->deadline) == 0)
        result = anneal_run(&search, &schedule);
    map_work(job, time->model.work);
    search_free(&search);
    return result < 0 || time->failed ? error_memory(error) : 0;
}

static int anneal_predictions(const struct map_job *job, const struct search_near *near,
                              uint64_t seed, uint32_t *placement, struct topomap_error *error)
{
    struct refine_units ranks;
    struct arrangement arrangement = {0};
    struct exchange_time time;
    int result;

    if (refine_units_ranks(job, placement, &ranks, error) < 0)
        return -1;
    result = arrangement_init(&arrangement, job->graph->ranks, job->allocation->nodes, ranks.place,
                              ranks.size) < 0
                 ? error_memory(error)
                 : exchange_time_init(&time, job, &arrangement, error);
    if (result == 0)
        result = run_predictions(&time, job, near, seed, error);
    if (result == 0)
        memcpy(placement, ranks.place, job->graph->ranks * sizeof *placement);
    arrangement_free(&arrangement);
    refine_units_free(&ranks);
    return result;
}

/* ---- both -------------------------------------------------------------------------------- */

/* The stages in their order. The loads are annealed again from what the first run found, by prices
 * that fit its highest load. */
static int (*const stages[])(const struct map_job *job, const struct search_near *near,
                             uint64_t seed, uint32_t *placement, struct topomap_error *error) = {
    anneal_loads, anneal_loads, anneal_predictions};

#define STAGES (sizeof stages / sizeof *stages)

static int run_stages(const struct map_job *job, const struct search_near *near, double seconds,
                      uint32_t *placement, uint32_t *copy, struct topomap_error *error)
{
    size_t size = job->graph->ranks * sizeof *copy;

    for (size_t i = 0; i < STAGES && !map_late(job); i++) {
        double found;

        memcpy(copy, placement, size);
        if (stages[i](job, near, job->seed + i, copy, error) < 0)
            return -1;
        if (memcmp(copy, placement, size) == 0)
            continue;
        if (refine_seconds(job, copy, seconds, &found, error) < 0)
            return -1;
        if (found >= seconds)
            continue;
        memcpy(placement, copy, size);
        seconds = found;
    }
    return 0;
}

static int refine_anneal_time(const struct map_job *job, uint32_t *placement,
                              struct topomap_error *error)
{
    uint32_t *copy = array_raw(job->graph->ranks, sizeof *copy);
    struct search_near near;
    double seconds = job->known;
    int result;

    if (!copy)
        return error_memory(error);
    result = refinement_near(job, &near, error);
    if (result == 0 && seconds <= 0)
        result = refine_seconds(job, placement, INFINITY, &seconds, error);
    if (result == 0)
        result = run_stages(job, &near, seconds, placement, copy, error);
    free(copy);
    return result;
}

const struct refinement refinement_anneal_time = {
    "+anneal-time", "simulated annealing of ranks by the seconds of links, then by predicted time",
    true, refine_anneal_time};
