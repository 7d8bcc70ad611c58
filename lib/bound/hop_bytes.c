/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hop-bytes are the weight of pairs more than 0 hops apart, plus that of pairs more than 1 hop
 * apart, and so on. At each of these levels, three arguments bound the weight that can be nearer.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/order.h"
#include "graph/graph.h"
#include "structure/sets.h"
#include "bound/hop_bytes.h"
#include "bound/inside.h"
#include "bound/nearness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this, computing all distances or sorting all rows would take longer than planning. */
#define MAX_NODES 4096
#define MAX_PARTNERS ((size_t)1 << 24)
#define MAX_LEVELS 64

/* Sums, as a part of the weights that they add up, may be so wrong. */
#define ROUNDING 1e-13

/* Histogram of weights, by eighths of powers of two. */
#define BINS (8 * 64)

struct bin {
    double sum, least, most;
    size_t count;
};

struct heap {
    struct bin bin[BINS];
    double sum;
};

struct bounding {
    const struct topomap_graph *graph;
    struct nearness near;
    struct inside inside;
    struct heap all;  /* weights of the graph, from both ends of each edge */
    struct heap rest; /* the rest of the weights, outside the structure */
    size_t degree;    /* most partners of a rank */
    double far[MAX_LEVELS + 1]; /* by hops: weight of partners at least so far away, as heavier
                                 * ones take the nearer tasks; from both ends */
    uint32_t *set;    /* [nodes]: groups of nodes, each within some hops of another */
    uint32_t *tasks;  /* [nodes]: tasks of a group, at its lowest node */
    double *single;   /* [nodes]: bounds of single nodes of a group, added up */
};

/* A lower bound of an exact sum. The difference of two sums can be wrong by a part of these. */
static double lower(double sum)
{
    return sum * (1 - ROUNDING);
}

/* ---- heaviest partners first ------------------------------------------------------------- */

static void heap_fill(struct heap *heap, const double *weight, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int exponent;
        double part;
        struct bin *bin;

        if (!(weight[i] > 0))
            continue;
        part = frexp(weight[i], &exponent);
        if (exponent < 0)
            continue;
        bin = &heap->bin[8 * (exponent < 63 ? exponent : 63) + (int)(16 * part) - 8];
        bin->least = bin->count == 0 || weight[i] < bin->least ? weight[i] : bin->least;
        bin->most = weight[i] > bin->most ? weight[i] : bin->most;
        bin->sum += weight[i];
        bin->count++;
        heap->sum += weight[i];
    }
}

/* Upper bound of the sum of any `count` weights. */
static double heap_most(const struct heap *heap, size_t count)
{
    double most = 0;

    for (int i = BINS; i-- > 0 && count > 0;) {
        const struct bin *bin = &heap->bin[i];
        size_t taken = bin->count < count ? bin->count : count;
        double above = (double)taken * bin->most;
        double below = bin->sum - (double)(bin->count - taken) * bin->least;

        most += above < below ? above : below;
        count -= taken;
    }
    return most;
}

/* The highest number of other tasks within d hops of any rank. */
static uint32_t most_room(const struct nearness *near, uint32_t d)
{
    uint32_t room = 0;

    for (uint32_t v = 0; v < near->nodes; v++) {
        uint32_t within = near->within[(size_t)v * near->levels + d] - 1;

        room = within > room ? within : room;
    }
    return room;
}

/* Heaviest partners of each rank take the nearest tasks. */
static int measure_ranks(struct bounding *b)
{
    const struct topomap_graph *graph = b->graph;
    double *weight = array_raw(b->degree, sizeof *weight);
    uint32_t room[MAX_LEVELS];

    if (!weight)
        return -1;
    for (uint32_t d = 0; d < b->near.levels; d++)
        room[d] = most_room(&b->near, d);
    for (uint32_t r = 0; r < graph->ranks; r++) {
        size_t first = graph->pair_offset[r], partners = graph->pair_offset[r + 1] - first;
        uint32_t d = 0;

        if (partners <= room[0])
            continue;
        memcpy(weight, graph->weight + first, partners * sizeof *weight);
        qsort(weight, partners, sizeof *weight, descending_reals);
        for (size_t i = 0; i < partners; i++) {
            while (d < b->near.levels && i >= room[d])
                d++;
            b->far[d] += weight[i];
        }
    }
    free(weight);
    return 0;
}

/* ---- levels ------------------------------------------------------------------------------ */

/* Upper bound of the pairs of ranks within d hops, from both ends, given the degrees of ranks. */
static size_t count_pairs(const struct bounding *b, uint32_t d)
{
    size_t pairs = 0;

    for (uint32_t v = 0; v < b->near.nodes; v++) {
        size_t within = b->near.within[(size_t)v * b->near.levels + d] - 1;

        pairs += b->near.tasks[v] * (within < b->degree ? within : b->degree);
    }
    return pairs;
}

/*
 * Upper bound of the weight of the structure's edges within d hops. Join nodes to groups by chains
 * of at most d hops; nodes of different groups are further apart. So the weight inside groups is
 * one bound. The other is the sum over nodes of the weight inside the node and of the weight within
 * d hops that touches it; edges inside a node count once for each end, as do all others.
 */
static double most_inside(struct bounding *b, uint32_t d)
{
    const struct nearness *near = &b->near;
    double most = 0;

    memset(b->tasks, 0, near->nodes * sizeof *b->tasks);
    memset(b->single, 0, near->nodes * sizeof *b->single);
    for (uint32_t v = 0; v < near->nodes; v++) {
        uint32_t tasks = near->tasks[v], group = sets_find(b->set, v);
        double ends = b->inside.degree * tasks;
        double reach = inside_most(&b->inside, tasks) +
                       inside_most(&b->inside, near->within[(size_t)v * near->levels + d]);

        b->tasks[group] += tasks;
        b->single[group] += (ends < reach ? ends : reach) / 2;
    }
    for (uint32_t v = 0; v < near->nodes; v++) {
        double together = inside_most(&b->inside, b->tasks[v]);

        most += together < b->single[v] ? together : b->single[v];
    }
    return most;
}

/* Lower bound of the weight more than d hops apart. */
static double least_beyond(struct bounding *b, uint32_t d)
{
    size_t pairs = count_pairs(b, d);
    double beyond = 0, best = (lower(b->all.sum) - heap_most(&b->all, pairs)) / 2;

    for (uint32_t i = d + 1; i <= b->near.levels; i++)
        beyond += b->far[i] / 2;
    best = beyond > best ? beyond : best;
    if (b->inside.total > 0) {
        beyond = lower(b->inside.total) - most_inside(b, d);
        beyond += (lower(b->rest.sum) - heap_most(&b->rest, pairs)) / 2;
        best = beyond > best ? beyond : best;
    }
    return best;
}

static double add_levels(struct bounding *b)
{
    uint32_t joined = 0;
    double sum = 0, beyond = 1;

    for (uint32_t d = 0; d < b->near.levels && beyond > 0; d++) {
        for (; joined + 1 < b->near.nodes && b->near.link[joined].hops <= d; joined++)
            sets_unite(b->set, b->near.link[joined].a, b->near.link[joined].b);
        beyond = least_beyond(b, d);
        sum += beyond > 0 ? beyond : 0;
    }
    return sum;
}

/* Hop-bytes are whole numbers. */
static double round_up(double hop_bytes)
{
    return ceil(lower(hop_bytes));
}

static int read_structure(struct bounding *b, struct topomap_error *error)
{
    struct topomap_structure *structure = topomap_structure_create(b->graph, error);
    int result = structure ? inside_init(&b->inside, structure, b->graph, error) : -1;

    topomap_structure_destroy(structure);
    return result;
}

static int prepare(struct bounding *b, const struct topomap_allocation *allocation,
                   struct topomap_error *error)
{
    const struct topomap_graph *graph = b->graph;
    uint32_t levels = allocation->network->max_distance;
    size_t slots = graph->pair_offset[graph->ranks];

    if (nearness_init(&b->near, allocation, levels < MAX_LEVELS ? levels : MAX_LEVELS, error) < 0 ||
        read_structure(b, error) < 0)
        return -1;
    for (uint32_t r = 0; r < graph->ranks; r++) {
        size_t partners = graph->pair_offset[r + 1] - graph->pair_offset[r];

        b->degree = partners > b->degree ? partners : b->degree;
    }
    heap_fill(&b->all, graph->weight, slots);
    if (b->inside.total > 0)
        heap_fill(&b->rest, b->inside.rest, slots);
    b->set = sets_new(b->near.nodes);
    b->tasks = array_raw(b->near.nodes, sizeof *b->tasks);
    b->single = array_raw(b->near.nodes, sizeof *b->single);
    if (!b->set || !b->tasks || !b->single || (b->near.levels > 0 && measure_ranks(b) < 0))
        return error_memory(error);
    return 0;
}

static void bounding_free(struct bounding *b)
{
    nearness_free(&b->near);
    inside_free(&b->inside);
    free(b->set);
    free(b->tasks);
    free(b->single);
    free(b);
}

int topomap_bound_compute(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, double *hop_bytes,
                      struct topomap_error *error)
{
    struct bounding *b;
    int result;

    *hop_bytes = 0;
    if (graph->ranks != allocation->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "the graph has %u ranks, but the allocation runs %u", graph->ranks,
                         allocation->ranks);
    if (graph_need_pairs(graph, error) < 0)
        return -1;
    if (allocation->nodes > MAX_NODES || graph->pair_offset[graph->ranks] > MAX_PARTNERS)
        return 0;
    b = array_new(1, sizeof *b);
    if (!b)
        return error_memory(error);
    b->graph = graph;
    result = prepare(b, allocation, error);
    if (result == 0)
        *hop_bytes = round_up(add_levels(b));
    bounding_free(b);
    return result;
}

int bound_leaving(const struct topomap_structure *structure, const struct topomap_graph *graph,
                  const struct topomap_allocation *allocation, double *bytes,
                  struct topomap_error *error)
{
    struct inside inside;
    int result = inside_init(&inside, structure, graph, error);

    *bytes = lower(inside.total);
    for (uint32_t node = 0; result == 0 && node < allocation->nodes; node++)
        *bytes -= inside_most(&inside, allocation->tasks[node]);
    *bytes = *bytes > 0 ? ceil(*bytes) : 0;
    inside_free(&inside);
    return result;
}
