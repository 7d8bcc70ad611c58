/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/embed.h"

#include <stdlib.h>
#include <string.h>

/* Samples of free places and of taken ones, to find a remote place. */
#define SAMPLES 64

struct fhgreedy {
    struct embed embed;
    uint32_t *taken; /* [vertices]: places, in the order in which they were taken */
    uint32_t count;  /* of them */
    uint32_t *queue; /* [vertices] */
    uint32_t *depth; /* [vertices] */
    uint32_t *best;  /* [vertices]: places of the best run */
};

static void put(struct fhgreedy *f, uint32_t vertex, uint32_t place)
{
    embed_put(&f->embed, vertex, place);
    f->taken[f->count++] = place;
}

static uint32_t hops_to_bound(const struct embed *e, uint32_t place)
{
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < e->bound; i++) {
        uint32_t hops = embed_distance(e, place, e->bound_to[i]);

        least = hops < least ? hops : least;
    }
    return least;
}

/* Choose the cheapest of the candidates nearest to any placed neighbour: a breadth-first search
 * of the network from all placed neighbours would find these first. */
static uint32_t nearest(const struct embed *e)
{
    uint32_t best = e->candidate[0];
    uint32_t best_hops = UINT32_MAX;
    double least = 0;

    for (uint32_t i = 0; i < e->candidates; i++) {
        uint32_t hops = hops_to_bound(e, e->candidate[i]);
        double cost;

        if (hops > best_hops)
            continue;
        cost = embed_cost(e, e->candidate[i]);
        if (hops < best_hops || cost < least) {
            best = e->candidate[i];
            best_hops = hops;
            least = cost;
        }
    }
    return best;
}

static uint32_t hops_to_taken(const struct fhgreedy *f, uint32_t place)
{
    uint32_t samples = f->count < SAMPLES ? f->count : SAMPLES;
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < samples; i++) {
        uint32_t taken = f->taken[(uint64_t)i * f->count / samples];
        uint32_t hops = embed_distance(&f->embed, place, taken);

        least = hops < least ? hops : least;
    }
    return least;
}

/* A free place far from all taken ones, for a vertex without placed neighbours. */
static uint32_t farthest(struct fhgreedy *f, uint32_t vertex)
{
    struct embed *e = &f->embed;
    uint32_t samples = e->near ? SAMPLES : e->places;
    uint32_t best = e->candidate[0];
    uint32_t most = hops_to_taken(f, best);

    for (uint32_t i = 0; i < samples && e->total[vertex] > 0; i++) {
        uint32_t place = embed_free_right(e, (uint32_t)((uint64_t)i * e->places / samples));
        uint32_t hops;

        if (place == e->places || !embed_fits(e, vertex, place))
            continue;
        hops = hops_to_taken(f, place);
        if (hops > most) {
            most = hops;
            best = place;
        }
    }
    return best;
}

/* The vertex most edges away from `from`; among equals, that with most traffic. */
static uint32_t remotest(struct fhgreedy *f, uint32_t from)
{
    const struct partition_graph *g = &f->embed.graph;
    uint32_t tail = 1;
    uint32_t best = from;

    memset(f->depth, 0xff, g->vertices * sizeof *f->depth);
    f->queue[0] = from;
    f->depth[from] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t v = f->queue[head];

        for (size_t i = g->offset[v]; i < g->offset[v + 1]; i++) {
            uint32_t other = g->target[i];

            if (f->depth[other] == UINT32_MAX) {
                f->depth[other] = f->depth[v] + 1;
                f->queue[tail++] = other;
            }
        }
    }
    for (uint32_t v = 0; v < g->vertices; v++) {
        if (f->depth[v] > f->depth[best] ||
            (v != from && f->depth[v] == f->depth[best] &&
             f->embed.total[v] > f->embed.total[best]))
            best = v;
    }
    return best;
}

/* One run. With `poles` the second vertex is the farthest from the first. */
static void run(struct fhgreedy *f, uint32_t centre, bool poles)
{
    struct embed *e = &f->embed;
    uint32_t first;

    embed_restart(e);
    f->count = 0;
    first = embed_next(e);
    put(f, first, centre);
    while (e->waiting) {
        uint32_t vertex = f->count == 1 && poles ? remotest(f, first) : embed_next(e);

        embed_look(e, vertex, f->taken[f->count - 1]);
        put(f, vertex, e->bound ? nearest(e) : farthest(f, vertex));
    }
}

static void run_both(struct fhgreedy *f, uint32_t *placement)
{
    struct embed *e = &f->embed;
    size_t size = e->vertices * sizeof *f->best;
    uint32_t centre = embed_centre(e, embed_next(e));
    double score;

    run(f, centre, false);
    score = embed_score(e);
    memcpy(f->best, e->place, size);
    if (e->vertices > 1 && !map_late(e->job)) {
        run(f, centre, true);
        if (score <= embed_score(e))
            memcpy(e->place, f->best, size);
    }
    embed_write(e, placement);
}

static int map_fhgreedy(const struct map_job *job, struct map_result *out,
                        struct topomap_error *error)
{
    struct fhgreedy f = {0};
    int result = 0;

    if (embed_init(&f.embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    f.taken = array_raw(f.embed.vertices, sizeof *f.taken);
    f.queue = array_raw(f.embed.vertices, sizeof *f.queue);
    f.depth = array_raw(f.embed.vertices, sizeof *f.depth);
    f.best = array_raw(f.embed.vertices, sizeof *f.best);
    if (f.taken && f.queue && f.depth && f.best)
        run_both(&f, out->placement);
    else
        result = error_memory(error);
    free(f.taken);
    free(f.queue);
    free(f.depth);
    free(f.best);
    embed_free(&f.embed);
    return result;
}

const struct map_algorithm algorithm_fhgreedy = {
    .about = {
        .name = "fhgreedy",
        .summary = "the group of ranks with most traffic to all placed ones comes next, on the "
                   "best of the free nodes nearest to its neighbours",
        .source = "Deveci, Kaya, Ucar, Catalyurek: Fast and high quality topology-aware task "
                  "mapping, IPDPS 2015, Algorithm 1; as in " SOURCE_MAPPING_MATTERS,
        .needs = "any network",
        .complexity = "O(e log m + m e), beyond 4096 nodes O(e log m)",
    },
    .map = map_fhgreedy,
};
