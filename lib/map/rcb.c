/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recursive coordinate bisection. Nodes are halved across the longest side of their box. Ranks are
 * split across the longest side of theirs, in proportion to the tasks of the two halves. Ranks are
 * sorted once along each dimension; parts keep this order.
 */
#include "base/holds.h"
#include "map/algorithms.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"

#include <stdlib.h>
#include <string.h>

struct bisection {
    const struct topomap_coordinates *coordinates;
    uint32_t *order[TOPOMAP_MAX_DIMENSIONS]; /* [ranks] each: a part is a range of all of them */
    uint8_t *low;      /* [ranks]: in the lower half of the part that is split */
    uint32_t *scratch; /* [ranks] */
    uint32_t *first;   /* [nodes + 1]: ranks before each node of the hierarchy */
};

/* A rank and its coordinate in the dimension that is sorted. */
struct place {
    double at;
    uint32_t rank;
};

static int compare(const void *a, const void *b)
{
    const struct place *x = a;
    const struct place *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static double at(const struct bisection *b, uint32_t rank, uint32_t d)
{
    return b->coordinates->value[(size_t)rank * b->coordinates->dimensions + d];
}

static int sort_ranks(struct bisection *b, struct topomap_error *error)
{
    uint32_t ranks = b->coordinates->ranks;
    struct place *places = array_raw(ranks, sizeof *places);

    if (!places)
        return error_memory(error);
    for (uint32_t d = 0; d < b->coordinates->dimensions; d++) {
        for (uint32_t r = 0; r < ranks; r++)
            places[r] = (struct place){at(b, r, d), r};
        qsort(places, ranks, sizeof *places, compare);
        for (uint32_t r = 0; r < ranks; r++)
            b->order[d][r] = places[r].rank;
    }
    free(places);
    return 0;
}

/* The dimension in which the ranks of a part extend furthest. */
static uint32_t longest(const struct bisection *b, uint32_t first, uint32_t end)
{
    double length = -1;
    uint32_t found = 0;

    for (uint32_t d = 0; d < b->coordinates->dimensions; d++) {
        double side = at(b, b->order[d][end - 1], d) - at(b, b->order[d][first], d);

        if (side > length) {
            length = side;
            found = d;
        }
    }
    return found;
}

/* Split the part of the ranks from `first` to before `end` at `cut`. */
static void split(struct bisection *b, uint32_t first, uint32_t cut, uint32_t end)
{
    uint32_t across;

    if (first == cut || cut == end)
        return;
    across = longest(b, first, end);
    HOLDS(b->order[across]);
    for (uint32_t i = first; i < end; i++)
        b->low[b->order[across][i]] = i < cut;
    for (uint32_t d = 0; d < b->coordinates->dimensions; d++) {
        uint32_t *order = b->order[d];
        uint32_t low = first, high = 0;

        HOLDS(order && b->scratch);
        for (uint32_t i = first; d != across && i < end; i++) {
            if (b->low[order[i]])
                order[low++] = order[i];
            else
                b->scratch[high++] = order[i];
        }
        if (d != across)
            memcpy(order + cut, b->scratch, high * sizeof *order);
    }
}

/* Split for the nodes from `from` to before `to`, which are equally far from each other. */
static void halve(struct bisection *b, uint32_t from, uint32_t to)
{
    uint32_t middle = from + (to - from) / 2;

    if (to - from < 2)
        return;
    split(b, b->first[from], b->first[middle], b->first[to]);
    halve(b, from, middle);
    halve(b, middle, to);
}

/* Split down a binary hierarchy. Parents come before their children, so parts are split from the
 * top. */
static void split_down(struct bisection *b, const struct hierarchy *hierarchy)
{
    for (uint32_t v = 0; v < hierarchy->vertices; v++) {
        const struct hierarchy_vertex *vertex = &hierarchy->vertex[v];
        uint32_t end = vertex->first + vertex->count;

        if (vertex->children == 0)
            halve(b, vertex->first, end);
        else
            split(b, b->first[vertex->first], b->first[hierarchy->vertex[vertex->child + 1].first],
                  b->first[end]);
    }
}

static void bisection_free(struct bisection *b)
{
    free(b->order[0]);
    free(b->low);
    free(b->scratch);
    free(b->first);
}

static int bisection_init(struct bisection *b, const struct map_job *job,
                          const struct topomap_coordinates *coordinates,
                          const struct hierarchy *hierarchy, struct topomap_error *error)
{
    uint32_t ranks = job->graph->ranks, dimensions = coordinates->dimensions;

    *b = (struct bisection){
        .coordinates = coordinates,
        .order = {array_raw((size_t)ranks * dimensions, sizeof **b->order)},
        .low = array_raw(ranks, sizeof *b->low),
        .scratch = array_raw(ranks, sizeof *b->scratch),
        .first = array_raw((size_t)hierarchy->nodes + 1, sizeof *b->first),
    };
    if (!b->order[0] || !b->low || !b->scratch || !b->first)
        return error_memory(error);
    for (uint32_t d = 1; d < dimensions; d++)
        b->order[d] = b->order[d - 1] + ranks;
    b->first[0] = 0;
    for (uint32_t i = 0; i < hierarchy->nodes; i++)
        b->first[i + 1] = b->first[i] + job->allocation->tasks[hierarchy->order[i]];
    return sort_ranks(b, error);
}

static int place_ranks(const struct map_job *job, const struct topomap_coordinates *coordinates,
                       const struct hierarchy *hierarchy, uint32_t *placement,
                       struct topomap_error *error)
{
    struct bisection b;

    if (bisection_init(&b, job, coordinates, hierarchy, error) < 0) {
        bisection_free(&b);
        return -1;
    }
    split_down(&b, hierarchy);
    for (uint32_t i = 0; i < hierarchy->nodes; i++) {
        for (uint32_t r = b.first[i]; r < b.first[i + 1]; r++)
            placement[b.order[0][r]] = hierarchy->order[i];
    }
    bisection_free(&b);
    return 0;
}

static int map_rcb(const struct map_job *job, struct map_result *out, struct topomap_error *error)
{
    const struct topomap_coordinates *coordinates = map_shared_coordinates(job, error);
    const struct topomap_network *network = job->allocation->network;
    double start = clock_seconds();
    struct hierarchy *boxes = NULL;
    const struct hierarchy *hierarchy;
    int result;

    if (!coordinates)
        return -1;
    if (network->dims)
        hierarchy = boxes = hierarchy_from_coordinates(job->allocation, true, error);
    else
        hierarchy = map_shared_hierarchy(job, MAP_BINARY, error);
    result = hierarchy ? place_ranks(job, coordinates, hierarchy, out->placement, error) : -1;
    hierarchy_free(boxes);
    map_phase(job, "coordinate bisection", &start);
    return result;
}

const struct map_algorithm algorithm_rcb = {
    .about = {
        .name = "rcb",
        .summary = "ranks and nodes halved together across the longest side of their coordinates",
        .source = "Tuncer, Zhang, Leung, Coskun: Task mapping on a dragonfly supercomputer, "
                  "HPEC 2017",
        .needs = "application coordinates",
        .requirements = TOPOMAP_REQUIRES_RANK_COORDINATES,
        .complexity = "O(d n log n + m log^2 m) in d dimensions",
    },
    .map = map_rcb,
};
