/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/curve.h"
#include "map/common/shared.h"

#include <stdlib.h>
#include <string.h>

/*
 * The cost of an order of nodes: the hops between nodes 1, 2, 4, ... steps apart, each sum divided
 * by the step. This is a model of ranks that exchange more the closer their numbers are.
 */
static double cost(const struct topomap_allocation *allocation, const uint32_t *order,
                   uint32_t nodes)
{
    double sum = 0;

    for (uint32_t step = 1; step < nodes; step *= 2) {
        uint64_t hops = 0;

        for (uint32_t i = step; i < nodes; i++)
            hops += allocation_distance(allocation, order[i - step], order[i]);
        sum += (double)hops / step;
    }
    return sum;
}

/* Leave out the nodes without tasks. */
static void drop_idle(const struct topomap_allocation *allocation, uint32_t *order)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < allocation->nodes; i++) {
        if (allocation->tasks[order[i]] > 0)
            order[used++] = order[i];
    }
}

/* Replace `best` [nodes with tasks] by the order of the cheapest curve, if one is cheaper.
 * `trial` has an element for each node. */
static int try_curves(const struct topomap_allocation *allocation, uint32_t nodes, uint32_t *best,
                      uint32_t *trial, struct topomap_error *error)
{
    static curve_key *const curves[] = {curve_sweep, curve_scan, curve_gray, curve_hilbert,
                                        curve_zorder};
    double lowest = cost(allocation, best, nodes);

    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        double found;

        if (curve_order(allocation, curves[i], trial, error) < 0)
            return -1;
        drop_idle(allocation, trial);
        found = cost(allocation, trial, nodes);
        if (found >= lowest)
            continue;
        lowest = found;
        memcpy(best, trial, nodes * sizeof *best);
    }
    return 0;
}

/* Nodes in depth-first order of the hierarchy are near to their successors at every scale. If
 * nodes have coordinates, a curve may be better still. */
static int map_order(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    const struct topomap_allocation *allocation = job->allocation;
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_BINARY, error);
    uint32_t *order, *trial;
    uint32_t rank = 0;
    int result = 0;

    if (!hierarchy)
        return -1;
    order = array_raw(2 * (size_t)allocation->nodes, sizeof *order);
    if (!order)
        return error_memory(error);
    trial = order + allocation->nodes;
    memcpy(order, hierarchy->order, hierarchy->nodes * sizeof *order);
    if (allocation->network->dims)
        result = try_curves(allocation, hierarchy->nodes, order, trial, error);
    for (uint32_t i = 0; result == 0 && i < hierarchy->nodes; i++) {
        for (uint32_t task = 0; task < allocation->tasks[order[i]]; task++)
            out->placement[rank++] = order[i];
    }
    free(order);
    return result;
}

const struct map_algorithm algorithm_order = {
    .about = {
        .name = "order",
        .summary = "consecutive ranks on nodes that follow each other closely in the network",
        .source = "depth-first order of the switch tree; the best of the space-filling curves and "
                  "of recursively halved coordinates",
        .needs = "any network",
        .complexity = "O(n + m log^2 m)",
    },
    .map = map_order,
};
