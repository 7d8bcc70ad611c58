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
#include "base/tuning.h"
#include "metric/time.h"
#include "metric/traffic.h"
#include "refine/link_loads.h"
#include "refine/refine.h"
#include "refine/units.h"
#include "search/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Congestion reduction of units: ranks or node contents. */
struct relief {
    const struct map_job *job;
    const struct search_near *near;
    struct arrangement arrangement;
    struct link_loads links;
    struct search search;
    struct random random;
    uint32_t *best; /* [units]: the places of the best arrangement so far */
    uint32_t *busy; /* [units]: those with traffic over busy links */
    bool *is_busy;  /* [units] */
};

/* ---- rounds ------------------------------------------------------------------------------ */

static bool is_better(struct link_standing a, struct link_standing b)
{
    double one = a.load + a.latency;
    double other = b.load + b.latency;

    return one < other || (one == other && a.hop_bytes < b.hop_bytes);
}

/* The target of a round: load and latency, or hop-bytes. */
static double target_of(const struct relief *r, struct link_standing standing)
{
    return r->links.part ? standing.load + standing.latency : standing.hop_bytes;
}

static void keep_best(struct relief *r)
{
    memcpy(r->best, r->arrangement.place, r->arrangement.units * sizeof *r->best);
}

/* One round. Keeps the best arrangement so far in r->best and its standing in *best. */
static void run_round(struct relief *r, double busy_part, uint64_t limit,
                      struct link_standing *best)
{
    bool by_load = r->links.part > 0;
    struct link_standing now = link_loads_measure(&r->links);
    uint32_t count;

    refine_loads_rescale(&r->links.loads, fmax(now.load, now.latency));
    count = link_loads_busy(&r->links, by_load ? busy_part * now.load : 0, busy_part * now.latency,
                            r->busy, r->is_busy);
    for (uint32_t i = 0; i < count && r->links.model.work < limit; i++)
        sampling_visit(&r->search, &r->random, r->busy[i],
                       (uint32_t)tuning(TUNING_RELIEF_TRIES));
    now = link_loads_measure(&r->links);
    if (!is_better(now, *best))
        return;
    keep_best(r);
    *best = now;
}

/* The load from which on a link is busy, as a part of the highest: at first only the busiest links
 * are, and more of them after each round that failed. */
static double busy_part(uint32_t failures)
{
    return pow(tuning(TUNING_RELIEF_THRESHOLD_STEP), failures);
}

/* Rounds until none succeeds, or work or time is up. */
static void run_rounds(struct relief *r, uint64_t limit)
{
    struct link_standing best = link_loads_measure(&r->links);
    uint32_t part = r->links.part;
    uint32_t failures = 0;

    keep_best(r);
    refine_loads_set_prices(&r->links.loads, part, part ? INFINITY : best.load,
                            part ? INFINITY : best.latency);
    while (failures < tuning(TUNING_RELIEF_FAILURES) && r->links.model.work < limit &&
           !map_late(r->job)) {
        double before = target_of(r, best);

        run_round(r, busy_part(failures), limit, &best);
        failures = target_of(r, best) < before ? 0 : failures + 1;
    }
}

static int relief_init(struct relief *r, const struct topomap_graph *graph, uint32_t part,
                       uint32_t *place, const uint32_t *size, struct topomap_error *error)
{
    const struct topomap_allocation *allocation = r->job->allocation;

    random_seed(&r->random, r->job->seed);
    r->best = array_raw(graph->ranks, sizeof *r->best);
    r->busy = array_raw(graph->ranks, sizeof *r->busy);
    r->is_busy = array_raw(graph->ranks, sizeof *r->is_busy);
    if (!r->best || !r->busy || !r->is_busy ||
        arrangement_init(&r->arrangement, graph->ranks, allocation->nodes, place, size) < 0)
        return error_memory(error);
    if (link_loads_init(&r->links, &r->arrangement, graph, allocation, r->job->timed,
                        r->job->delayed, error) < 0)
        return -1;
    r->links.part = part;
    if (search_init(&r->search, &r->links.model, r->near, r->job->deadline) < 0)
        return error_memory(error);
    return 0;
}

static void relief_free(struct relief *r)
{
    map_work(r->job, r->links.model.work);
    search_free(&r->search);
    link_loads_free(&r->links);
    arrangement_free(&r->arrangement);
    free(r->best);
    free(r->busy);
    free(r->is_busy);
}

/* Relieve the links between units on the nodes place[units]; place becomes the best arrangement. */
static int relieve(const struct map_job *job, const struct search_near *near,
                   const struct topomap_graph *graph, uint32_t part, uint64_t limit,
                   uint32_t *place, const uint32_t *size, struct topomap_error *error)
{
    struct relief relief = {.job = job, .near = near};
    int result = relief_init(&relief, graph, part, place, size, error);

    if (result == 0) {
        run_rounds(&relief, limit);
        memcpy(place, relief.best, graph->ranks * sizeof *place);
    }
    relief_free(&relief);
    return result;
}

/* ---- units ------------------------------------------------------------------------------- */

static int relieve_ranks(const struct map_job *job, const struct search_near *near, uint32_t part,
                         uint64_t limit, uint32_t *placement, struct topomap_error *error)
{
    struct refine_units ranks;
    int result;

    if (refine_units_ranks(job, placement, &ranks, error) < 0)
        return -1;
    result = relieve(job, near, job->graph, part, limit, placement,
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

static int relieve_contents(const struct map_job *job, const struct search_near *near,
                            uint32_t part, uint64_t limit, uint32_t *placement,
                            struct topomap_error *error)
{
    struct topomap_graph *graph = graph_of_nodes(job, placement, error);
    struct refine_units contents = {0};
    int result = -1;

    if (graph && graph_need_pairs(graph, error) == 0 &&
        refine_units_contents(job, placement, &contents, error) == 0) {
        result = relieve(job, near, graph, part, limit, contents.place, contents.size, error);
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

static int run_stages(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, struct topomap_error *error)
{
    uint32_t stages = (uint32_t)tuning(TUNING_RELIEF_STAGES);
    uint64_t limit = work_limit(job) / (2 * (uint64_t)stages);

    for (uint32_t i = 0; i < stages; i++) {
        uint32_t part = stage_part(i, stages);

        if (relieve_contents(job, near, part, limit, placement, error) < 0)
            return -1;
        /* With one rank on each node, node contents are the ranks. */
        if (job->graph->ranks > job->allocation->nodes &&
            relieve_ranks(job, near, part, limit, placement, error) < 0)
            return -1;
    }
    return 0;
}

/* A placement and its score. */
struct scored {
    uint32_t *placement;
    double value, hop_bytes;
};

/* The value to lower, as the objective scores it, or any value above `enough` if it is more. */
static int score(const struct map_job *job, double enough, struct scored *scored,
                 struct topomap_error *error)
{
    struct topomap_metrics metrics;
    struct topomap_time time;

    if (topomap_metrics_compute(job->graph, job->allocation, scored->placement, &metrics,
                                error) < 0 ||
        (job->timed && time_predict(job->graph, job->allocation, scored->placement,
                                    job->delayed ? enough : 0, &time, error) < 0))
        return -1;
    scored->value = !job->timed    ? metrics.max_link_bytes
                    : job->delayed ? time.seconds
                                   : time.transfer;
    scored->hop_bytes = metrics.hop_bytes;
    return 0;
}

/* Refine a copy of `start`, and copy it to `best` if its score is better: the search rounds sums of
 * seconds differently, and knows less of them than the score. */
static int refine_copy(const struct map_job *job, const struct map_job *search,
                       const struct search_near *near, const uint32_t *start, struct scored *best,
                       uint32_t *copy, struct topomap_error *error)
{
    size_t size = job->graph->ranks * sizeof *copy;
    struct scored scored = {.placement = copy};

    memcpy(copy, start, size);
    if (run_stages(search, near, copy, error) < 0 ||
        score(job, best->value, &scored, error) < 0)
        return -1;
    if (scored.value < best->value ||
        (scored.value == best->value && scored.hop_bytes < best->hop_bytes)) {
        memcpy(best->placement, copy, size);
        best->value = scored.value;
        best->hop_bytes = scored.hop_bytes;
    }
    return 0;
}

/* Where the time decides, links are relieved by their seconds, and from the same start by their
 * bytes: the flows that share a link do not all have the latency of the longest. */
static int refine_copies(const struct map_job *job, const struct search_near *near,
                         struct scored *best, uint32_t *copies, struct topomap_error *error)
{
    uint32_t *start = copies, *copy = copies + job->graph->ranks;
    struct map_job by_bytes = *job;

    by_bytes.timed = false;
    memcpy(start, best->placement, job->graph->ranks * sizeof *start);
    if (score(job, job->known > 0 ? 0 : INFINITY, best, error) < 0)
        return -1;
    best->value = job->known > 0 ? job->known : best->value;
    if (refine_copy(job, job, near, start, best, copy, error) < 0)
        return -1;
    return job->timed ? refine_copy(job, &by_bytes, near, start, best, copy, error) : 0;
}

static int refine_congestion(const struct map_job *job, uint32_t *placement,
                             struct topomap_error *error)
{
    uint32_t *copies = array_raw(2 * (size_t)job->graph->ranks, sizeof *copies);
    struct scored best = {.placement = placement};
    struct search_near near;
    int result;

    if (!copies)
        return error_memory(error);
    result = refinement_near(job, &near, error);
    if (result == 0)
        result = refine_copies(job, &near, &best, copies, error);
    free(copies);
    return result;
}

const struct refinement refinement_congestion = {
    "+congestion", "swaps that relieve the busiest links, by bytes or by time", refine_congestion};
