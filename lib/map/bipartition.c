/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"
#include "partition/exchange.h"

#include <stdlib.h>
#include <string.h>

/* Up to this number, nodes are bipartitioned by their distances; more are halved in their order. */
#define SMALL 64

struct bipartition {
    const struct topomap_allocation *allocation;
    size_t *offset;   /* [SMALL+1] */
    uint32_t *target; /* [SMALL*SMALL] */
    double *weight;   /* [SMALL*SMALL] */
    uint32_t *part;   /* [SMALL] */
    uint32_t *held;   /* [SMALL] */
    bool failed;
};

/* The nodes as a graph: the nearer two nodes, the heavier their edge. False: all are equally far
 * apart. */
static bool fill_graph(struct bipartition *b, const uint32_t *nodes, uint32_t count)
{
    uint32_t most = 0;
    uint32_t least = UINT32_MAX;
    size_t edges = 0;

    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            uint32_t hops = allocation_distance(b->allocation, nodes[i], nodes[k]);

            most = hops > most ? hops : most;
            least = hops < least ? hops : least;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        b->offset[i] = edges;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t hops = i == k ? most : allocation_distance(b->allocation, nodes[i], nodes[k]);

            if (hops == most)
                continue;
            b->target[edges] = k;
            b->weight[edges++] = most - hops;
        }
    }
    b->offset[count] = edges;
    return least < most;
}

static int part(struct bipartition *b, uint32_t *nodes, uint32_t count)
{
    struct partition_graph graph = {
        .vertices = count,
        .offset = b->offset,
        .target = b->target,
        .weight = b->weight,
    };
    uint32_t next[2] = {0, count / 2};

    if (partition_exchange(&graph, count / 2, b->part, NULL) < 0)
        return -1;
    memcpy(b->held, nodes, count * sizeof *nodes);
    for (uint32_t i = 0; i < count; i++)
        nodes[next[b->part[i]]++] = b->held[i];
    return 0;
}

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    struct bipartition *b = context;

    if (count <= SMALL) {
        if (!fill_graph(b, order + first, count))
            return 1;
        if (part(b, order + first, count) < 0)
            b->failed = true;
    }
    ends[0] = count / 2;
    ends[1] = count;
    tags[0] = tags[1] = tag;
    return 2;
}

static struct hierarchy *halve(struct bipartition *b, const struct hierarchy *natural,
                               struct topomap_error *error)
{
    struct hierarchy_rule rule = {split, b, 0};
    uint32_t *order = array_raw(natural->nodes, sizeof *order);
    struct hierarchy *made;

    if (!order || !b->offset || !b->target || !b->weight || !b->part || !b->held) {
        free(order);
        error_memory(error);
        return NULL;
    }
    memcpy(order, natural->order, natural->nodes * sizeof *order);
    made = hierarchy_build(order, natural->nodes, &rule, error);
    if (!made || !b->failed)
        return made;
    hierarchy_free(made);
    error_memory(error);
    return NULL;
}

static int map_bipartition(const struct map_job *job, struct map_result *out,
                           struct topomap_error *error)
{
    struct bipartition b = {
        .allocation = job->allocation,
        .offset = array_raw(SMALL + 1, sizeof *b.offset),
        .target = array_raw(SMALL * SMALL, sizeof *b.target),
        .weight = array_raw(SMALL * SMALL, sizeof *b.weight),
        .part = array_raw(SMALL, sizeof *b.part),
        .held = array_raw(SMALL, sizeof *b.held),
    };
    const struct hierarchy *natural = map_shared_hierarchy(job, MAP_NATURAL, error);
    struct hierarchy *halves = natural ? halve(&b, natural, error) : NULL;
    struct partition_graph graph = partition_graph_view(job->graph);
    struct descend_load load = {.tasks = job->allocation->tasks, .classes = 1};
    double start = clock_seconds();
    int result = -1;

    if (halves)
        result = descend(&graph, halves, &load, job->allocation, job->seed, out->placement, error);
    map_phase(job, "mapping", &start);
    hierarchy_free(halves);
    free(b.offset);
    free(b.target);
    free(b.weight);
    free(b.part);
    free(b.held);
    return result;
}

const struct map_algorithm algorithm_bipartition = {
    .about = {
        .name = "bipartition",
        .summary = "ranks and nodes bipartitioned together, each by its own edges: traffic, and "
                   "closeness in the network",
        .source = "recursive bipartitioning as in " SOURCE_MAPPING_MATTERS
                  "; Pellegrini: Static mapping by dual recursive bipartitioning, SHPCC 1994",
        .needs = "any network",
        .complexity = "O(e log m + m log^2 m)",
    },
    .map = map_bipartition,
};
