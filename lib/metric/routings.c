/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/routings.h"

#include "base/error.h"
#include "machine/allocation.h"

static int measure(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                   const uint32_t *const placement[2], struct routing_load *load,
                   struct topomap_error *error)
{
    for (int i = 0; i < 2; i++) {
        struct topomap_metrics metrics;

        if (topomap_metrics_timed(graph, allocation, placement[i], &metrics, error) < 0)
            return -1;
        load->heaviest[i] = metrics.max_link_bytes;
        load->seconds[i] = metrics.seconds;
    }
    return 0;
}

int routings_compare(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *before,
                     const uint32_t *after, struct routing_load *loads, uint32_t *count,
                     struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    const uint32_t *const placement[] = {before, after};
    uint32_t routings = network_routings(network->ops);
    int result = 0;

    *count = 0;
    if (network->routing != NETWORK_UNSTATED)
        return 0;
    for (uint32_t r = 0; result == 0 && r < routings && r < ROUTINGS_MAX; r++) {
        struct topomap_allocation routed = *allocation;
        struct topomap_network *other = network_routed(network, r, 0, error);

        if (!other)
            return -1;
        routed.network = other;
        loads[r].routing = network->ops->routings[r].word;
        result = measure(graph, &routed, placement, &loads[r], error);
        network_routed_free(other);
        *count = r + 1;
    }
    return result;
}

bool routings_disagree(const struct routing_load *loads, uint32_t count)
{
    double even = topomap_time_error();
    uint32_t faster = 0, slower = 0;

    for (uint32_t r = 0; r < count; r++) {
        faster += loads[r].seconds[1] < (1 - even) * loads[r].seconds[0];
        slower += loads[r].seconds[1] > (1 + even) * loads[r].seconds[0];
    }
    return (faster > 0 && faster < count) || (slower > 0 && slower < count);
}

double ratio_of(double before, double after)
{
    return after == before ? 1 : after / before;
}

struct routings_ratio routings_ratio(const struct routing_load *loads, uint32_t count)
{
    struct routings_ratio ratio = {1, 1, 1};
    double sum[2] = {0, 0};

    for (uint32_t r = 0; r < count; r++) {
        double one = ratio_of(loads[r].seconds[0], loads[r].seconds[1]);

        ratio.least = r == 0 || one < ratio.least ? one : ratio.least;
        ratio.most = r == 0 || one > ratio.most ? one : ratio.most;
        sum[0] += loads[r].seconds[0];
        sum[1] += loads[r].seconds[1];
    }
    ratio.mean = ratio_of(sum[0], sum[1]);
    return ratio;
}
