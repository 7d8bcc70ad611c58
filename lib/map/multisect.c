/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The graph is coarsened once. Then, from the coarsest graph to the finest, ranks and nodes are
 * bisected together while regions have enough vertices, and vertices at the boundaries of regions
 * move where they cost least. In the finest graph, regions get the exact sizes of their nodes and
 * are bisected down to single nodes.
 */
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "map/hierarchy/regions.h"
#include "map/common/shared.h"

#include <math.h>
#include <stdlib.h>

/* Smaller regions wait for a finer level, where they have more vertices. In large graphs the
 * limit is lower, to save time, but not below half. */
static uint32_t cut_vertices(uint32_t vertices)
{
    uint32_t most = (uint32_t)tuning(TUNING_CUT_VERTICES);
    uint32_t coarse = (uint32_t)tuning(TUNING_COARSE_VERTICES);
    uint32_t share = most * coarse / (vertices > coarse ? vertices : coarse);

    return share > most / 2 ? share : most / 2;
}

/* The number of tries of each cut. Coarse graphs, where a cut is cheap and matters most, get more
 * of them. */
static uint32_t cut_tries(uint32_t vertices, enum topomap_effort effort)
{
    double tries = tuning_at(TUNING_CUT_TRIES_VERTICES, effort) / vertices;

    tries = fmin(tries, tuning_at(TUNING_CUT_TRIES_MOST, effort));
    return (uint32_t)fmax(tries, tuning_at(TUNING_CUT_TRIES_LEAST, effort));
}

static int descend_levels(struct regions *b, const struct coarsen *coarsen,
                          enum topomap_effort effort, struct topomap_error *error)
{
    uint32_t vertices = coarsen->level[0].graph.vertices;

    for (uint32_t i = coarsen->levels - 1; i > 0; i--) {
        uint32_t size = coarsen->level[i].graph.vertices;

        if (regions_cut(b, cut_vertices(size), cut_tries(size, effort), error) < 0)
            return -1;
        regions_project(b, &coarsen->level[i - 1]);
        if (regions_refine(b, error) < 0)
            return -1;
    }
    if (regions_settle(b, error) < 0)
        return -1;
    return regions_cut(b, 0, cut_tries(vertices, effort), error);
}

static int multisect(const struct map_job *job, const struct hierarchy *hierarchy,
                     uint32_t *placement, struct topomap_error *error)
{
    struct partition_graph graph = partition_graph_view(job->graph);
    struct coarsen coarsen;
    struct regions regions;
    double start = clock_seconds();
    int result;

    if (coarsen_create(&coarsen, &graph, (uint32_t)tuning(TUNING_CUT_VERTICES), error) < 0)
        return -1;
    map_phase(job, "coarsening", &start);
    result = regions_init(&regions, job->allocation, hierarchy, &coarsen, error);
    if (result == 0) {
        result = descend_levels(&regions, &coarsen, job->effort, error);
        for (uint32_t r = 0; result == 0 && r < graph.vertices; r++)
            placement[r] = hierarchy->order[hierarchy->vertex[regions.where[r]].first];
        regions_free(&regions);
    }
    coarsen_free(&coarsen);
    map_phase(job, "multisection", &start);
    return result;
}

static int map_multisect(const struct map_job *job, struct map_result *out,
                         struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_BINARY, error);

    return hierarchy ? multisect(job, hierarchy, out->placement, error) : -1;
}

const struct map_algorithm algorithm_multisect = {
    .about = {
        .name = "multisect",
        .summary = "ranks and nodes cut in halves together, over one coarsening of the graph, each "
                   "rank drawn to where its neighbours went",
        .source = "Gottesbueren, Heuer, Sanders, Schulz, Seemaier: Deep multilevel graph "
                  "partitioning, ESA 2021; Pellegrini: Static mapping by dual recursive "
                  "bipartitioning of process and architecture graphs, SHPCC 1994",
        .needs = "any network",
        .complexity = "O(e log m) at most",
    },
    .map = map_multisect,
};
