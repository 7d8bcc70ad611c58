/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/anneal.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "refine/contents.h"

#include <stdlib.h>
#include <string.h>

/* The temperature falls to a tenth in so many steps. */
#define STEPS 100
#define COOLING 0.97723722095581068 /* 10^(-1/100) */

/* Starting temperatures to choose from, each this part of the one before, the highest being that
 * at which a thing can move one hop away from all of its neighbours. */
#define CHOICES 9
#define CHOICE 0.7

/* Looks at each thing to see whether a temperature makes a placement better or worse. */
#define PROBE 20

/* Annealing starts so many times as hot as the placement bears: a little of it is lost, but more
 * can be found. */
#define HEAT 2

#define LN2 0.69314718f

/* Work between two looks at the clock: some milliseconds. */
#define WORK_UNWATCHED 500000

struct thing {
    size_t edge;    /* first one, in graph->target */
    uint32_t edges;
    uint32_t place;
};

struct anneal {
    const struct map_job *job;
    const struct topomap_allocation *allocation;
    const struct partition_graph *graph;
    const struct refine_near *near;
    const uint32_t *kind;
    struct thing *thing; /* [vertices] */
    float *weight;       /* of edges */
    struct refine_contents contents;
    float *cost;         /* by slot: sum of weight times distance */
    float *inside;       /* by slot: weight to things on the same node */
    uint32_t next;       /* slot of the thing to look at next: in order, as what is near to each
                          * other in memory is so in the network */
    struct random random;
    uint64_t work;       /* edges looked at, and looks */
    uint64_t check;      /* when to look at the clock */
    double change;       /* of the hop-bytes, since the start */
};

/* ---- costs ------------------------------------------------------------------------------- */

/* What thing `t` would gain or lose by a move from node `a` to node `b`, by tables of `parts`
 * parts. */
static inline float tabled_cost(const struct anneal *an, const struct thing *t, uint32_t a,
                                uint32_t b, const uint32_t parts)
{
    const struct distances *d = &an->allocation->distances;
    const uint32_t *target = an->graph->target + t->edge;
    const float *weight = an->weight + t->edge;
    const uint8_t *from[NETWORK_MAX_DIMS];
    const uint8_t *to[NETWORK_MAX_DIMS];
    float sum = 0;

    for (uint32_t p = 0; p < parts; p++) {
        from[p] = d->hops[p] + (size_t)d->number[(size_t)a * parts + p] * d->size[p];
        to[p] = d->hops[p] + (size_t)d->number[(size_t)b * parts + p] * d->size[p];
    }
    for (uint32_t e = 0; e < t->edges; e++) {
        uint32_t place = an->thing[target[e]].place;
        const uint16_t *number = d->number + (size_t)place * parts;
        int32_t before = 0;
        int32_t after = 0;

        for (uint32_t p = 0; p < parts; p++) {
            before += from[p][number[p]];
            after += to[p][number[p]];
        }
        sum += weight[e] * (float)((place == b ? 0 : after) - (place == a ? 0 : before));
    }
    return sum;
}

static float move_cost(const struct anneal *an, const struct thing *t, uint32_t a, uint32_t b)
{
    uint32_t parts = an->allocation->distances.parts;
    float sum = 0;

    if (parts == 1)
        return tabled_cost(an, t, a, b, 1);
    if (parts == 3)
        return tabled_cost(an, t, a, b, 3);
    if (parts)
        return tabled_cost(an, t, a, b, parts);
    for (size_t e = t->edge; e < t->edge + t->edges; e++) {
        uint32_t place = an->thing[an->graph->target[e]].place;

        sum += an->weight[e] * (float)((int32_t)allocation_distance(an->allocation, b, place) -
                                       (int32_t)allocation_distance(an->allocation, a, place));
    }
    return sum;
}

/* Tell the neighbours of `number`, which went from node `a` to node `b`. */
static void tell_neighbours(struct anneal *an, uint32_t number, uint32_t a, uint32_t b)
{
    const struct thing *t = &an->thing[number];

    for (size_t e = t->edge; e < t->edge + t->edges; e++) {
        uint32_t other = an->graph->target[e];
        uint32_t place = an->thing[other].place;
        uint32_t slot = an->contents.slot[other];
        int32_t hops = (int32_t)allocation_distance(an->allocation, b, place) -
                       (int32_t)allocation_distance(an->allocation, a, place);

        an->cost[slot] += an->weight[e] * (float)hops;
        if (place == a)
            an->inside[slot] -= an->weight[e];
        else if (place == b)
            an->inside[slot] += an->weight[e];
    }
}

static void count_cost(struct anneal *an, uint32_t number)
{
    const struct thing *t = &an->thing[number];
    uint32_t slot = an->contents.slot[number];
    float cost = 0;
    float inside = 0;

    for (size_t e = t->edge; e < t->edge + t->edges; e++) {
        uint32_t place = an->thing[an->graph->target[e]].place;

        if (place == t->place)
            inside += an->weight[e];
        else
            cost += an->weight[e] * (float)allocation_distance(an->allocation, t->place, place);
    }
    an->cost[slot] = cost;
    an->inside[slot] = inside;
}

static void swap(struct anneal *an, uint32_t one, uint32_t other)
{
    uint32_t a = an->thing[one].place;
    uint32_t b = an->thing[other].place;

    refine_contents_swap(&an->contents, one, other);
    an->thing[one].place = b;
    an->thing[other].place = a;
    tell_neighbours(an, one, a, b);
    tell_neighbours(an, other, b, a);
    count_cost(an, one);
    count_cost(an, other);
}

/* ---- looking ----------------------------------------------------------------------------- */

/* An increase that is accepted at temperature 1: exponentially distributed but for straight lines
 * between powers of two, so that it is the same on every machine. */
static float threshold(uint32_t bits)
{
    int zeros = __builtin_clz(bits | 1);
    uint32_t fraction = (bits | 1) << zeros << 1;

    return LN2 * ((float)(zeros + 1) - (float)fraction * 0x1p-32f);
}

/* A node to move to: that of a neighbour, or every other time one that is near to it. */
static uint32_t choose_node(const struct anneal *an, const struct thing *t, uint64_t bits)
{
    uint32_t edge = (uint32_t)(((bits & 0xffffff) * t->edges) >> 24);
    uint32_t node = an->thing[an->graph->target[t->edge + edge]].place;
    uint32_t count = an->near->count;

    if (!(bits & 0x1000000) || count == 0)
        return node;
    return an->near->node[(size_t)node * count + ((((bits >> 25) & 0xffff) * count) >> 16)];
}

/*
 * Look for a thing on node `b` to swap `number` with, all in all for an increase of at most
 * `most`. First those are left out whose part cannot be small enough: at best a thing leaves all
 * its cost behind, and those on its own node.
 */
static void look(struct anneal *an, uint32_t number, uint32_t b, float most, uint32_t bits)
{
    const struct thing *t = &an->thing[number];
    uint32_t a = t->place;
    uint32_t first = an->contents.first[b];
    uint32_t count = an->contents.first[b + 1] - first;
    uint32_t start = (uint32_t)(((uint64_t)bits * count) >> 32);
    float hops = (float)allocation_distance(an->allocation, a, b);
    float own = move_cost(an, t, a, b);

    an->work += t->edges + count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = first + (start + i < count ? start + i : start + i - count);
        uint32_t other;
        float change;

        if (own + an->inside[slot] * hops - an->cost[slot] > most)
            continue;
        other = an->contents.member[slot];
        an->work += an->thing[other].edges;
        change = own + move_cost(an, &an->thing[other], b, a);
        if (change > most)
            continue;
        /* What the two exchange stays as far as it was. */
        for (uint32_t e = 0; e < t->edges; e++) {
            if (an->graph->target[t->edge + e] == other)
                change += 2 * an->weight[t->edge + e] * hops;
        }
        if (change > most || change == 0)
            continue;
        swap(an, number, other);
        an->change += change;
        return;
    }
}

/* Look `looks` times at `temperature`. Returns false if the job is late. */
static bool look_around(struct anneal *an, uint64_t looks, float temperature)
{
    for (uint64_t i = 0; i < looks; i++) {
        uint64_t one = random_next(&an->random);
        uint64_t two = random_next(&an->random);
        uint32_t slot = an->next;
        uint32_t number = an->contents.member[slot];
        const struct thing *t = &an->thing[number];
        uint32_t node;

        if (++an->work >= an->check) {
            if (map_late(an->job))
                return false;
            an->check = an->work + WORK_UNWATCHED;
        }
        an->next = slot + 1 < an->graph->vertices ? slot + 1 : 0;
        if (an->cost[slot] <= 0)
            continue;
        node = choose_node(an, t, two);
        if (node == t->place || (an->kind && an->kind[node] != an->kind[t->place]))
            continue;
        look(an, number, node, temperature * threshold((uint32_t)one), (uint32_t)(two >> 32));
    }
    return true;
}

/* ---- schedule ---------------------------------------------------------------------------- */

/* Put all things where `place` says. */
static int put(struct anneal *an, const uint32_t *place)
{
    uint32_t vertices = an->graph->vertices;

    refine_contents_free(&an->contents);
    if (refine_contents_init(&an->contents, an->allocation->nodes, vertices, place) < 0)
        return -1;
    for (uint32_t v = 0; v < vertices; v++)
        an->thing[v].place = place[v];
    for (uint32_t v = 0; v < vertices; v++)
        count_cost(an, v);
    an->change = 0;
    return 0;
}

/*
 * Where to start, measured by the highest temperature at which the placement does not get worse at
 * first. That one is found by halving the range of choices.
 */
static int find_temperature(struct anneal *an, const uint32_t *place, float hottest, float *found)
{
    float choice[CHOICES];
    uint32_t low = 0;
    uint32_t high = CHOICES - 1;

    choice[0] = hottest;
    for (uint32_t i = 1; i < CHOICES; i++)
        choice[i] = choice[i - 1] * (float)CHOICE;
    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (!look_around(an, (uint64_t)PROBE * an->graph->vertices, choice[middle]))
            break;
        if (an->change > 0)
            low = middle + 1;
        else
            high = middle;
        if (put(an, place) < 0)
            return -1;
    }
    *found = HEAT * choice[high];
    return 0;
}

static int run(struct anneal *an, uint32_t *place, uint64_t looks, float hottest)
{
    uint32_t vertices = an->graph->vertices;
    float temperature;

    if (put(an, place) < 0 || find_temperature(an, place, hottest, &temperature) < 0)
        return -1;
    for (uint32_t step = 0; step < STEPS; step++) {
        if (!look_around(an, looks / STEPS, temperature))
            break;
        temperature *= (float)COOLING;
    }
    for (uint32_t v = 0; an->change < 0 && v < vertices; v++)
        place[v] = an->thing[v].place;
    return 0;
}

static void anneal_free(struct anneal *an)
{
    refine_contents_free(&an->contents);
    free(an->thing);
    free(an->weight);
    free(an->cost);
    free(an->inside);
}

int refine_anneal_level(const struct map_job *job, const struct partition_graph *graph,
                        const struct refine_near *near, const uint32_t *kind, uint32_t *place,
                        uint64_t looks, uint64_t seed, struct topomap_error *error)
{
    size_t edges = graph->offset[graph->vertices];
    struct anneal an = {
        .job = job,
        .allocation = job->allocation,
        .graph = graph,
        .near = near,
        .kind = kind,
        .thing = array_raw(graph->vertices, sizeof *an.thing),
        .weight = array_raw(edges, sizeof *an.weight),
        .cost = array_raw(graph->vertices, sizeof *an.cost),
        .inside = array_raw(graph->vertices, sizeof *an.inside),
    };
    double sum = 0;
    int result = -1;

    if (an.thing && an.weight && an.cost && an.inside) {
        random_seed(&an.random, seed);
        for (uint32_t v = 0; v < graph->vertices; v++)
            an.thing[v] = (struct thing){graph->offset[v],
                                         (uint32_t)(graph->offset[v + 1] - graph->offset[v]), 0};
        for (size_t e = 0; e < edges; e++)
            sum += graph->weight[e];
        for (size_t e = 0; e < edges; e++)
            an.weight[e] = (float)graph->weight[e];
        result = run(&an, place, looks, (float)(sum / graph->vertices));
    }
    anneal_free(&an);
    return result < 0 ? error_memory(error) : 0;
}
