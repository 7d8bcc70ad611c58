/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Annealing on time: node contents and ranks are annealed in turn on the seconds of links in each
 * part of the exchange, each time from the placement with the shortest predicted time so far. Node
 * contents lead to placements that swaps of ranks do not reach.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "refine/exchange_loads.h"
#include "refine/refine.h"
#include "refine/seconds.h"
#include "refine/units.h"
#include "search/anneal.h"

#include <stdlib.h>
#include <string.h>

/* No further run begins after so many times the work of all: where one prediction is more work than
 * a run may have, as of dense exchanges in many parts, each run takes longer than it should. */
#define MOST_WORK 3

/* Where this part of the runs has found nothing, the others hardly do. */
#define FRUITLESS_PART 2

/* The last part of the runs is by the 16th powers of seconds, those before by the 8th. */
#define LAST_PART 4

/* What is annealed in turn. */
enum annealed { CONTENTS, RANKS, ANNEALED };

struct turn {
    enum annealed annealed;
    enum exchange_norm norm;
    uint64_t seed;
};

/* What all runs share. */
struct setting {
    const struct map_job *job;
    uint64_t work; /* of each */
    uint64_t done; /* by all so far */
    float harmless[ANNEALED]; /* temperatures, see anneal_schedule: costs of all runs are in parts
                               * of that of their start */
    struct search_near near;
    struct routes *routes;
};

/* One run, for a shorter predicted time of ranks or node contents. */
struct run {
    struct refine_units units;
    uint32_t *unit_of; /* [ranks] */
    struct arrangement arrangement;
    struct exchange_loads loads;
    struct search search;
};

static void run_free(struct run *run)
{
    search_free(&run->search);
    exchange_loads_free(&run->loads);
    arrangement_free(&run->arrangement);
    refine_units_free(&run->units);
    free(run->unit_of);
}

static int run_init(struct run *run, const struct setting *setting, const struct turn *turn,
                    const uint32_t *placement, double seconds, struct topomap_error *error)
{
    const struct map_job *job = setting->job;
    bool contents = turn->annealed == CONTENTS;
    uint32_t ranks = job->graph->ranks;

    *run = (struct run){.unit_of = array_raw(ranks, sizeof *run->unit_of)};
    if (!run->unit_of)
        return error_memory(error);
    for (uint32_t rank = 0; rank < ranks; rank++)
        run->unit_of[rank] = contents ? placement[rank] : rank;
    if ((contents ? refine_units_contents : refine_units_ranks)(job, placement, &run->units,
                                                                error) < 0)
        return -1;
    if (arrangement_init(&run->arrangement, run->units.graph.vertices, job->allocation->nodes,
                         run->units.place, run->units.size) < 0)
        return error_memory(error);
    if (exchange_loads_init(&run->loads, job, &run->units, run->unit_of, &run->arrangement,
                            setting->routes, turn->norm, seconds, error) < 0)
        return -1;
    if (search_init(&run->search, &run->loads.model, &setting->near, job->deadline) < 0)
        return error_memory(error);
    return 0;
}

static int run_annealing(struct run *run, struct setting *setting, const struct turn *turn,
                         struct topomap_error *error)
{
    struct anneal_schedule schedule = {
        .heat = {.times = 1},
        .volume = (float)(2 * run->loads.cost / run->arrangement.units),
        .temperatures = (uint32_t)tuning(TUNING_TIMED_TEMPERATURES),
        .work = setting->work,
        .seed = turn->seed,
        .harmless = &setting->harmless[turn->annealed],
    };

    if (anneal_run(&run->search, &schedule) < 0)
        return error_memory(error);
    return exchange_loads_finish(&run->loads, error);
}

static int anneal(struct setting *setting, const struct turn *turn, uint32_t *placement,
                  double *seconds, struct topomap_error *error)
{
    const struct map_job *job = setting->job;
    struct run run;
    int result = run_init(&run, setting, turn, placement, *seconds, error);

    if (result == 0)
        result = run_annealing(&run, setting, turn, error);
    if (result == 0) {
        *seconds = run.loads.seconds;
        memcpy(placement, run.loads.best, job->graph->ranks * sizeof *placement);
    }
    setting->done += run.loads.model.work;
    map_work(job, run.loads.model.work);
    run_free(&run);
    return result;
}

static int anneal_in_turn(struct setting *setting, uint32_t *placement, double seconds,
                          struct topomap_error *error)
{
    const struct map_job *job = setting->job;
    uint32_t runs = ANNEALED * (uint32_t)tuning_at(TUNING_TIMED_RUNS, job->effort);
    uint32_t last = runs - runs / LAST_PART / ANNEALED * ANNEALED;
    double start = seconds;

    for (uint32_t i = 0; i < runs && setting->done < MOST_WORK * runs * setting->work; i++) {
        const struct turn turn = {i % ANNEALED, i < last ? EXCHANGE_NORM_8 : EXCHANGE_NORM_16,
                                  job->seed + i};

        if (map_late(job) || (i % ANNEALED == 0 && i > 0 && i >= runs / FRUITLESS_PART &&
                              seconds >= start))
            break;
        if (anneal(setting, &turn, placement, &seconds, error) < 0)
            return -1;
    }
    map_found(job, seconds);
    return 0;
}

static int refine_anneal_time(const struct map_job *job, uint32_t *placement,
                              struct topomap_error *error)
{
    struct routes routes;
    struct setting setting = {
        .job = job,
        .work = (uint64_t)tuning_at(TUNING_TIMED_WORK, job->effort),
        .routes = &routes,
    };
    double seconds = job->known;
    int result;

    if (refinement_near(job, &setting.near, error) < 0 ||
        (seconds <= 0 &&
         refine_seconds(job, placement, INFINITY, &seconds, NULL, error) < 0) ||
        routes_init(&routes, job->allocation,
                    job->delayed ? ROUTES_DELAYED_CHANNELS : ROUTES_CHANNELS, error) < 0)
        return -1;
    result = anneal_in_turn(&setting, placement, seconds, error);
    routes_free(&routes);
    return result;
}

const struct refinement refinement_anneal_time = {
    "+anneal-time", "simulated annealing of node contents and ranks by the seconds of links", true,
    refine_anneal_time};
