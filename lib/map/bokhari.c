/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "map/common/embed.h"
#include "search/descent.h"
#include "search/pairwise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to this number of vertices all exchanges are tried; beyond, those with places next to a
 * partner. */
#define ALL_PAIRS 256
#define NEXT 16 /* places next to a place */

#define MILLION 0x1p20

/*
 * The cardinality of the paper, whose graphs have no weights, is the number of edges between
 * neighbouring nodes. Here it is the bytes between them, and hop-bytes decide among equals. Both
 * are one cost: bytes between nodes that are not neighbours go `beyond` more hops.
 */
struct bokhari {
    struct embed embed;
    uint32_t least;     /* distance of neighbouring nodes */
    double beyond;      /* extra hops between nodes that are not neighbours */
    uint32_t *next;     /* [places][near.count], see find_next */
    uint32_t *best;     /* [vertices]: places of the best assignment */
    struct search_near near;
    struct arrangement arrangement;
    struct pairwise pairwise;
    struct search search;
};

/* ---- the objective ----------------------------------------------------------------------- */

static double between(const void *context, uint32_t a, uint32_t b)
{
    const struct bokhari *bokhari = context;
    uint32_t hops = embed_distance(&bokhari->embed, a, b);

    return hops > bokhari->least ? hops + bokhari->beyond : hops;
}

static double sum(const void *context, uint32_t place, const uint32_t *at, const double *weight,
                  uint32_t count)
{
    double cost = 0;

    for (uint32_t i = 0; i < count; i++)
        cost += weight[i] * between(context, place, at[i]);
    return cost;
}

static const struct pairwise_metric metric = {between, sum};

/* A power of two, so that costs stay exact: a byte between neighbours outweighs a million bytes
 * across the whole network. More would lose hop-bytes in rounding. */
static double find_beyond(const struct embed *e)
{
    double beyond = MILLION;

    while (beyond < MILLION * e->allocation->network->max_distance)
        beyond *= 2;
    return beyond;
}

/* ---- neighbours -------------------------------------------------------------------------- */

/* Number of places looked at to find the neighbours of one. */
static uint32_t looks(const struct embed *e)
{
    return e->near ? e->near->count : 2 * (e->places - 1);
}

/* The place looked at in step 0, 1, ..., outwards from `place`; EMBED_NONE: beyond the ends. */
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

/* List all other places as nearby if there are up to ALL_PAIRS, else up to NEXT at the least
 * distance. Short lists are filled with the place itself. */
static void find_next(struct bokhari *b)
{
    const struct embed *e = &b->embed;

    b->least = least_distance(e);
    for (uint32_t place = 0; place < e->places; place++) {
        uint32_t *next = b->next + (size_t)place * b->near.count;
        uint32_t count = 0;

        for (uint32_t step = 0; step < looks(e) && count < b->near.count; step++) {
            uint32_t other = looked_at(e, place, step);

            if (other != EMBED_NONE &&
                (e->places <= ALL_PAIRS || embed_distance(e, place, other) <= b->least))
                next[count++] = other;
        }
        while (count < b->near.count)
            next[count++] = place;
    }
}

/* ---- the search -------------------------------------------------------------------------- */

/* The first assignment: ranks as in the layout, groups on the nodes of their index. */
static void begin(struct bokhari *b)
{
    struct embed *e = &b->embed;

    for (uint32_t v = 0; v < e->vertices; v++)
        e->place[v] = e->part ? v : e->position[e->job->layout[v]];
}

/* Random exchanges, as many as a square of that many nodes has rows. */
static void jump(struct bokhari *b, struct random *random)
{
    uint32_t count = (uint32_t)sqrt(b->embed.places);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t pair[2];

        pair[0] = random_below(random, b->embed.vertices);
        pair[1] = random_below(random, b->embed.vertices);
        if (pair[0] != pair[1] && arrangement_alike(&b->arrangement, pair[0], pair[1]))
            search_rotate(&b->search, pair, 2,
                          model_pair_change(&b->pairwise.model, pair, 2, INFINITY));
    }
}

/* Exchanges until none gains anything. A descent only wakes units whose own cost changed; the units
 * that moved left places where others may gain, so all of them are tried once more. */
static void exchange(struct bokhari *b, uint64_t limit)
{
    do
        search_wake(&b->search);
    while (descent_run(&b->search, limit));
}

static void search(struct bokhari *b, uint64_t limit)
{
    struct embed *e = &b->embed;
    struct model *model = &b->pairwise.model;
    size_t size = e->vertices * sizeof *b->best;
    struct random random;
    double best;

    random_seed(&random, e->job->seed);
    exchange(b, limit);
    best = b->search.change;
    memcpy(b->best, e->place, size);
    for (uint32_t fruitless = 0; fruitless < tuning(TUNING_BOKHARI_JUMPS) &&
                                 model->work < limit && !search_late(&b->search);) {
        jump(b, &random);
        exchange(b, limit);
        fruitless++;
        if (b->search.change < best) {
            best = b->search.change;
            memcpy(b->best, e->place, size);
            fruitless = 0;
        } else {
            memcpy(e->place, b->best, size);
            arrangement_renew(&b->arrangement);
            model->calls->renew(model);
            b->search.change = best;
        }
    }
    memcpy(e->place, b->best, size);
}

static int run(struct bokhari *b, uint64_t limit)
{
    struct embed *e = &b->embed;
    const struct pairwise_graph edges = {e->graph.offset, e->graph.target, e->graph.weight};
    uint32_t count = e->places <= ALL_PAIRS ? e->places - 1 : NEXT;

    b->near = (struct search_near){.count = count, .stride = count};
    b->near.place = b->next = array_raw((size_t)e->places * count, sizeof *b->next);
    b->best = array_raw(e->vertices, sizeof *b->best);
    if (!b->next || !b->best)
        return -1;
    begin(b);
    find_next(b);
    b->beyond = find_beyond(e);
    if (arrangement_init(&b->arrangement, e->vertices, e->places, e->place, e->class) < 0 ||
        pairwise_init(&b->pairwise, &b->arrangement, &edges, &metric, b) < 0 ||
        search_init(&b->search, &b->pairwise.model, &b->near, e->job->deadline) < 0)
        return -1;
    b->search.thorough = true;
    search(b, limit);
    return 0;
}

static int map_bokhari(const struct map_job *job, struct map_result *out,
                       struct topomap_error *error)
{
    struct bokhari b = {.best = NULL};
    int result;

    if (embed_init(&b.embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    result = run(&b, (uint64_t)tuning_at(TUNING_BOKHARI_WORK, job->effort));
    if (result == 0)
        embed_write(&b.embed, out->placement);
    else
        error_memory(error);
    search_free(&b.search);
    pairwise_free(&b.pairwise);
    arrangement_free(&b.arrangement);
    free(b.next);
    free(b.best);
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
        .complexity = "at most 2^26 edges looked at; O(m e) a pass up to 256 nodes, then "
                      "O(e d), d the edges of a group",
    },
    .map = map_bokhari,
};
