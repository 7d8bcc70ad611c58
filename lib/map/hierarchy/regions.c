/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/regions.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "partition/repair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS (REGIONS_SAMPLES * REGIONS_SAMPLES)

/* With more regions, their distances are not tabled. */
#define TABLE_BLOCKS 1024

/* A vertex is offered so many other regions in a pass. Only vertices of dense graphs have more
 * neighbouring regions, and each offer looks at all of them. */
#define MOST_OFFERS 8

/* ---- making ------------------------------------------------------------------------------ */

void regions_free(struct regions *b)
{
    free(b->where);
    free(b->spare);
    free(b->region);
    free(b->first);
    free(b->members);
    free(b->member);
    free(b->size);
    free(b->capacity);
    free(b->sample);
    free(b->seen);
    free(b->sum);
    free(b->touched);
    free(b->local);
    cut_free(&b->cut);
}

static void measure(struct regions *b)
{
    const struct hierarchy *h = b->hierarchy;

    for (uint32_t i = h->vertices; i-- > 0;) {
        const struct hierarchy_vertex *vertex = &h->vertex[i];

        b->capacity[i] = vertex->children ? 0 : b->allocation->tasks[h->order[vertex->first]];
        for (uint32_t k = 0; k < vertex->children; k++)
            b->capacity[i] += b->capacity[vertex->child + k];
        for (uint32_t k = 0; k < REGIONS_SAMPLES; k++)
            b->sample[i][k] = h->order[vertex->first + (uint64_t)(2 * k + 1) * vertex->count /
                                                           (2 * REGIONS_SAMPLES)];
    }
}

int regions_init(struct regions *b, const struct topomap_allocation *allocation,
                const struct hierarchy *hierarchy, const struct coarsen *coarsen,
                struct topomap_error *error)
{
    uint32_t vertices = coarsen->level[0].graph.vertices;
    uint32_t places = hierarchy->vertices;

    *b = (struct regions){
        .allocation = allocation,
        .hierarchy = hierarchy,
        .level = &coarsen->level[coarsen->levels - 1],
        .where = array_new(vertices, sizeof *b->where),
        .spare = array_raw(vertices, sizeof *b->spare),
        .count = 1,
        .region = array_new(places, sizeof *b->region),
        .first = array_raw(places, sizeof *b->first),
        .members = array_raw(places, sizeof *b->members),
        .member = array_raw(vertices, sizeof *b->member),
        .size = array_new(places, sizeof *b->size),
        .capacity = array_raw(places, sizeof *b->capacity),
        .sample = array_raw(places, sizeof *b->sample),
        .seen = array_new(places, sizeof *b->seen),
        .sum = array_raw(places, sizeof *b->sum),
        .touched = array_raw(places, sizeof *b->touched),
        .local = array_raw(vertices, sizeof *b->local),
    };
    if (!b->where || !b->spare || !b->region || !b->first || !b->members || !b->member ||
        !b->size || !b->capacity || !b->sample || !b->seen || !b->sum || !b->touched ||
        !b->local) {
        regions_free(b);
        return error_memory(error);
    }
    measure(b);
    b->size[0] = vertices;
    regions_list(b);
    return 0;
}

void regions_list(struct regions *b)
{
    uint32_t vertices = b->level->graph.vertices;
    uint32_t end = 0;

    for (uint32_t i = 0; i < b->count; i++)
        b->members[b->region[i]] = 0;
    for (uint32_t v = 0; v < vertices; v++)
        b->members[b->where[v]]++;
    for (uint32_t i = 0; i < b->count; i++) {
        b->first[b->region[i]] = end;
        end += b->members[b->region[i]];
        b->members[b->region[i]] = 0;
    }
    for (uint32_t v = 0; v < vertices; v++)
        b->member[b->first[b->where[v]] + b->members[b->where[v]]++] = v;
}

void regions_project(struct regions *b, const struct coarsen_level *finer)
{
    uint32_t *coarse = b->where;

    b->where = b->spare;
    b->spare = coarse;
    b->level = finer;
    for (uint32_t v = 0; v < finer->graph.vertices; v++)
        b->where[v] = coarse[finer->parent[v]];
    regions_list(b);
}

uint32_t regions_distance(const struct regions *b, uint32_t one, uint32_t other)
{
    const uint32_t *x = b->sample[one], *y = b->sample[other];
    uint32_t sum = 0;

    if (b->hierarchy->vertex[one].count == 1 && b->hierarchy->vertex[other].count == 1)
        return PAIRS * allocation_distance(b->allocation, *x, *y);
    for (uint32_t i = 0; i < REGIONS_SAMPLES; i++) {
        for (uint32_t k = 0; k < REGIONS_SAMPLES; k++)
            sum += allocation_distance(b->allocation, x[i], y[k]);
    }
    return sum;
}

/* ---- cutting ----------------------------------------------------------------------------- */

/* How much nearer the first half of the region is to `place` than the second half. */
static double pull_of(struct regions *b, uint32_t half, uint32_t place)
{
    if (b->seen[place] != b->turn) {
        b->seen[place] = b->turn;
        b->sum[place] = (double)regions_distance(b, half + 1, place) -
                        (double)regions_distance(b, half, place);
    }
    return b->sum[place];
}

/* Reserve room for the region in b->cut, and number its members. */
static int enter(struct regions *b, uint32_t region)
{
    const struct partition_graph *g = &b->level->graph;
    const uint32_t *member = b->member + b->first[region];
    size_t edges = 0;

    for (uint32_t i = 0; i < b->members[region]; i++) {
        b->local[member[i]] = i;
        edges += g->offset[member[i] + 1] - g->offset[member[i]];
    }
    return cut_reserve(&b->cut, b->members[region], edges);
}

/* Copy the region into b->cut as a graph of its own. */
static int isolate(struct regions *b, uint32_t region)
{
    const struct partition_graph *g = &b->level->graph;
    const uint32_t *member = b->member + b->first[region];
    uint32_t half = b->hierarchy->vertex[region].child;
    struct cut *c = &b->cut;
    uint32_t edges = 0;

    if (enter(b, region) < 0)
        return -1;
    b->turn++;
    for (uint32_t i = 0; i < c->vertices; i++) {
        uint32_t v = member[i];
        double pull = 0, inside = 0;

        c->offset[i] = edges;
        for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
            uint32_t place = b->where[g->target[e]];

            if (place != region) {
                pull += g->weight[e] * pull_of(b, half, place);
                continue;
            }
            inside += g->weight[e];
            c->target[edges] = b->local[g->target[e]];
            c->weight[edges++] = g->weight[e];
        }
        c->size[i] = b->level->size[v];
        c->pull[i] = pull;
        c->inside[i] = inside;
    }
    c->offset[c->vertices] = edges;
    return 0;
}

/* Move the members of the region to its halves, as the cut says. */
static void part(struct regions *b, uint32_t region)
{
    uint32_t half = b->hierarchy->vertex[region].child;
    uint32_t *member = b->member + b->first[region];
    uint32_t low = 0, high = 0;

    b->size[half] = b->size[half + 1] = 0;
    for (uint32_t i = 0; i < b->cut.vertices; i++) {
        uint32_t v = member[i];
        bool side = b->cut.side[i];

        b->where[v] = half + side;
        b->size[half + side] += b->level->size[v];
        if (side)
            b->local[high++] = v;
        else
            member[low++] = v;
    }
    memcpy(member + low, b->local, high * sizeof *member);
    b->first[half] = b->first[region];
    b->first[half + 1] = b->first[region] + low;
    b->members[half] = low;
    b->members[half + 1] = high;
}

static int cut_block(struct regions *b, uint32_t region, uint32_t tries,
                     struct topomap_error *error)
{
    uint32_t half = b->hierarchy->vertex[region].child;
    struct cut *c = &b->cut;
    uint32_t inside;

    if (isolate(b, region) < 0)
        return error_memory(error);
    inside = regions_distance(b, half, half) + regions_distance(b, half + 1, half + 1);
    c->between = (double)regions_distance(b, half, half + 1) - inside / 2.0;
    if (c->between < 1)
        c->between = 1;
    c->first = b->capacity[region]
                   ? (2 * b->size[region] * b->capacity[half] + b->capacity[region]) /
                         (2 * b->capacity[region])
                   : 0;
    c->slack = b->level->largest > 1 ? b->level->largest / 2 : 0;
    cut_find(c, tries);
    part(b, region);
    return 0;
}

int regions_cut(struct regions *b, uint32_t vertices, uint32_t tries, struct topomap_error *error)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t region = b->region[i];
        const struct hierarchy_vertex *vertex = &b->hierarchy->vertex[region];

        if (vertex->children == 0 || b->members[region] < vertices) {
            b->region[kept++] = region;
            continue;
        }
        if (cut_block(b, region, tries, error) < 0)
            return -1;
        b->region[b->count++] = vertex->child;
        b->region[b->count++] = vertex->child + 1;
    }
    b->count = kept;
    return 0;
}

/* ---- refining ---------------------------------------------------------------------------- */

/* Distances between regions, computed on demand. */
struct table {
    uint32_t *number;   /* [hierarchy vertices]: of the region */
    uint32_t *distance; /* [count][count] */
};

static uint32_t look_up(const struct regions *b, struct table *t, uint32_t one, uint32_t other)
{
    uint32_t *entry;

    if (!t->distance)
        return regions_distance(b, one, other);
    entry = &t->distance[(size_t)t->number[one] * b->count + t->number[other]];
    if (*entry == UINT32_MAX)
        *entry = regions_distance(b, one, other);
    return *entry;
}

/* Add up the traffic of `v` with each region; returns the number of regions. */
static uint32_t add_up(struct regions *b, uint32_t v)
{
    const struct partition_graph *g = &b->level->graph;
    uint32_t count = 0;

    b->turn++;
    for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++) {
        uint32_t place = b->where[g->target[e]];

        if (b->seen[place] != b->turn) {
            b->seen[place] = b->turn;
            b->sum[place] = 0;
            b->touched[count++] = place;
        }
        b->sum[place] += g->weight[e];
    }
    return count;
}

static double cost_in(const struct regions *b, struct table *t, uint32_t place, uint32_t count)
{
    double cost = 0;

    for (uint32_t i = 0; i < count; i++)
        cost += b->sum[b->touched[i]] * look_up(b, t, place, b->touched[i]);
    return cost;
}

static uint64_t limit_of(const struct regions *b, uint32_t region)
{
    uint64_t slack = (uint64_t)((double)b->capacity[region] * tuning(TUNING_REGION_SLACK));

    return b->capacity[region] + (slack > b->level->largest ? slack : b->level->largest);
}

/* The heaviest traffic of the current vertex with a region other than `here`. */
static double heaviest_of(const struct regions *b, uint32_t here, uint32_t count)
{
    double heaviest = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (b->touched[i] != here && b->sum[b->touched[i]] > heaviest)
            heaviest = b->sum[b->touched[i]];
    }
    return heaviest;
}

/* The cheapest region for `v` that has room; `here` is its current one. */
static uint32_t best_place(struct regions *b, struct table *t, uint32_t v, uint32_t here)
{
    uint32_t count = add_up(b, v);
    double light = tuning(TUNING_REGION_PULL) * heaviest_of(b, here, count);
    uint32_t offers = 0, best = here;
    double least;

    if (light <= 0)
        return here;
    least = b->size[here] > limit_of(b, here) ? INFINITY : cost_in(b, t, here, count);
    for (uint32_t i = 0; i < count && offers < MOST_OFFERS; i++) {
        uint32_t place = b->touched[i];
        double cost;

        if (place == here || b->sum[place] < light ||
            b->size[place] + b->level->size[v] > limit_of(b, place))
            continue;
        offers++;
        cost = cost_in(b, t, place, count);
        if (cost < least) {
            least = cost;
            best = place;
        }
    }
    return best;
}

/* Returns whether `v` moved. */
static bool move_best(struct regions *b, struct table *t, uint32_t v)
{
    uint32_t here = b->where[v];
    uint32_t best = best_place(b, t, v, here);

    if (best == here)
        return false;
    b->where[v] = best;
    b->size[here] -= b->level->size[v];
    b->size[best] += b->level->size[v];
    return true;
}

int regions_refine(struct regions *b, struct topomap_error *error)
{
    struct table t = {.number = array_raw(b->hierarchy->vertices, sizeof *t.number)};
    size_t entries = (size_t)b->count * b->count;

    if (!t.number)
        return error_memory(error);
    for (uint32_t i = 0; i < b->count; i++)
        t.number[b->region[i]] = i;
    if (b->count <= TABLE_BLOCKS)
        t.distance = array_raw(entries, sizeof *t.distance);
    if (t.distance)
        memset(t.distance, 0xff, entries * sizeof *t.distance);
    for (uint32_t pass = 0; pass < tuning(TUNING_REGION_PASSES); pass++) {
        uint32_t moves = 0;

        for (uint32_t v = 0; v < b->level->graph.vertices; v++)
            moves += move_best(b, &t, v);
        if (moves == 0)
            break;
    }
    free(t.number);
    free(t.distance);
    regions_list(b);
    return 0;
}

/* ---- exact sizes ------------------------------------------------------------------------- */

int regions_settle(struct regions *b, struct topomap_error *error)
{
    uint32_t vertices = b->level->graph.vertices;
    uint32_t *number = array_raw(b->hierarchy->vertices, sizeof *number);
    uint32_t *capacity = array_raw(b->count, sizeof *capacity);
    int result;

    if (!number || !capacity) {
        free(number);
        free(capacity);
        return error_memory(error);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        number[b->region[i]] = i;
        capacity[i] = (uint32_t)b->capacity[b->region[i]];
        b->size[b->region[i]] = b->capacity[b->region[i]];
    }
    for (uint32_t v = 0; v < vertices; v++)
        b->spare[v] = number[b->where[v]];
    result = partition_repair(&b->level->graph, b->count, capacity, NULL, 0, b->spare, error);
    for (uint32_t v = 0; v < vertices; v++)
        b->where[v] = b->region[b->spare[v]];
    free(number);
    free(capacity);
    regions_list(b);
    return result;
}
