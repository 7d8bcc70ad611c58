/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/time.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "metric/exchange.h"
#include "metric/routings.h"
#include "network/channel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A prediction that is given up is above what is enough by more than its rounding. */
#define ROUNDING 1e-9

/* The numbers of draws of routes. */
struct draws {
    uint32_t first, count;
};

static const struct draws searched = {1, TIME_SEARCHED_DRAWS};

/* The exchanges by one routing, or by one draw of its routes. */
struct course {
    const struct topomap_network *network; /* of whole nodes */
    struct topomap_network *routed;        /* owned; NULL: the network as it is described */
    uint32_t of;                           /* its seconds count divided by that */
    struct exchange *exchange;
    struct network_spread spread;
    double seconds;                        /* of the exchanges so far, or a lower bound */
};

/* A prediction is the mean of its courses, in which all routings weigh the same. */
struct time_predictor {
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation;
    struct draws draws;
    uint32_t courses;
    struct course course[ROUTINGS_MAX + TIME_JUDGED_DRAWS]; /* there is one routing with draws */
    struct network_share *shares; /* [network_spread_most + 2], for any of them */
    uint32_t *first;              /* [whole nodes]: the first rank on each; NULL: no routes are
                                   * drawn */
};

static int course_init(struct course *course, const struct time_predictor *p, size_t most_uses,
                       struct topomap_error *error)
{
    course->exchange = exchange_create(p->allocation, course->network, most_uses,
                                       topomap_graph_phases(p->graph));
    if (network_spread_init(&course->spread, course->network) < 0 || !course->exchange)
        return error_memory(error);
    return 0;
}

/* The courses of one of `routings` routings. */
static int add_routing(struct time_predictor *p, const struct topomap_network *network,
                       uint32_t routing, uint32_t routings, struct topomap_error *error)
{
    bool drawn = network->ops->routings[routing].drawn;
    uint32_t draws = drawn ? p->draws.count : 1;

    for (uint32_t i = 0; i < draws; i++) {
        struct course *course = &p->course[p->courses];

        course->routed = network_routed(network, routing, drawn ? p->draws.first + i : 0,
                                        error);
        if (!course->routed)
            return -1;
        course->routed->drawn_for = p->first;
        course->network = course->routed;
        course->of = routings * draws;
        p->courses++;
    }
    return 0;
}

/* The courses of the routing, or of each that the network may have. */
static int add_routings(struct time_predictor *p, const struct topomap_network *network,
                        struct topomap_error *error)
{
    uint32_t routings = network_routings(network->ops);
    int result = 0;

    if (network->routing != NETWORK_UNSTATED)
        return add_routing(p, network, network->routing, 1, error);
    for (uint32_t r = 0; result == 0 && r < routings && r < ROUTINGS_MAX; r++)
        result = add_routing(p, network, r, routings, error);
    return result;
}

/* Whichever nodes the ranks are on, draws send the same ranks' messages over links of the same
 * numbers: else a search would find the placement that is luckiest in these draws. */
static void find_first_ranks(struct time_predictor *p, const uint32_t *placement)
{
    for (uint32_t rank = p->allocation->ranks; p->first && rank-- > 0;) {
        uint32_t node = p->allocation->node[placement[rank]];

        network_whole(p->allocation->network, &node);
        p->first[node] = rank;
    }
}

static int predictor_init(struct time_predictor *p, size_t most_uses, bool by_routing,
                          struct topomap_error *error)
{
    const struct topomap_network *network = network_whole(p->allocation->network, &(uint32_t){0});
    uint32_t most = 0;

    if (by_routing)
        p->first = array_new(network->nodes, sizeof *p->first);
    if (by_routing && !p->first)
        return error_memory(error);
    if (by_routing && add_routings(p, network, error) < 0)
        return -1;
    if (!by_routing)
        p->course[p->courses++] = (struct course){.network = network, .of = 1};
    for (uint32_t i = 0; i < p->courses; i++) {
        uint32_t longest = network_spread_most(p->course[i].network);

        most = longest > most ? longest : most;
        if (course_init(&p->course[i], p, most_uses, error) < 0)
            return -1;
    }
    p->shares = array_raw((size_t)most + 2, sizeof *p->shares);
    return p->shares ? 0 : error_memory(error);
}

static void predictor_clear(struct time_predictor *p)
{
    for (uint32_t i = 0; i < p->courses; i++) {
        network_spread_free(&p->course[i].spread);
        exchange_destroy(p->course[i].exchange);
        network_routed_free(p->course[i].routed);
    }
    free(p->shares);
    free(p->first);
}

static void carry(void *context, const struct traffic_flow *flow)
{
    struct time_predictor *p = context;
    uint32_t from = p->allocation->node[flow->from], to = p->allocation->node[flow->to];

    network_whole(p->allocation->network, &from);
    network_whole(p->allocation->network, &to);
    for (uint32_t i = 0; i < p->courses; i++)
        exchange_add(p->course[i].exchange, flow, p->shares,
                     channel_spread(&p->course[i].spread, from, to, p->shares));
}

/* How much is enough for one course if that is enough for the mean: what the others take at least
 * is known. */
static double enough_for(const struct time_predictor *p, const struct course *course, double enough)
{
    double rest = enough * (1 + ROUNDING);

    for (uint32_t i = 0; i < p->courses; i++)
        rest -= &p->course[i] != course ? p->course[i].seconds / p->course[i].of : 0;
    return rest * course->of;
}

/* The exchange of a graph. */
static int predict_one(struct time_predictor *p, const struct topomap_graph *graph,
                       const uint32_t *placement, double enough, struct topomap_error *error)
{
    struct traffic *traffic = traffic_create(graph, p->allocation, placement, error);
    int result = 0;

    if (!traffic)
        return -1;
    for (uint32_t i = 0; i < p->courses; i++)
        exchange_begin(p->course[i].exchange, graph);
    traffic_each(traffic, carry, p);
    traffic_destroy(traffic);
    for (uint32_t i = 0; i < p->courses; i++)
        p->course[i].seconds = fmax(p->course[i].seconds,
                                    exchange_add_inside(p->course[i].exchange, graph, placement));
    for (uint32_t i = 0; result == 0 && i < p->courses; i++) {
        struct course *course = &p->course[i];

        result = exchange_end(course->exchange, enough_for(p, course, enough));
        course->seconds = exchange_seconds(course->exchange);
    }
    return result < 0 ? error_memory(error) : 0;
}

/* Whether the exchanges so far are known to take more than is enough. If nothing is, the busiest
 * link of all exchanges is asked for. */
static bool is_known(const struct time_predictor *p, double enough)
{
    double mean = 0;

    for (uint32_t i = 0; i < p->courses; i++)
        mean += p->course[i].seconds / p->course[i].of;
    return enough > 0 && mean > enough * (1 + ROUNDING);
}

static int predict_all(struct time_predictor *p, const uint32_t *placement, double enough,
                       struct topomap_error *error)
{
    int result = 0;

    find_first_ranks(p, placement);
    for (uint32_t i = 0; i < p->courses; i++) {
        exchange_restart(p->course[i].exchange);
        p->course[i].seconds = 0;
    }
    for (size_t i = 0; result == 0 && i < topomap_graph_phases(p->graph); i++) {
        if (is_known(p, enough))
            break;
        result = predict_one(p, topomap_graph_phase(p->graph, i), placement, enough, error);
    }
    return result;
}

static void tell_mean(const struct time_predictor *p, struct topomap_time *mean)
{
    *mean = (struct topomap_time){0};
    for (uint32_t i = 0; i < p->courses; i++) {
        struct topomap_time time;

        exchange_tell(p->course[i].exchange, &time);
        mean->seconds += time.seconds / p->course[i].of;
        mean->transfer += time.transfer / p->course[i].of;
        mean->latency += time.latency / p->course[i].of;
        mean->work += time.work;
        mean->assumed = mean->assumed || time.assumed;
    }
}

static void let_learn(struct time_predictor *p, bool learn)
{
    for (uint32_t i = 0; i < p->courses; i++)
        exchange_learn(p->course[i].exchange, learn);
}

/* Find by Slurm's block distribution in which exchanges latencies decide. */
static int learn(struct time_predictor *p, struct topomap_error *error)
{
    uint32_t *block;
    int result;

    if (topomap_graph_phases(p->graph) == 1)
        return 0;
    block = array_raw(p->allocation->ranks, sizeof *block);
    if (!block)
        return error_memory(error);
    topomap_placement_block(p->allocation, block);
    let_learn(p, true);
    result = predict_all(p, block, INFINITY, error);
    let_learn(p, false);
    free(block);
    return result;
}

static int prepare(struct time_predictor *p, size_t most_uses, struct topomap_error *error)
{
    bool by_routing = network_has_courses(p->allocation->network);

    return predictor_init(p, most_uses, by_routing, error) < 0 ? -1 : learn(p, error);
}

struct time_predictor *time_predictor_create(const struct topomap_graph *graph,
                                             const struct topomap_allocation *allocation,
                                             struct topomap_error *error)
{
    struct time_predictor *p = array_new(1, sizeof *p);

    if (!p) {
        error_memory(error);
        return NULL;
    }
    *p = (struct time_predictor){.graph = graph, .allocation = allocation, .draws = searched};
    if (prepare(p, EXCHANGE_MOST_USES, error) == 0)
        return p;
    time_predictor_destroy(p);
    return NULL;
}

void time_predictor_destroy(struct time_predictor *predictor)
{
    if (predictor)
        predictor_clear(predictor);
    free(predictor);
}

int time_predictor_run(struct time_predictor *predictor, const uint32_t *placement, double enough,
                       struct topomap_time *time, struct topomap_error *error)
{
    if (predict_all(predictor, placement, enough, error) < 0)
        return -1;
    tell_mean(predictor, time);
    return 0;
}

static int predict(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                   const uint32_t *placement, struct draws draws, size_t most_uses, double enough,
                   struct topomap_time *time, struct topomap_error *error)
{
    struct time_predictor p = {.graph = graph, .allocation = allocation, .draws = draws};
    int result = prepare(&p, most_uses, error);

    if (result == 0)
        result = time_predictor_run(&p, placement, enough, time, error);
    predictor_clear(&p);
    return result;
}

int time_predict(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                 const uint32_t *placement, double enough, struct topomap_time *time,
                 struct topomap_error *error)
{
    return predict(graph, allocation, placement, searched, EXCHANGE_MOST_USES, enough, time,
                   error);
}

static struct draws judged(const struct topomap_graph *graph)
{
    if (topomap_graph_phases(graph) > 1)
        return searched;
    return (struct draws){1 + TIME_SEARCHED_DRAWS,
                          graph->ranks < TIME_MANY_RANKS ? TIME_JUDGED_DRAWS : TIME_SEARCHED_DRAWS};
}

bool time_is_judged(const struct topomap_graph *graph, const struct topomap_network *network)
{
    return network_has_draws(network) && topomap_graph_phases(graph) == 1;
}

int time_judge(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
               const uint32_t *placement, struct topomap_time *time, struct topomap_error *error)
{
    return predict(graph, allocation, placement, judged(graph), EXCHANGE_MOST_USES, INFINITY, time,
                   error);
}

/* The busiest links by the expected loads, which need no simulation. */
static int tell_busiest(const struct topomap_graph *graph,
                        const struct topomap_allocation *allocation, const uint32_t *placement,
                        struct topomap_time *time, struct topomap_error *error)
{
    struct time_predictor p = {.graph = graph, .allocation = allocation};
    int result = predictor_init(&p, 0, false, error);

    if (result == 0)
        result = predict_all(&p, placement, INFINITY, error);
    if (result == 0) {
        struct topomap_time expected;

        exchange_tell(p.course[0].exchange, &expected);
        time->busy = expected.busy;
        memcpy(time->busiest, expected.busiest, sizeof time->busiest);
    }
    predictor_clear(&p);
    return result;
}

static int predict_whole(const struct topomap_graph *graph,
                         const struct topomap_allocation *allocation, const uint32_t *placement,
                         size_t most_uses, struct topomap_time *time, struct topomap_error *error)
{
    if (predict(graph, allocation, placement, judged(graph), most_uses, INFINITY, time,
                error) < 0)
        return -1;
    return tell_busiest(graph, allocation, placement, time, error);
}

int topomap_time_predict(const struct topomap_graph *graph,
                         const struct topomap_allocation *allocation, const uint32_t *placement,
                         struct topomap_time *time, struct topomap_error *error)
{
    return predict_whole(graph, allocation, placement, EXCHANGE_MOST_USES, time, error);
}

int topomap_time_simulate(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          struct topomap_time *time, struct topomap_error *error)
{
    return predict_whole(graph, allocation, placement, SIZE_MAX, time, error);
}
