/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hoefler and Snir's recursive mapping. METIS bisects the nodes by nearness, and the groups of
 * ranks by traffic. Each half of the groups goes to a half of the nodes, recursively.
 */
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"

#include <stdlib.h>

#define MOST_NODES 8192 /* the graph of nodes takes O(nodes^2) distances */
#define ALL_PAIRS 256   /* up to here all pairs of nodes are edges; beyond, samples: */
#define SAMPLES 6       /* of each distance, and */
#define NEAR 4          /* of all distances up to here, then of powers of two */

struct halving {
    const struct topomap_allocation *allocation;
    uint64_t seed;
    uint32_t *part;    /* [allocation nodes] */
    uint32_t *taken;   /* [max_distance+1]: samples of the distance */
    struct topomap_edge *edge;
    size_t edges;
    size_t capacity;
    struct topomap_error *error;
    bool failed;
};

/* The largest distance of any two nodes; 0 if there is only one distance. */
static uint32_t diameter(const struct topomap_allocation *allocation, const uint32_t *nodes,
                         uint32_t count)
{
    uint32_t least = UINT32_MAX, most = 0;

    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            uint32_t hops = allocation_distance(allocation, nodes[a], nodes[b]);

            least = hops < least ? hops : least;
            most = hops > most ? hops : most;
        }
    }
    return least < most ? most : 0;
}

static int add_edge(struct halving *h, uint32_t a, uint32_t b, uint32_t closeness)
{
    if (array_grow(&h->edge, &h->capacity, h->edges + 1, sizeof *h->edge) < 0)
        return -1;
    h->edge[h->edges++] = (struct topomap_edge){a, b, closeness, 0};
    return 0;
}

static bool sampled(uint32_t hops)
{
    return hops <= NEAR || (hops & (hops - 1)) == 0;
}

/* The nearer two nodes, the heavier their edge; those farthest from each other have none. */
static int link_nodes(struct halving *h, const uint32_t *nodes, uint32_t count, uint32_t most)
{
    h->edges = 0;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t hops = 0; hops <= most; hops++)
            h->taken[hops] = 0;
        for (uint32_t i = 1; i < count; i++) {
            uint32_t b = (a + i) % count;
            uint32_t hops = allocation_distance(h->allocation, nodes[a], nodes[b]);

            if (count > ALL_PAIRS ? !sampled(hops) || h->taken[hops]++ >= SAMPLES : b < a)
                continue;
            if (hops < most && add_edge(h, a, b, most - hops) < 0)
                return -1;
        }
    }
    return 0;
}

static int bisect_nodes(struct halving *h, const uint32_t *nodes, uint32_t count, uint32_t most)
{
    const uint32_t halves[] = {(count + 1) / 2, count / 2};
    struct topomap_graph *graph;
    struct partition_graph view;
    int result = -1;

    if (link_nodes(h, nodes, count, most) < 0)
        return error_memory(h->error);
    graph = topomap_graph_create(count, h->edge, h->edges, h->error);
    if (graph && graph_need_pairs(graph, h->error) == 0) {
        view = partition_graph_view(graph);
        result = partition_exact(&view, 2, halves, NULL, PARTITION_RECURSIVE, h->seed, h->part,
                                 h->error);
    }
    topomap_graph_destroy(graph);
    return result;
}

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    struct halving *h = context;
    uint32_t *nodes = order + first;
    uint32_t most = h->failed ? 0 : diameter(h->allocation, nodes, count);
    uint32_t head = 0, tail = 0;

    if (most == 0)
        return 1;
    if (bisect_nodes(h, nodes, count, most) < 0) {
        h->failed = true;
        return 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (h->part[i] == 0)
            nodes[head++] = nodes[i];
        else
            h->part[tail++] = nodes[i]; /* tail <= i: this element has been read */
    }
    for (uint32_t i = 0; i < tail; i++)
        nodes[head + i] = h->part[i];
    ends[0] = head;
    ends[1] = count;
    tags[0] = tags[1] = tag;
    return 2;
}

static struct hierarchy *bisect_network(const struct map_job *job, struct topomap_error *error)
{
    struct halving h = {
        .allocation = job->allocation,
        .seed = job->seed,
        .part = array_raw(job->allocation->nodes, sizeof *h.part),
        .taken = array_raw((size_t)job->allocation->network->max_distance + 1, sizeof *h.taken),
        .error = error,
    };
    struct hierarchy_rule rule = {split, &h, 0};
    struct hierarchy *made = NULL;
    uint32_t count;

    if (h.part && h.taken) {
        uint32_t *order = hierarchy_nodes(job->allocation, &count, error);

        made = hierarchy_build(order, count, &rule, error);
    } else {
        error_memory(error);
    }
    if (h.failed) {
        hierarchy_free(made);
        made = NULL;
    }
    free(h.part);
    free(h.taken);
    free(h.edge);
    return made;
}

static int map_hs_recursive(const struct map_job *job, struct map_result *out,
                            struct topomap_error *error)
{
    const struct map_groups *groups;
    double start = clock_seconds();
    struct hierarchy *hierarchy;
    uint32_t *node;
    int result = -1;

    if (job->allocation->nodes > MOST_NODES)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the work grows as the square of the nodes, and %u are more than %d",
                         job->allocation->nodes, MOST_NODES);
    hierarchy = bisect_network(job, error);
    map_phase(job, "tree construction", &start);
    groups = hierarchy ? map_shared_groups(job, error) : NULL;
    start = clock_seconds();
    node = groups ? array_raw(groups->count, sizeof *node) : NULL;
    if (node) {
        struct descend_load load = {groups->takes, groups->classes, groups->class,
                                    groups->node_class};

        result = descend(&groups->graph, hierarchy, &load, NULL, job->seed, node, error);
    } else if (groups) {
        error_memory(error);
    }
    for (uint32_t r = 0; result == 0 && r < job->graph->ranks; r++)
        out->placement[r] = node[groups->part[r]];
    free(node);
    hierarchy_free(hierarchy);
    map_phase(job, "mapping", &start);
    return result;
}

const struct map_algorithm algorithm_hs_recursive = {
    .about = {
        .name = "hs-recursive",
        .summary = "groups of ranks, one a node, and the nodes, both bisected by METIS again and "
                   "again",
        .source = SOURCE_HOEFLER,
        .needs = "any network",
        .complexity = "O(e log m + m^2)",
    },
    .map = map_hs_recursive,
};
