/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Congestion reduction: swaps that relieve the busiest links. Units that send over them are swapped
 * with units on nearby nodes, as in Deveci, Kaya, Ucar, Catalyurek: Fast and high quality
 * topology-aware task mapping, IPDPS 2015. Here a swap is judged by all links that it changes. Each
 * link has a price, a high power of its load. So a swap may also lower the load of nearly busy
 * links, or the number of busy ones, and thus make room for swaps that lower the maximum.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/score.h"
#include "base/tuning.h"
#include "metric/traffic.h"
#include "refine/link_loads.h"
#include "refine/refine.h"
#include "refine/seconds.h"
#include "refine/units.h"
#include "search/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Units visited between two looks at the clock: some milliseconds. */
#define UNWATCHED 64

/* What the stages of a search share. */
struct relief {
    const struct map_job *job;
    const struct search_near *near;
    struct refine_loads loads;
    struct known_gains contents, ranks;
    struct random random;
    uint64_t limit; /* of work */
    uint32_t parts; /* of it, those that are left: node contents and ranks of each stage */
    bool promising; /* a stage has gained something, or had no work left to try swaps */
};

/* Congestion reduction of units: ranks or node contents. */
struct rounds {
    struct relief *relief;
    struct arrangement arrangement;
    struct link_loads links;
    struct search search;
    uint64_t limit; /* of work */
    uint64_t tried; /* work of swaps */
    struct link_standing now;
    uint32_t version; /* of the loads that `now` is about */
    uint32_t *best; /* [units]: the places of the best arrangement so far */
    uint32_t *busy; /* [units]: those with traffic over busy links */
    bool *is_busy;  /* [units] */
};

/* ---- rounds ------------------------------------------------------------------------------ */

static bool is_better(struct link_standing a, struct link_standing b)
{
    return score_is_better(a.load, a.hop_bytes, b.load, b.hop_bytes);
}

/* The target of a round: load, or hop-bytes. */
static double target_of(const struct rounds *r, struct link_standing standing)
{
    return r->relief->loads.part ? standing.load : standing.hop_bytes;
}

static void measure(struct rounds *r)
{
    r->now = link_loads_measure(&r->links);
    r->version = r->relief->loads.version;
}

static void keep_best(struct rounds *r)
{
    memcpy(r->best, r->arrangement.place, r->arrangement.units * sizeof *r->best);
}

/* Whether time is up, at the visit of the busy unit `i`: most units are visited without a look at
 * the clock. */
static bool is_late(const struct rounds *r, uint32_t i)
{
    return i % UNWATCHED == 0 && map_late(r->relief->job);
}

/* One round. Keeps the best arrangement so far in r->best and its standing in *best. */
static void run_round(struct rounds *r, double busy_part, struct link_standing *best)
{
    struct refine_loads *loads = &r->relief->loads;
    uint64_t begun;
    uint32_t count;

    refine_loads_rescale(loads, r->now.load);
    r->version = loads->version;
    count = link_loads_busy(&r->links, loads->part ? busy_part * r->now.load : 0, r->busy,
                            r->is_busy);
    begun = r->links.model.work;
    for (uint32_t i = 0; i < count && r->links.model.work < r->limit && !is_late(r, i); i++)
        sampling_visit(&r->search, &r->relief->random, r->busy[i],
                       (uint32_t)tuning(TUNING_RELIEF_TRIES));
    r->tried += r->links.model.work - begun;
    if (r->version == loads->version)
        return;
    measure(r);
    if (!is_better(r->now, *best))
        return;
    keep_best(r);
    *best = r->now;
    r->relief->promising = true;
}

/* The load from which on a link is busy, as a part of the highest: at first only the busiest links
 * are, and more of them after each round that failed. */
static double busy_part(uint32_t failures)
{
    return pow(tuning(TUNING_RELIEF_THRESHOLD_STEP), failures);
}

/* Rounds until none succeeds, or work or time is up. The arrangement becomes the best one. */
static void run_rounds(struct rounds *r, uint32_t part)
{
    struct link_standing best;
    uint32_t failures = 0;

    measure(r);
    keep_best(r);
    best = r->now;
    refine_loads_set_prices(&r->relief->loads, part, part ? INFINITY : best.load);
    while (failures < tuning(TUNING_RELIEF_FAILURES) && r->links.model.work < r->limit &&
           !map_late(r->relief->job)) {
        double before = target_of(r, best);

        run_round(r, busy_part(failures), &best);
        failures = target_of(r, best) < before ? 0 : failures + 1;
    }
    if (memcmp(r->best, r->arrangement.place, r->arrangement.units * sizeof *r->best) == 0)
        return;
    memcpy(r->arrangement.place, r->best, r->arrangement.units * sizeof *r->best);
    r->links.model.calls->renew(&r->links.model);
}

static int rounds_init(struct rounds *r, const struct topomap_graph *graph,
                       struct known_gains *known, uint32_t *place, const uint32_t *size,
                       struct topomap_error *error)
{
    const struct map_job *job = r->relief->job;

    r->best = array_raw(graph->ranks, sizeof *r->best);
    r->busy = array_raw(graph->ranks, sizeof *r->busy);
    r->is_busy = array_raw(graph->ranks, sizeof *r->is_busy);
    if (!r->best || !r->busy || !r->is_busy ||
        arrangement_init(&r->arrangement, graph->ranks, job->allocation->nodes, place, size) < 0)
        return error_memory(error);
    if (link_loads_init(&r->links, &r->arrangement, graph, &r->relief->loads, known, error) < 0)
        return -1;
    if (search_init(&r->search, &r->links.model, r->relief->near, job->deadline) < 0)
        return error_memory(error);
    return 0;
}

static void rounds_free(struct rounds *r)
{
    search_free(&r->search);
    link_loads_free(&r->links);
    arrangement_free(&r->arrangement);
    free(r->best);
    free(r->busy);
    free(r->is_busy);
}

/* Relieve the links between units on the nodes place[units]; place becomes the best arrangement.
 * This may take its part of the work that is left. */
static int relieve(struct relief *relief, const struct topomap_graph *graph,
                   struct known_gains *known, uint32_t part, uint32_t *place,
                   const uint32_t *size, struct topomap_error *error)
{
    uint64_t work = relief->loads.work;
    struct rounds rounds = {.relief = relief, .limit = work};
    int result = rounds_init(&rounds, graph, known, place, size, error);

    if (work < relief->limit)
        rounds.limit += (relief->limit - work) / relief->parts;
    relief->parts--;
    if (result == 0)
        run_rounds(&rounds, part);
    if (rounds.links.model.work >= rounds.limit && rounds.tried < (rounds.limit - work) / 2)
        relief->promising = true;
    rounds_free(&rounds);
    return result;
}

/* ---- units ------------------------------------------------------------------------------- */

static int relieve_ranks(struct relief *relief, uint32_t part, uint32_t *placement,
                         struct topomap_error *error)
{
    const struct map_job *job = relief->job;
    struct refine_units ranks;
    int result;

    if (refine_units_ranks(job, placement, &ranks, error) < 0)
        return -1;
    result = relieve(relief, job->graph, &relief->ranks, part, placement,
                     job->keep_first ? ranks.size : NULL, error);
    refine_units_free(&ranks);
    return result;
}

struct flows {
    struct topomap_edge *edge;
    size_t count;
    size_t capacity;
    bool failed;
};

static void add_flow(void *context, const struct traffic_flow *flow)
{
    struct flows *flows = context;

    if (array_grow(&flows->edge, &flows->capacity, flows->count + 1, sizeof *flows->edge) < 0)
        flows->failed = true;
    else
        flows->edge[flows->count++] =
            (struct topomap_edge){flow->from, flow->to, flow->bytes, flow->messages};
}

/* The traffic between nodes, as a graph. */
static struct topomap_graph *graph_of_nodes(const struct map_job *job, const uint32_t *placement,
                                            struct topomap_error *error)
{
    struct traffic *traffic = traffic_create(job->graph, job->allocation, placement, error);
    struct topomap_graph *graph = NULL;
    struct flows flows = {0};

    if (!traffic)
        return NULL;
    traffic_each(traffic, add_flow, &flows);
    if (flows.failed)
        error_memory(error);
    else
        graph = topomap_graph_create(job->allocation->nodes, flows.edge, flows.count, error);
    free(flows.edge);
    traffic_destroy(traffic);
    return graph;
}

static int relieve_contents(struct relief *relief, uint32_t part, uint32_t *placement,
                            struct topomap_error *error)
{
    const struct map_job *job = relief->job;
    struct topomap_graph *graph = graph_of_nodes(job, placement, error);
    struct refine_units contents = {0};
    int result = -1;

    relief->loads.version++; /* what is known of other contents does not hold for these */
    if (graph && graph_need_pairs(graph, error) == 0 &&
        refine_units_on_nodes(job, placement, &contents, error) == 0) {
        result = relieve(relief, graph, &relief->contents, part, contents.place, contents.size,
                         error);
        if (result == 0)
            refine_units_follow(contents.place, job->graph->ranks, placement);
        refine_units_free(&contents);
    }
    topomap_graph_destroy(graph);
    return result;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* The `part` of refine_loads_set_prices in a stage: at first swaps must cost few hop-bytes, later
 * they may cost more. The last stage saves hop-bytes without raising the highest load. */
static uint32_t stage_part(uint32_t stage, uint32_t stages)
{
    double part = tuning(TUNING_RELIEF_PRICE_STEP);

    for (uint32_t i = 0; i < stage; i++)
        part *= tuning(TUNING_RELIEF_PRICE_STEP);
    return stage + 1 < stages ? (uint32_t)part : 0;
}

/* Limit of the channels looked at: in proportion to the edges, with an upper limit of about a
 * second for large graphs. */
static uint64_t work_limit(const struct map_job *job)
{
    double pairs = (double)job->graph->pair_offset[job->graph->ranks];
    double work = tuning_at(TUNING_RELIEF_WORK, job->effort) * pairs;

    work = fmin(work, tuning_at(TUNING_RELIEF_MOST, job->effort));
    return job->most_work && (double)job->most_work < work ? job->most_work : (uint64_t)work;
}

/* Where the first stage finds nothing to gain, the later ones do not either, as a rule. */
static int run_stages(struct relief *relief, uint32_t *placement, struct topomap_error *error)
{
    const struct map_job *job = relief->job;
    uint32_t stages = (uint32_t)tuning(TUNING_RELIEF_STAGES);

    relief->parts = 2 * stages;
    for (uint32_t i = 0; i < stages && (relief->promising || i == 0) && !map_late(job); i++) {
        uint32_t part = stage_part(i, stages);

        if (relieve_contents(relief, part, placement, error) < 0)
            return -1;
        /* With one rank on each node, node contents are the ranks. */
        if (job->graph->ranks > job->allocation->nodes &&
            relieve_ranks(relief, part, placement, error) < 0)
            return -1;
    }
    return 0;
}

/* All stages; placement becomes what they find. */
static int search(const struct map_job *job, const struct search_near *near, uint32_t *placement,
                  struct topomap_error *error)
{
    const struct topomap_allocation *allocation = job->allocation;
    struct relief relief = {.job = job, .near = near, .limit = work_limit(job)};
    int result = -1;

    random_seed(&relief.random, job->seed);
    if (known_gains_init(&relief.contents, allocation->nodes) < 0 ||
        known_gains_init(&relief.ranks, job->graph->ranks) < 0)
        error_memory(error);
    else if (refine_loads_init(&relief.loads, allocation,
                               job->timed ? ROUTES_LINK_SECONDS : ROUTES_LINK_BYTES, error) == 0)
        result = run_stages(&relief, placement, error);
    map_work(job, relief.loads.work);
    refine_loads_free(&relief.loads);
    known_gains_free(&relief.contents);
    known_gains_free(&relief.ranks);
    return result;
}

/* A placement and its score. */
struct scored {
    uint32_t *placement;
    double value, hop_bytes;
};

/* The value to lower, as the objective scores it, or any value above `enough` if it is more. A time
 * that is above 0 is known. */
static int score(const struct map_job *job, double enough, struct scored *scored,
                 struct topomap_error *error)
{
    struct topomap_metrics metrics;

    if (job->timed) {
        scored->hop_bytes = map_hop_bytes(job, scored->placement);
        return scored->value > 0 ? 0
                                 : refine_seconds(job, scored->placement, enough, &scored->value,
                                                  NULL, error);
    }
    if (topomap_metrics_compute(job->graph, job->allocation, scored->placement, &metrics,
                                error) < 0)
        return -1;
    scored->value = metrics.max_link_bytes;
    scored->hop_bytes = metrics.hop_bytes;
    return 0;
}

/* Refine a copy of the placement, and keep it if its score is better: where the time decides, the
 * search knows less of it than the score. It looks at links alone: relieving ports of nodes and
 * latencies by their prices leaves links busier, and so gains less. */
static int refine_copy(const struct map_job *job, const struct search_near *near,
                       uint32_t *placement, uint32_t *copy, struct topomap_error *error)
{
    size_t size = job->graph->ranks * sizeof *copy;
    struct scored before = {placement, job->known, 0}, after = {copy, 0, 0};

    if (score(job, INFINITY, &before, error) < 0)
        return -1;
    memcpy(copy, placement, size);
    if (search(job, near, copy, error) < 0)
        return -1;
    if (memcmp(copy, placement, size) == 0)
        after = before;
    else if (score(job, before.value, &after, error) < 0)
        return -1;
    if (score_is_better(after.value, after.hop_bytes, before.value, before.hop_bytes)) {
        memcpy(placement, copy, size);
        before.value = after.value;
    }
    if (job->timed)
        map_found(job, before.value);
    return 0;
}

static int refine_congestion(const struct map_job *job, uint32_t *placement,
                             struct topomap_error *error)
{
    uint32_t *copy = array_raw(job->graph->ranks, sizeof *copy);
    struct search_near near;
    int result;

    if (!copy)
        return error_memory(error);
    result = refinement_near(job, &near, error);
    if (result == 0)
        result = refine_copy(job, &near, placement, copy, error);
    free(copy);
    return result;
}

const struct refinement refinement_congestion = {
    "+congestion", "swaps that relieve the busiest links, by bytes or by time", true,
    refine_congestion};
