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

/* Where a start is given in mean volumes of things, the end is this many of them. */
#define COLD 0.05f

/* Starting temperatures to choose from, each this part of the one before, the highest being that
 * at which a thing can move one hop away from all of its neighbours. */
#define CHOICES 9
#define CHOICE 0.7

/* To see whether a temperature makes a placement better or worse takes this part of the work, or
 * so much for each edge and thing, which is enough. */
#define PROBE 20
#define PROBE_EACH 200

/* So many steps without a swap: it is frozen. */
#define FROZEN 4

/* What a thing can cost at most; some such sums can be added up. */
#define LARGEST (INT32_C(1) << 28)

#define LN2 0.69314718f

/* Work between two looks at the clock: some milliseconds. */
#define WORK_UNWATCHED 500000

struct thing {
    size_t edge;    /* first one, in graph->target */
    uint32_t edges;
};

struct anneal {
    const struct map_job *job;
    const struct topomap_allocation *allocation;
    const struct partition_graph *graph;
    const struct search_near *near;
    const uint32_t *size; /* [vertices]: things change places with others as large */
    struct thing *thing;  /* [vertices] */
    uint32_t *place;      /* [vertices]: node */
    int32_t *weight;      /* of edges, see weigh */
    struct refine_contents contents;
    int32_t *cost;        /* by slot: sum of weight times distance */
    int32_t *inside;      /* by slot: weight to things on the same node */
    uint32_t next;        /* slot of the thing to look at next: in order, as what is near to each
                           * other in memory is so in the network */
    struct random random;
    uint64_t work;        /* edges looked at, and looks */
    uint64_t check;       /* when to look at the clock */
    uint64_t swaps;
    int64_t change;       /* of the hop-bytes, since the start */
};

/* ---- costs ------------------------------------------------------------------------------- */

/* What a move of thing `t` from node `a` to node `b` adds, by tables of `parts` parts. */
static inline int32_t tabled_cost(const struct anneal *an, const struct thing *t, uint32_t a,
                                  uint32_t b, const uint32_t parts)
{
    const struct distances *d = &an->allocation->distances;
    const uint32_t *target = an->graph->target + t->edge;
    const int32_t *weight = an->weight + t->edge;
    const uint8_t *from[NETWORK_MAX_DIMS];
    const uint8_t *to[NETWORK_MAX_DIMS];
    int32_t sum = 0;

    for (uint32_t p = 0; p < parts; p++) {
        from[p] = d->hops[p] + (size_t)d->number[(size_t)a * parts + p] * d->size[p];
        to[p] = d->hops[p] + (size_t)d->number[(size_t)b * parts + p] * d->size[p];
    }
    for (uint32_t e = 0; e < t->edges; e++) {
        uint32_t place = an->place[target[e]];
        const uint16_t *number = d->number + (size_t)place * parts;
        int32_t before = 0;
        int32_t after = 0;

        for (uint32_t p = 0; p < parts; p++) {
            before += from[p][number[p]];
            after += to[p][number[p]];
        }
        sum += weight[e] * ((place == b ? 0 : after) - (place == a ? 0 : before));
    }
    return sum;
}

/* The same where nodes are numbered by themselves. */
static inline int32_t direct_cost(const struct anneal *an, const struct thing *t, uint32_t a,
                                  uint32_t b)
{
    const struct distances *d = &an->allocation->distances;
    const uint8_t *from = d->hops[0] + (size_t)a * d->size[0];
    const uint8_t *to = d->hops[0] + (size_t)b * d->size[0];
    const uint32_t *target = an->graph->target + t->edge;
    const int32_t *weight = an->weight + t->edge;
    int32_t sum = 0;

    for (uint32_t e = 0; e < t->edges; e++) {
        uint32_t place = an->place[target[e]];

        sum += weight[e] * (to[place] - from[place]);
    }
    return sum;
}

static int32_t move_cost(const struct anneal *an, const struct thing *t, uint32_t a, uint32_t b)
{
    const struct distances *d = &an->allocation->distances;
    int32_t sum = 0;

    if (d->single)
        return direct_cost(an, t, a, b);
    if (d->parts == 1)
        return tabled_cost(an, t, a, b, 1);
    if (d->parts == 3)
        return tabled_cost(an, t, a, b, 3);
    if (d->parts)
        return tabled_cost(an, t, a, b, d->parts);
    for (size_t e = t->edge; e < t->edge + t->edges; e++) {
        uint32_t place = an->place[an->graph->target[e]];

        sum += an->weight[e] * ((int32_t)allocation_distance(an->allocation, b, place) -
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
        uint32_t place = an->place[other];
        uint32_t slot = an->contents.slot[other];
        int32_t hops = (int32_t)allocation_distance(an->allocation, b, place) -
                       (int32_t)allocation_distance(an->allocation, a, place);

        an->cost[slot] += an->weight[e] * hops;
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
    uint32_t here = an->place[number];
    int32_t cost = 0;
    int32_t inside = 0;

    for (size_t e = t->edge; e < t->edge + t->edges; e++) {
        uint32_t place = an->place[an->graph->target[e]];

        if (place == here)
            inside += an->weight[e];
        else
            cost += an->weight[e] * (int32_t)allocation_distance(an->allocation, here, place);
    }
    an->cost[slot] = cost;
    an->inside[slot] = inside;
}

static void swap(struct anneal *an, uint32_t one, uint32_t other)
{
    uint32_t a = an->place[one];
    uint32_t b = an->place[other];

    an->swaps++;
    an->work += 4 * (an->thing[one].edges + an->thing[other].edges);
    refine_contents_swap(&an->contents, one, other);
    an->place[one] = b;
    an->place[other] = a;
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

/* The same at another temperature, but no more than any swap adds. */
static int32_t bearable(float temperature, uint32_t bits)
{
    float most = temperature * threshold(bits);

    return most < (float)LARGEST ? (int32_t)most : LARGEST;
}

/* A node to move to: one that is near to a neighbour's or, every other time where more than one
 * thing stands on a node, the neighbour's. */
static uint32_t choose_node(const struct anneal *an, const struct thing *t, uint64_t bits)
{
    uint32_t edge = (uint32_t)(((bits & 0xffffff) * t->edges) >> 24);
    uint32_t node = an->place[an->graph->target[t->edge + edge]];
    uint32_t count = an->near->count;

    if (count == 0 || (!(bits & 0x1000000) && an->graph->vertices > an->allocation->nodes))
        return node;
    return search_near_of(an->near, node)[(((bits >> 25) & 0xffff) * count) >> 16];
}

/*
 * Look for a thing on node `b` to swap `number` with, all in all for an increase of at most
 * `most`. First those are left out whose part cannot be small enough: at best a thing leaves all
 * its cost behind, and those on its own node.
 */
static void look(struct anneal *an, uint32_t number, uint32_t b, int32_t most, uint32_t bits)
{
    const struct thing *t = &an->thing[number];
    uint32_t a = an->place[number];
    uint32_t first = an->contents.first[b];
    uint32_t count = an->contents.first[b + 1] - first;
    uint32_t start = (uint32_t)(((uint64_t)bits * count) >> 32);
    int32_t hops = (int32_t)allocation_distance(an->allocation, a, b);
    int32_t own = move_cost(an, t, a, b);

    an->work += t->edges + count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = first + (start + i < count ? start + i : start + i - count);
        uint32_t other;
        int32_t change;

        if (own + an->inside[slot] * hops - an->cost[slot] > most)
            continue;
        other = an->contents.member[slot];
        if (an->size[other] != an->size[number])
            continue;
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

/* Look around at `temperature` for an amount of work. Returns false if the job is late. */
static bool look_around(struct anneal *an, uint64_t work, float temperature)
{
    for (uint64_t end = an->work + work; an->work < end;) {
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
        if (node == an->place[number])
            continue;
        look(an, number, node, bearable(temperature, (uint32_t)one), (uint32_t)(one >> 32));
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
        an->place[v] = place[v];
    for (uint32_t v = 0; v < vertices; v++)
        count_cost(an, v);
    an->change = 0;
    return 0;
}

/*
 * The highest temperature at which the placement does not get worse at first, found by halving the
 * range of choices.
 */
static int find_temperature(struct anneal *an, const uint32_t *place, uint64_t work, float hottest,
                            float *found)
{
    uint64_t most = PROBE_EACH * (uint64_t)(an->graph->offset[an->graph->vertices] +
                                            an->graph->vertices);
    float choice[CHOICES];
    uint32_t low = 0;
    uint32_t high = CHOICES - 1;

    choice[0] = hottest;
    for (uint32_t i = 1; i < CHOICES; i++)
        choice[i] = choice[i - 1] * (float)CHOICE;
    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (!look_around(an, work / PROBE < most ? work / PROBE : most, choice[middle]))
            break;
        if (an->change > 0)
            low = middle + 1;
        else
            high = middle;
        if (put(an, place) < 0)
            return -1;
    }
    *found = choice[high];
    return 0;
}

/* Cool down from `temperature` in so many steps. */
static void cool(struct anneal *an, float temperature, uint32_t steps, uint64_t work)
{
    uint32_t frozen = 0;

    for (uint32_t step = 0; step < steps && frozen < FROZEN; step++) {
        uint64_t swaps = an->swaps;

        if (!look_around(an, work / steps, temperature))
            break;
        temperature *= (float)COOLING;
        frozen = an->swaps > swaps ? 0 : frozen + 1;
    }
}

static int run(struct anneal *an, uint32_t *place, const struct refine_heat *heat, uint64_t work,
               float volume)
{
    uint32_t steps = STEPS;
    float temperature;

    if (put(an, place) < 0)
        return -1;
    if (heat->volumes > 0) {
        temperature = heat->volumes * volume;
        steps = 1;
        for (float t = heat->volumes; t > COLD; t *= (float)COOLING)
            steps++;
    } else {
        if (find_temperature(an, place, work, volume, &temperature) < 0)
            return -1;
        temperature *= heat->times;
    }
    cool(an, temperature, steps, work);
    if (an->change < 0)
        memcpy(place, an->place, an->graph->vertices * sizeof *place);
    return 0;
}

/*
 * Fill the weights, in units such that no thing can cost more than the largest: sums of whole
 * numbers are exact, and the same on every machine. Returns the mean weight to a thing's
 * neighbours.
 */
static float weigh(struct anneal *an)
{
    const struct partition_graph *g = an->graph;
    double heaviest = 0;
    double scale;
    double sum = 0;

    for (uint32_t v = 0; v < g->vertices; v++) {
        double volume = 0;

        for (size_t e = g->offset[v]; e < g->offset[v + 1]; e++)
            volume += g->weight[e];
        heaviest = volume > heaviest ? volume : heaviest;
    }
    scale = heaviest > 0
                ? LARGEST / heaviest / ((double)an->allocation->network->max_distance + 1)
                : 0;
    for (size_t e = 0; e < g->offset[g->vertices]; e++) {
        an->weight[e] = (int32_t)(g->weight[e] * scale + 0.5);
        sum += an->weight[e];
    }
    return (float)(sum / g->vertices);
}

static void anneal_free(struct anneal *an)
{
    refine_contents_free(&an->contents);
    free(an->thing);
    free(an->place);
    free(an->weight);
    free(an->cost);
    free(an->inside);
}

int refine_anneal_level(const struct map_job *job, const struct refine_things *things,
                        const struct search_near *near, const struct refine_heat *heat,
                        uint64_t work, uint64_t seed, struct topomap_error *error)
{
    const struct partition_graph *graph = &things->graph;
    size_t edges = graph->offset[graph->vertices];
    struct anneal an = {
        .job = job,
        .allocation = job->allocation,
        .graph = graph,
        .near = near,
        .size = things->size,
        .thing = array_raw(graph->vertices, sizeof *an.thing),
        .place = array_raw(graph->vertices, sizeof *an.place),
        .weight = array_raw(edges, sizeof *an.weight),
        .cost = array_raw(graph->vertices, sizeof *an.cost),
        .inside = array_raw(graph->vertices, sizeof *an.inside),
    };
    int result = -1;

    if (an.thing && an.place && an.weight && an.cost && an.inside) {
        float volume = weigh(&an);

        random_seed(&an.random, seed);
        for (uint32_t v = 0; v < graph->vertices; v++)
            an.thing[v] = (struct thing){graph->offset[v],
                                         (uint32_t)(graph->offset[v + 1] - graph->offset[v])};
        result = run(&an, things->place, heat, work, volume);
    }
    anneal_free(&an);
    return result < 0 ? error_memory(error) : 0;
}
