/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/things.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* More ranks than there are. */
#define HELD UINT32_MAX

int refine_things_ranks(const struct topomap_graph *graph, const uint32_t *placement,
                        struct refine_things *ranks, struct topomap_error *error)
{
    *ranks = (struct refine_things){
        .graph = partition_graph_view(graph),
        .size = array_raw(graph->ranks, sizeof *ranks->size),
        .place = array_raw(graph->ranks, sizeof *ranks->place),
    };
    if (!ranks->size || !ranks->place) {
        refine_things_free(ranks);
        return error_memory(error);
    }
    for (uint32_t rank = 0; rank < graph->ranks; rank++) {
        ranks->size[rank] = 1;
        ranks->place[rank] = placement[rank];
    }
    return 0;
}

/* Join the things of each of `parts` parts, which stand on one node. */
static int join(const struct refine_things *things, uint32_t parts, const uint32_t *part,
                struct refine_things *joined, struct topomap_error *error)
{
    *joined = (struct refine_things){0};
    if (partition_graph_contract(&things->graph, parts, part, &joined->graph, error) < 0)
        return -1;
    joined->size = array_new(parts, sizeof *joined->size);
    joined->place = array_raw(parts, sizeof *joined->place);
    if (!joined->size || !joined->place) {
        refine_things_free(joined);
        return error_memory(error);
    }
    for (uint32_t thing = 0; thing < things->graph.vertices; thing++) {
        joined->size[part[thing]] += things->size[thing];
        joined->place[part[thing]] = things->place[thing];
    }
    return 0;
}

int refine_things_contents(const struct topomap_graph *graph,
                           const struct topomap_allocation *allocation, const uint32_t *placement,
                           struct refine_things *contents, struct topomap_error *error)
{
    struct partition_graph ranks = partition_graph_view(graph);
    uint32_t nodes = allocation->nodes;

    *contents = (struct refine_things){0};
    if (partition_graph_contract(&ranks, nodes, placement, &contents->graph, error) < 0)
        return -1;
    contents->size = array_raw(nodes, sizeof *contents->size);
    contents->place = array_raw(nodes, sizeof *contents->place);
    if (!contents->size || !contents->place) {
        refine_things_free(contents);
        return error_memory(error);
    }
    for (uint32_t node = 0; node < nodes; node++) {
        contents->size[node] = allocation->tasks[node];
        contents->place[node] = node;
    }
    return 0;
}

void refine_things_hold(struct refine_things *things, uint32_t thing)
{
    things->size[thing] = HELD;
}

void refine_things_follow(const uint32_t *place, uint32_t ranks, uint32_t *placement)
{
    for (uint32_t r = 0; r < ranks; r++)
        placement[r] = place[placement[r]];
}

/* The thing as large on the same node that `thing` talks to most and that is in no cluster; NONE
 * if it talks to none. */
static uint32_t find_partner(const struct refine_things *things, uint32_t thing,
                             const uint32_t *cluster)
{
    const struct partition_graph *g = &things->graph;
    uint32_t partner = NONE;
    double most = 0;

    for (size_t e = g->offset[thing]; e < g->offset[thing + 1]; e++) {
        uint32_t other = g->target[e];

        if (g->weight[e] <= most || things->place[other] != things->place[thing] ||
            things->size[other] != things->size[thing] || cluster[other] != NONE)
            continue;
        most = g->weight[e];
        partner = other;
    }
    return partner;
}

/* Number the clusters; returns how many there are. single[node] is scratch. */
static uint32_t find_clusters(const struct refine_things *things, uint32_t size, uint32_t nodes,
                              uint32_t *cluster, uint32_t *single)
{
    uint32_t vertices = things->graph.vertices;
    uint32_t clusters = 0;

    memset(cluster, 0xff, vertices * sizeof *cluster);
    memset(single, 0xff, nodes * sizeof *single);
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t partner = NONE;

        if (cluster[v] == NONE && things->size[v] == size)
            partner = find_partner(things, v, cluster);
        if (partner != NONE)
            cluster[v] = cluster[partner] = clusters++;
    }
    /* Those that talk to none that is left are paired with each other. */
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t *other = &single[things->place[v]];
        bool second = things->size[v] == size && *other != NONE;

        if (cluster[v] != NONE)
            continue;
        cluster[v] = second ? cluster[*other] : clusters++;
        if (things->size[v] == size)
            *other = second ? NONE : v;
    }
    return clusters;
}

int refine_things_pair(const struct refine_things *things, uint32_t size, uint32_t nodes,
                       uint32_t *cluster, struct refine_things *clusters,
                       struct topomap_error *error)
{
    uint32_t *single = array_raw(nodes, sizeof *single);
    uint32_t count;

    if (!single)
        return error_memory(error);
    count = find_clusters(things, size, nodes, cluster, single);
    free(single);
    return join(things, count, cluster, clusters, error);
}

void refine_things_free(struct refine_things *things)
{
    partition_graph_free(&things->graph);
    free(things->size);
    free(things->place);
    *things = (struct refine_things){0};
}
