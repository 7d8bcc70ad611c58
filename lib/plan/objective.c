/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/objective.h"

#include "base/error.h"
#include "base/hint.h"

#include <string.h>

/* Every pair stands twice in the symmetrised view, with the bytes of both directions. */
static double sum_hop_bytes(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation, const uint32_t *placement)
{
    double sum = 0;

    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        uint32_t node = placement[rank];

        for (size_t e = graph->pair_offset[rank]; e < graph->pair_offset[rank + 1]; e++) {
            if (graph->partner[e] > rank && placement[graph->partner[e]] != node)
                sum += graph->weight[e] *
                       allocation_distance(allocation, node, placement[graph->partner[e]]);
        }
    }
    return sum / allocation->network->scale;
}

static int hop_bytes(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct objective_score *score, struct topomap_error *error)
{
    (void)error;
    *score = (struct objective_score){sum_hop_bytes(graph, allocation, placement), 0};
    return 0;
}

static int congestion(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct objective_score *score, struct topomap_error *error)
{
    struct topomap_metrics metrics;

    if (topomap_metrics_compute(graph, allocation, placement, &metrics, error) < 0)
        return -1;
    *score = (struct objective_score){metrics.max_link_bytes, metrics.hop_bytes};
    return 0;
}

static int predicted_time(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          struct objective_score *score, struct topomap_error *error)
{
    struct topomap_time time;

    if (topomap_time_predict(graph, allocation, placement, &time, error) < 0)
        return -1;
    *score = (struct objective_score){time.seconds, sum_hop_bytes(graph, allocation, placement)};
    return 0;
}

static const struct objective objectives[] = {
    {"hop-bytes", "bytes times hops, summed over all messages between ranks",
     false, false, hop_bytes},
    {"congestion", "bytes over the most loaded link under the network's routing; among equals, "
                   "hop-bytes", true, false, congestion},
    {"time", "seconds of one exchange: the busiest link and the longest latency; among equals, "
             "hop-bytes", true, true, predicted_time},
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

bool topomap_objective_get(size_t index, const char **name, const char **summary)
{
    const struct objective *objective = objective_get(index);

    if (!objective)
        return false;
    *name = objective->name;
    *summary = objective->summary;
    return true;
}
