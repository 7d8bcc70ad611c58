/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Swaps that relieve the busiest links. As in Deveci, Kaya, Ucar, Catalyurek: Fast and high quality
 * topology-aware task mapping, IPDPS 2015, things that send over them are swapped with things on
 * nodes near by as long as that pays. Here a swap pays by all links that it touches, each priced by
 * a high power of its load, so that swaps that lower the load of nearly busy links, or the number
 * of busy ones, make room for those that lower the maximum.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "metric/traffic.h"
#include "refine/loads.h"
#include "refine/refine.h"
#include "refine/units.h"
#include "search/arrangement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Swaps that each thing at a busy link tries in a round: by load, and by hop-bytes, where most of
 * them are told to be useless at once. */
#define TRIES 8
#define CHEAP_TRIES 32

/* A link is busy if it has at least this part of the highest load: at first, and after each round
 * that did not help. */
static const double busy_parts[] = {0.95, 0.8, 0.6, 0.3};

#define BUSY_PARTS (sizeof busy_parts / sizeof *busy_parts)

/* A round helps if it lowers the highest load by this part, or what else it is about. */
#define HELP 1e-3

/* A gain below this part of the price of the highest load may be rounding. */
#define ROUNDING 1e-9

#define NONE UINT32_MAX

struct search {
    const struct map_job *job;
    const struct topomap_graph *graph; /* of things: ranks, or contents of nodes */
    const struct search_near *near;
    const uint32_t *kind;  /* [nodes]: swaps stay between nodes of a kind; NULL: any */
    uint32_t held;         /* the thing that stays where it is, or NONE */
    uint32_t *place;       /* [things] */
    uint32_t *best;        /* [things]: the best placement so far */
    double *sent;          /* by element of graph->near: bytes to that neighbour */
    struct arrangement contents;
    struct refine_loads loads;
    struct random random;
    uint32_t part;         /* see refine_loads_set_prices; 0: only hop-bytes are to fall */
    uint32_t *busy;        /* [things]: those with traffic over busy links */
    bool *is_busy;         /* [things] */
    uint32_t count;        /* of busy things */
};

/* ---- what things send -------------------------------------------------------------------- */

/* What flows in the symmetrised view: the rows of both are ascending. */
static void fill_sent(struct search *s)
{
    const struct topomap_graph *g = s->graph;

    for (uint32_t t = 0; t < g->ranks; t++) {
        size_t e = g->offset[t];

        for (size_t i = g->near_offset[t]; i < g->near_offset[t + 1]; i++) {
            while (e < g->offset[t + 1] && g->target[e] < g->near[i])
                e++;
            s->sent[i] = e < g->offset[t + 1] && g->target[e] == g->near[i] ? (double)g->bytes[e]
                                                                            : 0;
        }
    }
}

/* Put `bytes` (from, or to if `back`) between two nodes on trial. */
static void send(struct search *s, uint32_t from, uint32_t to, double bytes)
{
    if (from != to && bytes != 0)
        refine_loads_send(&s->loads, from, to, bytes);
}

/* Try `thing`, which is on node `a`, on node `b` instead, where `other` comes from. What the two
 * exchange is left out. */
static void try_move(struct search *s, uint32_t thing, uint32_t a, uint32_t b, uint32_t other)
{
    const struct topomap_graph *g = s->graph;

    for (size_t i = g->near_offset[thing]; i < g->near_offset[thing + 1]; i++) {
        uint32_t node = s->place[g->near[i]];
        double received = g->weight[i] - s->sent[i];

        if (g->near[i] == other)
            continue;
        send(s, a, node, -s->sent[i]);
        send(s, node, a, -received);
        send(s, b, node, s->sent[i]);
        send(s, node, b, received);
    }
    s->loads.work += g->near_offset[thing + 1] - g->near_offset[thing];
}

/* What two things that change places send to each other goes the other way. */
static void try_exchange(struct search *s, uint32_t thing, uint32_t a, uint32_t b, uint32_t other)
{
    const struct topomap_graph *g = s->graph;

    for (size_t i = g->near_offset[thing]; i < g->near_offset[thing + 1]; i++) {
        double received = g->weight[i] - s->sent[i];

        if (g->near[i] != other)
            continue;
        send(s, a, b, received - s->sent[i]);
        send(s, b, a, s->sent[i] - received);
    }
}

/* ---- rounds ------------------------------------------------------------------------------ */

static void swap(struct search *s, uint32_t thing, uint32_t other)
{
    refine_loads_apply(&s->loads);
    arrangement_swap(&s->contents, thing, other);
}

/* A node to move to: that of a neighbour, or one that is near to it or to the thing. */
static uint32_t choose_node(struct search *s, uint32_t thing)
{
    const struct topomap_graph *g = s->graph;
    uint32_t neighbours = (uint32_t)(g->near_offset[thing + 1] - g->near_offset[thing]);
    uint64_t bits = random_next(&s->random);
    uint32_t node = s->place[thing];

    if (bits & 3)
        node = s->place[g->near[g->near_offset[thing] + random_below(&s->random, neighbours)]];
    if ((bits & 3) == 1 || s->near->count == 0)
        return node;
    return search_near_of(s->near, node)[random_below(&s->random, s->near->count)];
}

/* What `thing` would save in hop-bytes on node `b` instead of node `a`, if `other` left it. */
static double hop_bytes_saved(struct search *s, uint32_t thing, uint32_t a, uint32_t b,
                              uint32_t other)
{
    const struct topomap_allocation *allocation = s->job->allocation;
    const struct topomap_graph *g = s->graph;
    double saved = 0;

    for (size_t i = g->near_offset[thing]; i < g->near_offset[thing + 1]; i++) {
        uint32_t node = s->place[g->near[i]];

        if (g->near[i] != other)
            saved += g->weight[i] * ((double)allocation_distance(allocation, a, node) -
                                     (double)allocation_distance(allocation, b, node));
    }
    s->loads.work += g->near_offset[thing + 1] - g->near_offset[thing];
    return saved;
}

/* Try some swaps of a thing until one pays. */
static void visit(struct search *s, uint32_t thing)
{
    const uint32_t *first = s->contents.first;
    uint32_t a = s->place[thing];

    for (uint32_t i = 0; i < (s->part ? TRIES : CHEAP_TRIES); i++) {
        uint32_t b = choose_node(s, thing);
        uint32_t other;

        if (b == a || first[b] == first[b + 1] || (s->kind && s->kind[a] != s->kind[b]))
            continue;
        other = s->contents.member[first[b] + random_below(&s->random, first[b + 1] - first[b])];
        if (other == s->held)
            continue;
        if (!s->part && hop_bytes_saved(s, thing, a, b, other) +
                                hop_bytes_saved(s, other, b, a, thing) <= 0)
            continue;
        refine_loads_try(&s->loads);
        try_move(s, thing, a, b, other);
        try_move(s, other, b, a, thing);
        try_exchange(s, thing, a, b, other);
        if (refine_loads_gain(&s->loads) <= ROUNDING)
            continue;
        swap(s, thing, other);
        return;
    }
}

/* How good a placement is. */
struct standing {
    double load;      /* highest one */
    double latency;   /* of the longest route; 0 if time does not count */
    double hop_bytes;
};

static struct standing measure(struct search *s)
{
    const struct topomap_graph *g = s->graph;
    struct standing standing = {.load = refine_loads_most(&s->loads)};
    const uint32_t *channels;

    for (uint32_t t = 0; t < g->ranks; t++) {
        for (size_t i = g->near_offset[t]; i < g->near_offset[t + 1]; i++) {
            uint32_t a = s->place[t];
            uint32_t b = s->place[g->near[i]];
            const struct loads_route *route;

            if (a == b || s->sent[i] == 0)
                continue;
            standing.hop_bytes += s->sent[i] * allocation_distance(s->job->allocation, a, b);
            if (!s->loads.timed)
                continue;
            route = refine_loads_route(&s->loads, a, b, &channels);
            if (route->latency > standing.latency)
                standing.latency = route->latency;
        }
    }
    s->loads.work += s->loads.channels + g->near_offset[g->ranks];
    return standing;
}

static void mark(struct search *s, uint32_t thing)
{
    if (s->is_busy[thing] || thing == s->held)
        return;
    s->is_busy[thing] = true;
    s->busy[s->count++] = thing;
}

/* Find the things with traffic over links with at least `load`, or routes of such a latency. */
static void find_busy(struct search *s, double load, double latency)
{
    const struct topomap_graph *g = s->graph;
    const uint32_t *channels;

    memset(s->is_busy, 0, g->ranks * sizeof *s->is_busy);
    s->count = 0;
    for (uint32_t t = 0; t < g->ranks; t++) {
        for (size_t i = g->near_offset[t]; i < g->near_offset[t + 1]; i++) {
            uint32_t a = s->place[t];
            uint32_t b = s->place[g->near[i]];
            const struct loads_route *route;
            bool busy;

            if (a == b || s->sent[i] == 0)
                continue;
            route = refine_loads_route(&s->loads, a, b, &channels);
            s->loads.work += route->length;
            busy = s->loads.timed && route->latency >= latency;
            for (uint32_t c = 0; !busy && c < route->length; c++)
                busy = refine_loads_of(&s->loads, channels[c]) >= load;
            if (!busy)
                continue;
            mark(s, t);
            mark(s, g->near[i]);
        }
    }
}

static bool is_better(struct standing a, struct standing b)
{
    double one = a.load + a.latency;
    double other = b.load + b.latency;

    return one < other || (one == other && a.hop_bytes < b.hop_bytes);
}

/* What a round is about. */
static double target_of(const struct search *s, struct standing standing)
{
    return s->part ? standing.load + standing.latency : standing.hop_bytes;
}

/* One round. s->best is the best placement that was met, and *best its standing. */
static void run_round(struct search *s, double busy_part, uint64_t limit, struct standing *best)
{
    struct standing now = measure(s);

    refine_loads_rescale(&s->loads, fmax(now.load, now.latency));
    find_busy(s, s->part ? busy_part * now.load : 0, busy_part * now.latency);
    for (uint32_t i = 0; i < s->count && s->loads.work < limit; i++)
        visit(s, s->busy[i]);
    now = measure(s);
    if (!is_better(now, *best))
        return;
    memcpy(s->best, s->place, s->graph->ranks * sizeof *s->best);
    *best = now;
}

/* Rounds until none helps, or there is no more work or time. */
static void relieve_rounds(struct search *s, uint64_t limit)
{
    struct standing best = measure(s);
    size_t failures = 0;

    memcpy(s->best, s->place, s->graph->ranks * sizeof *s->best);
    refine_loads_set_prices(&s->loads, s->part, s->part ? INFINITY : best.load,
                            s->part ? INFINITY : best.latency);
    while (failures < BUSY_PARTS && s->loads.work < limit && !map_late(s->job)) {
        double before = target_of(s, best);

        run_round(s, busy_parts[failures], limit, &best);
        failures = target_of(s, best) < (1 - HELP) * before ? 0 : failures + 1;
    }
}

/* ---- things ------------------------------------------------------------------------------ */

static int relief_init(struct search *s, uint64_t seed, struct topomap_error *error)
{
    const struct topomap_graph *g = s->graph;
    uint32_t nodes = s->job->allocation->nodes;

    random_seed(&s->random, seed);
    if (refine_loads_init(&s->loads, s->job->allocation, s->job->timed, error) < 0)
        return -1;
    s->best = array_raw(g->ranks, sizeof *s->best);
    s->sent = array_raw(g->near_offset[g->ranks], sizeof *s->sent);
    s->busy = array_raw(g->ranks, sizeof *s->busy);
    s->is_busy = array_raw(g->ranks, sizeof *s->is_busy);
    if (!s->best || !s->sent || !s->busy || !s->is_busy ||
        arrangement_init(&s->contents, g->ranks, nodes, s->place, NULL) < 0)
        return error_memory(error);
    fill_sent(s);
    refine_loads_try(&s->loads);
    for (uint32_t t = 0; t < g->ranks; t++) {
        for (size_t i = g->near_offset[t]; i < g->near_offset[t + 1]; i++)
            send(s, s->place[t], s->place[g->near[i]], s->sent[i]);
    }
    refine_loads_apply(&s->loads);
    return 0;
}

static void relief_free(struct search *s)
{
    refine_loads_free(&s->loads);
    arrangement_free(&s->contents);
    free(s->best);
    free(s->sent);
    free(s->busy);
    free(s->is_busy);
}

/* Relieve things, and leave them where it was best. What to search, and where, is filled in. */
static int relieve(struct search *s, uint64_t limit, struct topomap_error *error)
{
    int result = relief_init(s, s->job->seed, error);

    if (result == 0) {
        relieve_rounds(s, limit);
        memcpy(s->place, s->best, s->graph->ranks * sizeof *s->place);
    }
    map_work(s->job, s->loads.work);
    relief_free(s);
    return result;
}

static int relieve_ranks(const struct map_job *job, const struct search_near *near, uint32_t part,
                         uint64_t limit, uint32_t *placement, struct topomap_error *error)
{
    struct search s = {.job = job, .graph = job->graph, .near = near, .part = part,
                       .held = job->keep_first ? 0 : NONE, .place = placement};

    return relieve(&s, limit, error);
}

/* ---- the contents of nodes as things ----------------------------------------------------- */

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

/* What the nodes send to each other, as a graph. */
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
    uint32_t nodes = job->allocation->nodes;
    uint32_t *place = array_raw(nodes, sizeof *place);
    int result = -1;

    if (graph && !place)
        error_memory(error);
    if (graph && place) {
        struct search s = {.job = job, .graph = graph, .near = near, .part = part,
                           .kind = job->allocation->tasks,
                           .held = job->keep_first ? placement[0] : NONE, .place = place};

        for (uint32_t node = 0; node < nodes; node++)
            place[node] = node;
        result = relieve(&s, limit, error);
    }
    if (result == 0)
        refine_units_follow(place, job->graph->ranks, placement);
    free(place);
    topomap_graph_destroy(graph);
    return result;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* First swaps that cost few hop-bytes, then ones that may cost more, at last ones that save some
 * without a higher load: as in refine_loads_set_prices. */
static const uint32_t stages[] = {4, 16, 64, 256, 0};

#define STAGES (sizeof stages / sizeof *stages)

/* Channels to look at: in proportion to what is sent, but neither too few for small graphs nor more
 * than takes a second for larger ones; and always so many that each stage sees all links. */
static uint64_t work_limit(const struct map_job *job)
{
    static const struct {
        uint64_t factor;
        uint64_t least;
        uint64_t most;
        uint64_t least_factor;
    } limits[] = {
        [TOPOMAP_EFFORT_FAST] = {128, UINT64_C(200000), UINT64_C(10000000), 8},
        [TOPOMAP_EFFORT_DEFAULT] = {2048, UINT64_C(2000000), UINT64_C(100000000), 128},
        [TOPOMAP_EFFORT_BEST] = {65536, UINT64_C(200000000), UINT64_C(10000000000), 1024},
    };
    uint64_t edges = job->graph->near_offset[job->graph->ranks];
    uint64_t work = limits[job->effort].factor * edges;
    uint64_t least = limits[job->effort].least_factor * edges;

    work = work > limits[job->effort].least ? work : limits[job->effort].least;
    work = work < limits[job->effort].most ? work : limits[job->effort].most;
    return work > least ? work : least;
}

static int run_stages(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, struct topomap_error *error)
{
    uint64_t limit = work_limit(job) / (2 * STAGES);

    for (size_t i = 0; i < STAGES; i++) {
        if (relieve_contents(job, near, stages[i], limit, placement, error) < 0)
            return -1;
        /* With one rank on each node the contents of nodes are the ranks. */
        if (job->graph->ranks > job->allocation->nodes &&
            relieve_ranks(job, near, stages[i], limit, placement, error) < 0)
            return -1;
    }
    return 0;
}

/* What is to fall, as it is scored. */
static int score(const struct map_job *job, const uint32_t *placement, double *value,
                 double *hop_bytes, struct topomap_error *error)
{
    struct topomap_metrics metrics;
    struct topomap_time time;

    if (topomap_metrics_get(job->graph, job->allocation, placement, &metrics, error) < 0 ||
        (job->timed &&
         topomap_time_get(job->graph, job->allocation, placement, &time, error) < 0))
        return -1;
    *value = job->timed ? time.seconds : metrics.max_link_bytes;
    *hop_bytes = metrics.hop_bytes;
    return 0;
}

/* Refine a copy: sums of seconds are rounded otherwise than in the score, which decides. */
static int refine_copy(const struct map_job *job, const struct search_near *near,
                       uint32_t *placement, uint32_t *copy, struct topomap_error *error)
{
    double before, after, hop_bytes_before, hop_bytes_after;

    memcpy(copy, placement, job->graph->ranks * sizeof *copy);
    if (score(job, placement, &before, &hop_bytes_before, error) < 0 ||
        run_stages(job, near, copy, error) < 0 ||
        score(job, copy, &after, &hop_bytes_after, error) < 0)
        return -1;
    if (after < before || (after == before && hop_bytes_after < hop_bytes_before))
        memcpy(placement, copy, job->graph->ranks * sizeof *copy);
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
    "+congestion", "swaps that relieve the busiest links, by bytes or by time", refine_congestion};
