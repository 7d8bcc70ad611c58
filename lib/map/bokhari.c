/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/embed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many vertices all exchanges are tried; beyond, those with what is next to one of the
 * neighbours that the vertex talks to most. */
#define ALL_PAIRS 256
#define TALKS 8 /* neighbours of a vertex */
#define NEXT 16 /* places next to a place */

/* Fruitless jumps in a row that are made before giving up. */
#define JUMPS 8

/*
 * What an assignment is judged by: the traffic between vertices on neighbouring nodes, of which
 * the cardinality of the paper, whose graphs have no weights, counts the edges. Hop-bytes decide
 * among equals.
 */
struct merit {
    double cardinality;
    double hop_bytes;
};

struct bokhari {
    struct embed embed;
    uint32_t near;   /* distance of neighbouring nodes */
    uint32_t *next;  /* [places][NEXT]: places at that distance; EMBED_NONE: no more */
    uint32_t *talks; /* [vertices][TALKS]: neighbours, the heaviest first; EMBED_NONE: no more */
    uint32_t *who;   /* [places]: vertex */
    uint32_t *best;  /* [vertices]: places of the best assignment */
    uint32_t *tried; /* [vertices]: by which look last */
    uint32_t look;
    uint64_t work;   /* edges looked at */
    uint64_t limit;
};

static bool better(const struct merit *a, const struct merit *b)
{
    if (a->cardinality != b->cardinality)
        return a->cardinality > b->cardinality;
    return a->hop_bytes < b->hop_bytes;
}

/* ---- neighbours -------------------------------------------------------------------------- */

/* How many places are looked at to find those next to one. */
static uint32_t looks(const struct embed *e)
{
    return e->near ? e->near->count : 2 * (e->places - 1);
}

/* The one looked at in step 0, 1, ...: from `place` outwards; EMBED_NONE beyond the ends. */
static uint32_t looked_at(const struct embed *e, uint32_t place, uint32_t step)
{
    uint32_t offset = step / 2 + 1;

    if (e->near)
        return embed_near(e, place, step);
    if (step % 2)
        return place < offset ? EMBED_NONE : place - offset;
    return offset < e->places - place ? place + offset : EMBED_NONE;
}

static uint32_t least_distance(const struct embed *e)
{
    uint32_t least = 0;

    for (uint32_t place = 0; place < e->places; place++) {
        for (uint32_t step = 0; step < looks(e); step++) {
            uint32_t other = looked_at(e, place, step);
            uint32_t hops = other == EMBED_NONE ? 0 : embed_distance(e, place, other);

            if (hops && (!least || hops < least))
                least = hops;
        }
    }
    return least;
}

static void find_next(struct bokhari *b)
{
    const struct embed *e = &b->embed;

    memset(b->next, 0xff, (size_t)e->places * NEXT * sizeof *b->next);
    b->near = least_distance(e);
    for (uint32_t place = 0; place < e->places; place++) {
        uint32_t *next = b->next + (size_t)place * NEXT;
        uint32_t count = 0;

        for (uint32_t step = 0; step < looks(e) && count < NEXT; step++) {
            uint32_t other = looked_at(e, place, step);

            if (other != EMBED_NONE && embed_distance(e, place, other) <= b->near)
                next[count++] = other;
        }
    }
}

static void find_talks(struct bokhari *b)
{
    const struct partition_graph *g = &b->embed.graph;

    memset(b->talks, 0xff, (size_t)g->vertices * TALKS * sizeof *b->talks);
    for (uint32_t v = 0; v < g->vertices; v++) {
        uint32_t *talks = b->talks + (size_t)v * TALKS;
        double weight[TALKS];
        uint32_t count = 0;

        for (size_t i = g->offset[v]; i < g->offset[v + 1]; i++) {
            uint32_t at = count;

            count += count < TALKS;
            for (; at > 0 && weight[at - 1] < g->weight[i]; at--) {
                if (at == TALKS)
                    continue;
                weight[at] = weight[at - 1];
                talks[at] = talks[at - 1];
            }
            if (at < TALKS) {
                weight[at] = g->weight[i];
                talks[at] = g->target[i];
            }
        }
    }
}

/* ---- exchanges --------------------------------------------------------------------------- */

/* Add what changes for the edges of `v` but that to `partner` if it goes from `from` to `to`. */
static void add_change(struct bokhari *b, uint32_t v, uint32_t partner, uint32_t from, uint32_t to,
                       struct merit *change)
{
    const struct embed *e = &b->embed;
    const struct partition_graph *g = &e->graph;

    b->work += g->offset[v + 1] - g->offset[v];
    for (size_t i = g->offset[v]; i < g->offset[v + 1]; i++) {
        uint32_t other = e->place[g->target[i]];
        uint32_t before;
        uint32_t after;

        if (g->target[i] == partner)
            continue;
        before = embed_distance(e, from, other);
        after = embed_distance(e, to, other);
        change->hop_bytes += g->weight[i] * ((double)after - before);
        change->cardinality += g->weight[i] * ((after <= b->near) - (before <= b->near));
    }
}

static struct merit change_of(struct bokhari *b, uint32_t u, uint32_t v)
{
    const uint32_t *place = b->embed.place;
    struct merit change = {0};

    add_change(b, u, v, place[u], place[v], &change);
    add_change(b, v, u, place[v], place[u], &change);
    return change;
}

static void exchange(struct bokhari *b, uint32_t u, uint32_t v, const struct merit *change,
                     struct merit *merit)
{
    uint32_t *place = b->embed.place;
    uint32_t held = place[u];

    place[u] = place[v];
    place[v] = held;
    b->who[place[u]] = u;
    b->who[place[v]] = v;
    merit->cardinality += change->cardinality;
    merit->hop_bytes += change->hop_bytes;
}

static bool exchangeable(const struct embed *e, uint32_t u, uint32_t v)
{
    return u != v && (!e->class || e->class[u] == e->class[v]);
}

static void try(struct bokhari *b, uint32_t u, uint32_t v, struct merit *most, uint32_t *partner)
{
    struct merit change;

    if (b->tried[v] == b->look || !exchangeable(&b->embed, u, v))
        return;
    b->tried[v] = b->look;
    change = change_of(b, u, v);
    if (better(&change, most)) {
        *most = change;
        *partner = v;
    }
}

/* Exchange `u` with the partner that brings most, if any brings something. */
static bool improve(struct bokhari *b, uint32_t u, struct merit *merit)
{
    const struct embed *e = &b->embed;
    struct merit most = {0};
    uint32_t partner = EMBED_NONE;

    b->look++;
    for (uint32_t v = 0; v < e->vertices && e->vertices <= ALL_PAIRS; v++)
        try(b, u, v, &most, &partner);
    for (uint32_t i = 0; i < TALKS && e->vertices > ALL_PAIRS; i++) {
        uint32_t to = b->talks[(size_t)u * TALKS + i];

        if (to == EMBED_NONE)
            break;
        for (uint32_t k = 0; k < NEXT; k++) {
            uint32_t place = b->next[(size_t)e->place[to] * NEXT + k];

            if (place == EMBED_NONE)
                break;
            try(b, u, b->who[place], &most, &partner);
        }
    }
    if (partner == EMBED_NONE)
        return false;
    exchange(b, u, partner, &most, merit);
    return true;
}

static void augment(struct bokhari *b, struct merit *merit)
{
    bool improved = true;

    while (improved) {
        improved = false;
        for (uint32_t u = 0; u < b->embed.vertices; u++) {
            if (b->work > b->limit || map_late(b->embed.job))
                return;
            improved |= improve(b, u, merit);
        }
    }
}

/* As many exchanges at random as a square of that many nodes has rows. */
static void jump(struct bokhari *b, struct random *random, struct merit *merit)
{
    uint32_t count = (uint32_t)sqrt(b->embed.places);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t u = random_below(random, b->embed.vertices);
        uint32_t v = random_below(random, b->embed.vertices);
        struct merit change;

        if (!exchangeable(&b->embed, u, v))
            continue;
        change = change_of(b, u, v);
        exchange(b, u, v, &change, merit);
    }
}

/* ---- the search -------------------------------------------------------------------------- */

/* The first assignment: ranks as the layout has them; groups on the nodes they are numbered by. */
static void begin(struct bokhari *b)
{
    struct embed *e = &b->embed;

    for (uint32_t v = 0; v < e->vertices; v++) {
        e->place[v] = e->part ? v : e->position[e->job->layout[v]];
        b->who[e->place[v]] = v;
    }
}

static void search(struct bokhari *b)
{
    struct embed *e = &b->embed;
    size_t size = e->vertices * sizeof *b->best;
    struct merit merit = {0};
    struct merit best;
    struct random random;

    random_seed(&random, e->job->seed);
    augment(b, &merit);
    best = merit;
    memcpy(b->best, e->place, size);
    for (uint32_t fruitless = 0; fruitless < JUMPS && b->work <= b->limit && !map_late(e->job);) {
        jump(b, &random, &merit);
        augment(b, &merit);
        fruitless++;
        if (better(&merit, &best)) {
            best = merit;
            memcpy(b->best, e->place, size);
            fruitless = 0;
        } else {
            merit = best;
            memcpy(e->place, b->best, size);
        }
        for (uint32_t v = 0; v < e->vertices; v++)
            b->who[e->place[v]] = v;
    }
    memcpy(e->place, b->best, size);
}

static int run(struct bokhari *b)
{
    struct embed *e = &b->embed;

    b->next = array_raw(e->places, NEXT * sizeof *b->next);
    b->talks = array_raw(e->vertices, TALKS * sizeof *b->talks);
    b->who = array_raw(e->places, sizeof *b->who);
    b->best = array_raw(e->vertices, sizeof *b->best);
    b->tried = array_new(e->vertices, sizeof *b->tried);
    if (!b->next || !b->talks || !b->who || !b->best || !b->tried)
        return -1;
    begin(b);
    find_next(b);
    find_talks(b);
    search(b);
    return 0;
}

static int map_bokhari(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    static const uint64_t limits[] = {
        [TOPOMAP_EFFORT_FAST] = UINT64_C(1) << 23,
        [TOPOMAP_EFFORT_DEFAULT] = UINT64_C(1) << 26,
        [TOPOMAP_EFFORT_BEST] = UINT64_C(1) << 29,
    };
    struct bokhari b = {.limit = limits[job->effort]};
    int result;

    if (embed_init(&b.embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    result = run(&b);
    if (result == 0)
        embed_write(&b.embed, out->placement);
    else
        error_memory(error);
    free(b.next);
    free(b.talks);
    free(b.who);
    free(b.best);
    free(b.tried);
    embed_free(&b.embed);
    return result;
}

const struct map_algorithm algorithm_bokhari = {
    .about = {
        .name = "bokhari",
        .summary = "exchanges that bring most traffic to neighbouring nodes, and random jumps "
                   "(seeded) when none is left",
        .source = "Bokhari: On the mapping problem, IEEE Trans. Computers C-30(3), 1981; as in "
                  SOURCE_MAPPING_MATTERS,
        .needs = "any network",
        .complexity = "at most 2^26 edges looked at; O(m e) a pass up to 256 nodes, then O(e d), d "
                      "the edges of a group",
    },
    .map = map_bokhari,
};
