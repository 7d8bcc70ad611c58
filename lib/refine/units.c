/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/units.h"

#include "base/error.h"
#include "base/memory.h"
#include "search/arrangement.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

int refine_units_ranks(const struct map_job *job, const uint32_t *placement,
                       struct refine_units *ranks, struct topomap_error *error)
{
    const struct topomap_graph *graph = job->graph;

    *ranks = (struct refine_units){
        .graph = partition_graph_view(graph),
        .size = array_raw(graph->ranks, sizeof *ranks->size),
        .place = array_raw(graph->ranks, sizeof *ranks->place),
    };
    if (!ranks->size || !ranks->place) {
        refine_units_free(ranks);
        return error_memory(error);
    }
    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        ranks->size[rank] = 1;
        ranks->place[rank] = placement[rank];
    }
    if (job->keep_first)
        ranks->size[0] = ARRANGEMENT_FIXED;
    return 0;
}

/* Join the units of each of `parts` parts; the units of a part stand on one node. */
static int join(const struct refine_units *units, uint32_t parts, const uint32_t *part,
                struct refine_units *joined, struct topomap_error *error)
{
    *joined = (struct refine_units){0};
    if (partition_graph_contract(&units->graph, parts, part, &joined->graph, error) < 0)
        return -1;
    joined->size = array_new(parts, sizeof *joined->size);
    joined->place = array_raw(parts, sizeof *joined->place);
    if (!joined->size || !joined->place) {
        refine_units_free(joined);
        return error_memory(error);
    }
    for (uint32_t unit = 0; unit < units->graph.vertices; unit++) {
        joined->size[part[unit]] += units->size[unit];
        joined->place[part[unit]] = units->place[unit];
    }
    return 0;
}

int refine_units_on_nodes(const struct map_job *job, const uint32_t *placement,
                          struct refine_units *contents, struct topomap_error *error)
{
    uint32_t nodes = job->allocation->nodes;

    *contents = (struct refine_units){
        .size = array_raw(nodes, sizeof *contents->size),
        .place = array_raw(nodes, sizeof *contents->place),
    };
    if (!contents->size || !contents->place) {
        refine_units_free(contents);
        return error_memory(error);
    }
    for (uint32_t node = 0; node < nodes; node++) {
        contents->size[node] = job->allocation->tasks[node];
        contents->place[node] = node;
    }
    if (job->keep_first)
        contents->size[placement[0]] = ARRANGEMENT_FIXED;
    return 0;
}

int refine_units_contents(const struct map_job *job, const uint32_t *placement,
                          struct refine_units *contents, struct topomap_error *error)
{
    struct partition_graph ranks = partition_graph_view(job->graph);

    if (refine_units_on_nodes(job, placement, contents, error) < 0)
        return -1;
    if (partition_graph_contract(&ranks, job->allocation->nodes, placement, &contents->graph,
                                 error) == 0)
        return 0;
    refine_units_free(contents);
    return -1;
}

void refine_units_follow(const uint32_t *place, uint32_t ranks, uint32_t *placement)
{
    for (uint32_t r = 0; r < ranks; r++)
        placement[r] = place[placement[r]];
}

/* The unclustered unit of the same size on the same node with most traffic to `unit`; NONE if
 * none has any. */
static uint32_t find_partner(const struct refine_units *units, uint32_t unit,
                             const uint32_t *cluster)
{
    const struct partition_graph *g = &units->graph;
    uint32_t partner = NONE;
    double most = 0;

    for (size_t e = g->offset[unit]; e < g->offset[unit + 1]; e++) {
        uint32_t other = g->target[e];

        if (g->weight[e] <= most || units->place[other] != units->place[unit] ||
            units->size[other] != units->size[unit] || cluster[other] != NONE)
            continue;
        most = g->weight[e];
        partner = other;
    }
    return partner;
}

/* Number the clusters; returns how many there are. single[node] is scratch. */
static uint32_t find_clusters(const struct refine_units *units, uint32_t size, uint32_t nodes,
                              uint32_t *cluster, uint32_t *single)
{
    uint32_t vertices = units->graph.vertices;
    uint32_t clusters = 0;

    memset(cluster, 0xff, vertices * sizeof *cluster);
    memset(single, 0xff, nodes * sizeof *single);
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t partner = NONE;

        if (cluster[v] == NONE && units->size[v] == size)
            partner = find_partner(units, v, cluster);
        if (partner != NONE)
            cluster[v] = cluster[partner] = clusters++;
    }
    /* Units without traffic to another free unit are paired with each other. */
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t *other = &single[units->place[v]];
        bool second = units->size[v] == size && *other != NONE;

        if (cluster[v] != NONE)
            continue;
        cluster[v] = second ? cluster[*other] : clusters++;
        if (units->size[v] == size)
            *other = second ? NONE : v;
    }
    return clusters;
}

int refine_units_pair(const struct refine_units *units, uint32_t size, uint32_t nodes,
                      uint32_t *cluster, struct refine_units *clusters,
                      struct topomap_error *error)
{
    uint32_t *single = array_raw(nodes, sizeof *single);
    uint32_t count;

    if (!single)
        return error_memory(error);
    count = find_clusters(units, size, nodes, cluster, single);
    free(single);
    return join(units, count, cluster, clusters, error);
}

void refine_units_free(struct refine_units *units)
{
    partition_graph_free(&units->graph);
    free(units->size);
    free(units->place);
    *units = (struct refine_units){0};
}
