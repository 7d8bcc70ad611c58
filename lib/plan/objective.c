/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/objective.h"

#include "base/error.h"
#include "base/hint.h"
#include "machine/nodetree.h"
#include "map/map.h"
#include "metric/time.h"
#include "refine/seconds.h"

#include <math.h>
#include <string.h>

/* What scores of placements are computed for. */
static struct map_job job_of(const struct topomap_graph *graph,
                             const struct topomap_allocation *allocation)
{
    return (struct map_job){.graph = graph, .allocation = allocation,
                            .delayed = objective_delayed(graph)};
}

static double sum_hop_bytes(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation, const uint32_t *placement)
{
    const struct map_job job = job_of(graph, allocation);

    return map_hop_bytes(&job, placement) / allocation->network->scale;
}

static int hop_bytes(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     double enough, struct objective_score *score, struct topomap_error *error)
{
    (void)enough;
    (void)error;
    *score = (struct objective_score){sum_hop_bytes(graph, allocation, placement), 0};
    return 0;
}

static int congestion(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      double enough, struct objective_score *score, struct topomap_error *error)
{
    struct topomap_metrics metrics;

    (void)enough;
    if (topomap_metrics_compute(graph, allocation, placement, &metrics, error) < 0)
        return -1;
    *score = (struct objective_score){metrics.max_link_bytes, metrics.hop_bytes};
    return 0;
}

bool objective_delayed(const struct topomap_graph *graph)
{
    return !graph->weights;
}

static int predicted_time(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          double enough, struct objective_score *score,
                          struct topomap_error *error)
{
    const struct map_job job = job_of(graph, allocation);

    score->tie = sum_hop_bytes(graph, allocation, placement);
    return refine_seconds(&job, placement, enough, &score->value, NULL, error);
}

int topomap_metrics_timed(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          struct topomap_metrics *metrics, struct topomap_error *error)
{
    const struct map_job job = job_of(graph, allocation);
    struct topomap_time time;

    if (metrics_with_time(graph, allocation, placement, metrics, &time, error) < 0)
        return -1;
    metrics->seconds = refine_seconds_of(&job, &time);
    return 0;
}

int objective_measure(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct objective_score *score,
                      struct topomap_error *error)
{
    if (topomap_metrics_timed(graph, allocation, placement, metrics, error) < 0)
        return -1;
    if (time_is_judged(graph, allocation->network))
        return predicted_time(graph, allocation, placement, INFINITY, score, error);
    *score = (struct objective_score){metrics->seconds,
                                      sum_hop_bytes(graph, allocation, placement)};
    return 0;
}

static const struct objective objectives[] = {
    {.name = "auto", .quantity = "predicted time", .busiest = true, .timed = true, .guided = true,
     .error = 0.0025, .score = predicted_time,
     .summary = "predicted time, with hop-bytes as a guide; the layout stays unless the time is "
                "clearly shorter"},
    {.name = "hop-bytes", .quantity = "hop-bytes", .score = hop_bytes,
     .summary = "bytes times hops, summed over all messages between ranks"},
    {.name = "congestion", .quantity = "congestion", .busiest = true, .score = congestion,
     .summary = "bytes over the most loaded link under the network's routing; among equals, "
                "hop-bytes"},
    {.name = "time", .quantity = "predicted time", .busiest = true, .timed = true,
     .score = predicted_time,
     .summary = "predicted seconds of one exchange; among equals, hop-bytes"},
};

const struct objective *objective_get(size_t index)
{
    return index < sizeof objectives / sizeof *objectives ? &objectives[index] : NULL;
}

const struct objective *objective_find(const char *name)
{
    for (size_t i = 0; objective_get(i); i++) {
        if (!name || strcmp(name, objectives[i].name) == 0)
            return &objectives[i];
    }
    return NULL;
}

double topomap_time_error(void)
{
    return objective_find("auto")->error;
}

const struct objective *objective_need(const char *name, struct topomap_error *error)
{
    const struct objective *objective = objective_find(name);
    struct hint hint;

    if (objective)
        return objective;
    hint_init(&hint, name, strlen(name));
    for (size_t i = 0; objective_get(i); i++)
        hint_offer(&hint, objectives[i].name);
    error_set(error, TOPOMAP_USAGE, "unknown objective '%s'%s", name, hint_text(&hint));
    return NULL;
}

bool objective_weighs_inside(const struct topomap_request *request)
{
    return request->nodetree && nodetree_is_weighted(request->nodetree);
}

const char *objective_quantity(const struct topomap_request *request)
{
    const struct objective *objective = objective_find(request->objective);

    return objective == objective_find("hop-bytes") && objective_weighs_inside(request)
               ? "score"
               : objective->quantity;
}

/* Whether hop-bytes are the better objective: links, or levels inside nodes, have weights, which
 * say what counts, or only distances are known, and no links. */
static bool counts_hops(const struct topomap_request *request)
{
    const struct topomap_network *network = request->allocation->network;

    return network->traits & NETWORK_DISTANCES || topomap_network_weighted(network) ||
           objective_weighs_inside(request);
}

bool objective_replaced(const struct topomap_request *request)
{
    return objective_find(request->objective)->guided && counts_hops(request);
}

const struct objective *objective_of(const struct topomap_request *request,
                                     struct topomap_error *error)
{
    const struct objective *objective = objective_need(request->objective, error);

    return objective && objective_replaced(request) ? objective_find("hop-bytes") : objective;
}

bool topomap_objective_get(size_t index, const char **name, const char **summary)
{
    const struct objective *objective = objective_get(index);

    if (!objective)
        return false;
    *name = objective->name;
    *summary = objective->summary;
    return true;
}
