/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/level.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A gain below this part of the costs it comes from may be rounding. */
#define ROUNDING 1e-12

/* Of the nodes with partners, those with less than this part of the heaviest traffic do not have
 * their surroundings tried. */
#define LIGHT 0.25

/* Work between two looks at the clock: a few milliseconds. */
#define WORK_UNWATCHED 1000000

/* Entries of a row between two looks at what they cost. */
#define STRIDE 16

struct swap {
    uint32_t partner;
    double gain;
};

static double distance(const struct refine_level *level, uint32_t a, uint32_t b)
{
    return allocation_distance(level->allocation, a, b);
}

/* What `count` entries of a row cost by hops to nodes, in two chains of additions. */
static double cost_by_table(const uint8_t *hops, const uint32_t *at, const double *weight,
                            uint32_t count)
{
    double even = 0, odd = 0;
    uint32_t i = 0;

    for (; i + 1 < count; i += 2) {
        even += weight[i] * hops[at[i]];
        odd += weight[i + 1] * hops[at[i + 1]];
    }
    return i < count ? even + odd + weight[i] * hops[at[i]] : even + odd;
}

static double cost_by_network(const struct refine_level *level, uint32_t node, const uint32_t *at,
                              const double *weight, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += weight[i] * distance(level, node, at[i]);
    return sum;
}

/* Sums only grow, so that what is too much is known early; but to ask at every entry takes longer
 * than it saves. */
double refine_level_cost_below(struct refine_level *level, uint32_t thing, uint32_t node,
                               double most)
{
    const struct distances *table = &level->allocation->distances;
    const uint8_t *hops = table->single ? table->hops[0] + (size_t)node * table->size[0] : NULL;
    size_t begin = level->graph->offset[thing];
    uint32_t length = level->length[thing];
    double sum = 0;

    level->work += length;
    for (uint32_t i = 0; i < length && sum < most; i += STRIDE) {
        const uint32_t *at = level->at + begin + i;
        const double *weight = level->weight + begin + i;
        uint32_t count = length - i < STRIDE ? length - i : STRIDE;

        sum += hops ? cost_by_table(hops, at, weight, count)
                    : cost_by_network(level, node, at, weight, count);
    }
    return sum;
}

double refine_level_cost(struct refine_level *level, uint32_t thing, uint32_t node)
{
    return refine_level_cost_below(level, thing, node, INFINITY);
}

double refine_level_weight(const struct refine_level *level, uint32_t a, uint32_t b)
{
    size_t low = level->graph->offset[a];
    size_t high = level->graph->offset[a + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (level->graph->target[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < level->graph->offset[a + 1] && level->graph->target[low] == b
               ? level->graph->weight[low]
               : 0;
}

/* ---- keeping the rows -------------------------------------------------------------------- */

static void row_add(struct refine_level *level, uint32_t thing, uint32_t node, double weight)
{
    size_t begin = level->graph->offset[thing];
    uint32_t *at = level->at + begin;
    uint32_t i = 0;

    while (i < level->length[thing] && at[i] != node)
        i++;
    if (i == level->length[thing]) {
        level->length[thing]++;
        at[i] = node;
        level->weight[begin + i] = 0;
    }
    level->weight[begin + i] += weight;
}

static void row_remove(struct refine_level *level, uint32_t thing, uint32_t node, double weight)
{
    size_t begin = level->graph->offset[thing];
    uint32_t *at = level->at + begin;
    uint32_t last = level->length[thing] - 1;
    uint32_t i = 0;

    while (i < last && at[i] != node)
        i++;
    level->weight[begin + i] -= weight;
    if (level->weight[begin + i] > 0)
        return;
    at[i] = at[last];
    level->weight[begin + i] = level->weight[begin + last];
    level->length[thing] = last;
}

static void enqueue(struct refine_level *level, uint32_t thing)
{
    uint32_t vertices = level->graph->vertices;
    uint32_t end;

    if (level->queued[thing])
        return;
    level->queued[thing] = true;
    end = level->head + level->waiting++;
    level->queue[end < vertices ? end : end - vertices] = thing;
}

/* Tell the neighbours of `thing` that it moves from node `from` to node `to`. */
static void tell_neighbours(struct refine_level *level, uint32_t thing, uint32_t from, uint32_t to)
{
    const struct partition_graph *g = level->graph;

    level->work += 2 * (g->offset[thing + 1] - g->offset[thing]);
    for (size_t e = g->offset[thing]; e < g->offset[thing + 1]; e++) {
        uint32_t other = g->target[e];
        double change =
            distance(level, level->place[other], to) - distance(level, level->place[other], from);

        row_remove(level, other, from, g->weight[e]);
        row_add(level, other, to, g->weight[e]);
        level->cost[other] += g->weight[e] * change;
        enqueue(level, other);
    }
}

void refine_level_rotate(struct refine_level *level, const uint32_t *thing, uint32_t count,
                         double gain)
{
    uint32_t last = level->place[thing[0]];

    for (uint32_t i = 0; i < count; i++)
        tell_neighbours(level, thing[i], level->place[thing[i]],
                        level->place[thing[i + 1 < count ? i + 1 : 0]]);
    for (uint32_t i = 0; i + 1 < count; i++) {
        level->place[thing[i]] = level->place[thing[i + 1]];
        refine_contents_swap(&level->contents, thing[i], thing[i + 1]);
    }
    level->place[thing[count - 1]] = last;
    for (uint32_t i = 0; i < count; i++) {
        level->cost[thing[i]] = refine_level_cost(level, thing[i], level->place[thing[i]]);
        enqueue(level, thing[i]);
    }
    level->total -= gain;
}

/* ---- looking for swaps ------------------------------------------------------------------- */

/* Try to swap `thing` with each thing on `node`, if it would gain there itself. */
static void try_node(struct refine_level *level, uint32_t thing, uint32_t node, struct swap *best)
{
    const struct refine_contents *contents = &level->contents;
    uint32_t here = level->place[thing];
    double hops;
    double own;

    if (node == here || level->seen[node] == level->look)
        return;
    level->seen[node] = level->look;
    if (level->kind && level->kind[node] != level->kind[here])
        return;
    own = level->cost[thing] - refine_level_cost_below(level, thing, node, level->cost[thing]);
    if (own <= 0)
        return;
    hops = distance(level, here, node);
    for (uint32_t i = contents->first[node]; i < contents->first[node + 1]; i++) {
        uint32_t other = contents->member[i];
        double most = own + level->cost[other] - best->gain;
        double cost, gain;

        if (other == level->held)
            continue;
        cost = refine_level_cost_below(level, other, here, most);
        if (cost >= most)
            continue;
        gain = own + level->cost[other] - cost;
        gain -= 2 * refine_level_weight(level, thing, other) * hops;
        if (gain > best->gain && gain > ROUNDING * (level->cost[thing] + level->cost[other])) {
            best->gain = gain;
            best->partner = other;
        }
    }
}

/* The best swap that `thing` gains from: onto nodes of its partners, or near the heavy ones. */
static struct swap look_at(struct refine_level *level, uint32_t thing)
{
    size_t begin = level->graph->offset[thing];
    uint32_t length = level->length[thing];
    struct swap best = {thing, 0};
    double heaviest = 0;

    level->look++;
    for (uint32_t i = 0; i < length; i++) {
        try_node(level, thing, level->at[begin + i], &best);
        if (level->weight[begin + i] > heaviest && level->at[begin + i] != level->place[thing])
            heaviest = level->weight[begin + i];
    }
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t *near = search_near_of(level->near, level->at[begin + i]);

        if (level->weight[begin + i] < LIGHT * heaviest ||
            level->at[begin + i] == level->place[thing])
            continue;
        for (uint32_t k = 0; k < level->near->count; k++)
            try_node(level, thing, near[k], &best);
    }
    return best;
}

bool refine_level_run(struct refine_level *level, const struct map_job *job, uint64_t limit)
{
    bool swapped = false;
    uint64_t check = level->work + WORK_UNWATCHED;

    while (level->waiting && level->work < limit) {
        uint32_t thing = level->queue[level->head];
        struct swap best;

        level->head = level->head + 1 < level->graph->vertices ? level->head + 1 : 0;
        level->waiting--;
        level->queued[thing] = false;
        if (level->work >= check) {
            if (map_late(job))
                break;
            check = level->work + WORK_UNWATCHED;
        }
        if (thing == level->held)
            continue;
        best = look_at(level, thing);
        if (best.partner == thing)
            continue;
        refine_level_rotate(level, (uint32_t[]){thing, best.partner}, 2, best.gain);
        swapped = true;
    }
    return swapped;
}

/* ---- making a level ---------------------------------------------------------------------- */

/* Rows are added up with `seen` as the place of each node in the row. */
static void fill_rows(struct refine_level *level)
{
    const struct partition_graph *g = level->graph;

    for (uint32_t v = 0; v < g->vertices; v++) {
        size_t begin = g->offset[v];
        uint32_t length = 0;

        for (size_t e = begin; e < g->offset[v + 1]; e++) {
            uint32_t node = level->place[g->target[e]];
            uint64_t where = level->seen[node];

            if (where < begin || where >= begin + length || level->at[where] != node) {
                where = level->seen[node] = begin + length++;
                level->at[where] = node;
                level->weight[where] = 0;
            }
            level->weight[where] += g->weight[e];
        }
        level->length[v] = length;
        level->cost[v] = refine_level_cost(level, v, level->place[v]);
        level->total += level->cost[v] / 2;
    }
    memset(level->seen, 0, level->allocation->nodes * sizeof *level->seen);
}

int refine_level_init(struct refine_level *level, const struct topomap_allocation *allocation,
                      const struct partition_graph *graph, const struct search_near *near,
                      const uint32_t *kind, uint32_t *place, struct topomap_error *error)
{
    uint32_t vertices = graph->vertices;
    size_t entries = graph->offset[vertices];

    *level = (struct refine_level){
        .allocation = allocation,
        .graph = graph,
        .near = near,
        .kind = kind,
        .held = UINT32_MAX,
        .place = place,
        .cost = array_raw(vertices, sizeof *level->cost),
        .length = array_raw(vertices, sizeof *level->length),
        .at = array_raw(entries, sizeof *level->at),
        .weight = array_raw(entries, sizeof *level->weight),
        .queue = array_raw(vertices, sizeof *level->queue),
        .queued = array_new(vertices, sizeof *level->queued),
        .seen = array_new(allocation->nodes, sizeof *level->seen),
    };
    if (refine_contents_init(&level->contents, allocation->nodes, vertices, place) < 0 ||
        !level->cost || !level->length || !level->at || !level->weight || !level->queue ||
        !level->queued || !level->seen) {
        refine_level_free(level);
        return error_memory(error);
    }
    fill_rows(level);
    for (uint32_t v = 0; v < vertices; v++)
        enqueue(level, v);
    return 0;
}

void refine_level_free(struct refine_level *level)
{
    refine_contents_free(&level->contents);
    free(level->cost);
    free(level->length);
    free(level->at);
    free(level->weight);
    free(level->queue);
    free(level->queued);
    free(level->seen);
    *level = (struct refine_level){0};
}
