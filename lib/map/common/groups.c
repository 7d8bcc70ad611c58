/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/groups.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "map/hierarchy/descend.h"
#include "partition/partition.h"

#include <stdlib.h>

/* A group has the index of the hierarchy's node whose tasks it matches. */
int map_groups_kway(const struct map_job *job, const struct hierarchy *hierarchy,
                    struct map_groups *groups, struct topomap_error *error)
{
    struct partition_graph graph = partition_graph_view(job->graph);
    uint32_t *capacity = array_raw(groups->count, sizeof *capacity);
    double start = clock_seconds();
    int result;

    if (!capacity)
        return error_memory(error);
    for (uint32_t i = 0; i < groups->count; i++)
        capacity[i] = job->allocation->tasks[hierarchy->order[i]];
    result = partition_propose(&graph, groups->count, capacity, PARTITION_KWAY, job->seed,
                               groups->part, error);
    map_phase(job, "partition", &start);
    if (result == 0)
        result = partition_settle(&graph, groups->count, capacity, NULL, groups->part, error);
    map_phase(job, "repair", &start);
    free(capacity);
    return result;
}

/* Number the distinct task counts of nodes from 0, in order of occurrence. */
static int classify(const struct topomap_allocation *allocation, const struct hierarchy *hierarchy,
                    struct map_groups *groups)
{
    uint32_t most = 0;
    uint32_t *known;

    for (uint32_t node = 0; node < allocation->nodes; node++)
        most = allocation->tasks[node] > most ? allocation->tasks[node] : most;
    known = array_new((size_t)most + 1, sizeof *known);
    if (!known)
        return -1;
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        uint32_t *class = &known[allocation->tasks[node]];

        groups->takes[node] = allocation->tasks[node] > 0;
        if (groups->takes[node] && !*class)
            *class = ++groups->classes;
        groups->node_class[node] = *class ? *class - 1 : 0;
    }
    for (uint32_t i = 0; i < groups->count; i++)
        groups->class[i] = groups->node_class[hierarchy->order[i]];
    free(known);
    return 0;
}

static int groups_fill(const struct map_job *job, const struct hierarchy *hierarchy,
                       map_groups_cut *cut, struct map_groups *groups,
                       struct topomap_error *error)
{
    struct partition_graph graph = partition_graph_view(job->graph);
    double start = clock_seconds();
    int result;

    if (classify(job->allocation, hierarchy, groups) < 0)
        return error_memory(error);
    result = cut(job, hierarchy, groups, error);
    if (result == 0)
        result = partition_graph_contract(&graph, groups->count, groups->part, &groups->graph,
                                          error);
    map_phase(job, "partition", &start);
    return result;
}

struct map_groups *map_groups_create(const struct map_job *job, const struct hierarchy *hierarchy,
                                     map_groups_cut *cut, struct topomap_error *error)
{
    struct map_groups *groups = array_new(1, sizeof *groups);

    if (!groups) {
        error_memory(error);
        return NULL;
    }
    groups->count = hierarchy->nodes;
    groups->part = array_raw(job->graph->ranks, sizeof *groups->part);
    groups->class = array_raw(groups->count, sizeof *groups->class);
    groups->node_class = array_raw(job->allocation->nodes, sizeof *groups->node_class);
    groups->takes = array_raw(job->allocation->nodes, sizeof *groups->takes);
    if (!groups->part || !groups->class || !groups->node_class || !groups->takes)
        error_memory(error);
    else if (groups_fill(job, hierarchy, cut, groups, error) == 0)
        return groups;
    map_groups_destroy(groups);
    return NULL;
}

void map_groups_destroy(struct map_groups *groups)
{
    if (!groups)
        return;
    partition_graph_free(&groups->graph);
    free(groups->part);
    free(groups->class);
    free(groups->node_class);
    free(groups->takes);
    free(groups);
}

int map_groups_down(const struct map_job *job, const struct map_groups *groups,
                    const struct hierarchy *hierarchy, uint32_t *placement,
                    struct topomap_error *error)
{
    struct descend_load load = {groups->takes, groups->classes, groups->class, groups->node_class};
    double start = clock_seconds();
    uint32_t *node = array_raw(groups->count, sizeof *node);
    int result;

    if (!node)
        return error_memory(error);
    result = descend(&groups->graph, hierarchy, &load, descend_turnable(job->allocation), job->seed,
                     node, error);
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        placement[r] = node[groups->part[r]];
    free(node);
    map_phase(job, "mapping", &start);
    return result;
}
