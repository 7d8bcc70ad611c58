/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/features.h"

#include "base/clock.h"
#include "base/random.h"
#include "map/common/shared.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Pairs of nodes whose distances are sampled. */
#define SAMPLES 1024

static void get_distances(const struct topomap_allocation *a, struct features *f)
{
    struct random random;
    uint64_t sum = 0;
    uint32_t most = 0;

    if (a->nodes < 2)
        return;
    random_seed(&random, 1);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint32_t one = random_below(&random, a->nodes);
        uint32_t other = (one + 1 + random_below(&random, a->nodes - 1)) % a->nodes;
        uint32_t hops = allocation_distance(a, one, other);

        sum += hops;
        most = hops > most ? hops : most;
    }
    f->mean_hops = (double)sum / SAMPLES / a->network->scale;
    f->most_hops = (double)most / a->network->scale;
}

static void get_tasks(const struct topomap_allocation *a, struct features *f)
{
    f->least_tasks = UINT32_MAX;
    for (uint32_t node = 0; node < a->nodes; node++) {
        uint32_t tasks = a->tasks[node];

        if (tasks && tasks < f->least_tasks)
            f->least_tasks = tasks;
        if (tasks > f->most_tasks)
            f->most_tasks = tasks;
    }
}

static void write_structure(const struct topomap_structure *structure, struct features *f)
{
    static const char *const kinds[] = {
        [TOPOMAP_NO_STRUCTURE] = "none", [TOPOMAP_GRID] = "grid", [TOPOMAP_ROWS] = "rows",
        [TOPOMAP_HYPERCUBE] = "hypercube"};
    size_t length =
        (size_t)snprintf(f->structure, sizeof f->structure, "%s", kinds[structure->kind]);

    for (uint32_t d = 0; d < structure->dims && length < sizeof f->structure; d++)
        length += (size_t)snprintf(f->structure + length, sizeof f->structure - length, "%c%u",
                                   d ? 'x' : ' ', structure->dim[d]);
}

int features_get(const struct map_job *job, const struct stage *stage,
                 const struct objective *objective, struct features *features,
                 struct topomap_error *error)
{
    const struct topomap_network *network = job->allocation->network;
    const struct topomap_structure *structure = NULL;

    *features = (struct features){
        .ranks = job->graph->ranks,
        .nodes = job->allocation->nodes,
        .pairs = job->graph->pair_offset[job->graph->ranks],
        .coordinates = job->coordinates != NULL,
        .tree = network->tree,
        .dims = network->dims,
        .inside = stage->domains != NULL,
        .busiest = objective->busiest,
        .guided = objective->guided,
        .timed = objective->timed,
        .part_channels = (double)topomap_graph_phases(job->graph) *
                         ((double)network->links + 2 * (double)network->nodes),
    };
    get_tasks(job->allocation, features);
    get_distances(job->allocation, features);
    if (!map_late(job)) {
        structure = map_shared_structure(job, error);
        if (!structure)
            return -1;
        write_structure(structure, features);
        features->coordinates = features->coordinates || structure->dims > 0;
    }
    features->seconds = job->deadline > 0 ? job->deadline - clock_seconds() : INFINITY;
    return 0;
}
