/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/algorithms.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "map/common/embed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits, in edges visited, of searches of the whole graph from every vertex, and of repeated
 * growing. */
#define SEARCH_WORK (UINT64_C(1) << 25)
#define SWEEPS 16
#define START_WORK (UINT64_C(1) << 27)
#define LOOKS 64 /* places compared if there are too many to compare all */
#define HOPS 256 /* more than the cube root of the most nodes */

/* Centrality of a vertex: number of vertices reached, then eccentricity, then sum of depths. */
struct central {
    uint32_t reached;
    uint32_t farthest;
    uint64_t sum;
    uint32_t vertex;
};

struct pacmap {
    struct embed embed;
    struct central *central; /* [vertices]; the most central first */
    uint32_t *queue;         /* [vertices] */
    uint32_t *depth;         /* [vertices] */
    uint32_t *apart;         /* [vertices]: depth below the nearest vertex searched from */
    double *density;         /* [places] */
};

static int by_centrality(const void *a, const void *b)
{
    const struct central *x = a;
    const struct central *y = b;

    if (x->reached != y->reached)
        return x->reached > y->reached ? -1 : 1;
    if (x->farthest != y->farthest)
        return x->farthest < y->farthest ? -1 : 1;
    if (x->sum != y->sum)
        return x->sum < y->sum ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Depths of all vertices reached from `from`, and the queue in order of depth; returns their
 * number. */
static uint32_t search(struct pacmap *p, uint32_t from)
{
    const struct partition_graph *g = &p->embed.graph;
    uint32_t tail = 1;

    memset(p->depth, 0xff, g->vertices * sizeof *p->depth);
    p->queue[0] = from;
    p->depth[from] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t v = p->queue[head];

        for (size_t i = g->offset[v]; i < g->offset[v + 1]; i++) {
            uint32_t other = g->target[i];

            if (p->depth[other] == UINT32_MAX) {
                p->depth[other] = p->depth[v] + 1;
                p->queue[tail++] = other;
            }
        }
    }
    return tail;
}

static void search_all(struct pacmap *p)
{
    for (uint32_t v = 0; v < p->embed.vertices; v++) {
        uint32_t reached = search(p, v);
        struct central *central = &p->central[v];

        *central = (struct central){reached, p->depth[p->queue[reached - 1]], 0, v};
        for (uint32_t i = 0; i < reached; i++)
            central->sum += p->depth[p->queue[i]];
    }
}

/* In large graphs, search from some vertices only, each as far as possible from those before. */
static void search_some(struct pacmap *p)
{
    uint32_t from = embed_next(&p->embed);

    for (uint32_t v = 0; v < p->embed.vertices; v++) {
        p->central[v] = (struct central){.vertex = v};
        p->apart[v] = UINT32_MAX;
    }
    for (uint32_t sweep = 0; sweep < SWEEPS; sweep++) {
        uint32_t reached = search(p, from);

        for (uint32_t i = 0; i < reached; i++) {
            uint32_t v = p->queue[i];
            uint32_t depth = p->depth[v];
            struct central *central = &p->central[v];

            central->reached = reached;
            central->sum += depth;
            central->farthest = depth > central->farthest ? depth : central->farthest;
            p->apart[v] = depth < p->apart[v] ? depth : p->apart[v];
            if (p->apart[v] > p->apart[from])
                from = v;
        }
    }
}

static void rank_vertices(struct pacmap *p)
{
    uint64_t work = (uint64_t)p->embed.graph.offset[p->embed.vertices] + p->embed.vertices;

    if (work * p->embed.vertices <= SEARCH_WORK)
        search_all(p);
    else
        search_some(p);
    qsort(p->central, p->embed.vertices, sizeof *p->central, by_centrality);
}

static uint32_t cube_root(uint32_t number)
{
    uint64_t root = 1;

    while ((root + 1) * (root + 1) * (root + 1) <= number)
        root++;
    return (uint32_t)root;
}

/* Density of nodes near a place: the sum of 1/d^3 over nodes at most m^(1/3)+1 hops away. */
static double density(const struct embed *e, uint32_t place)
{
    uint32_t radius = cube_root(e->places) + 1;
    uint32_t others = e->near ? e->near->count : e->places;
    uint32_t count[HOPS] = {0};
    double sum = 0;

    for (uint32_t i = 0; i < others; i++) {
        uint32_t other = e->near ? embed_near(e, place, i) : i;
        uint32_t hops = embed_distance(e, place, other);

        if (other != place && hops <= radius)
            count[hops ? hops - 1 : 0]++;
    }
    /* Sums in this order are equal for equal surroundings. */
    for (uint32_t h = 0; h < radius; h++)
        sum += count[h] / ((h + 1.0) * (h + 1.0) * (h + 1.0));
    return sum;
}

static uint32_t densest(const struct pacmap *p, uint32_t vertex)
{
    const struct embed *e = &p->embed;
    uint32_t best = EMBED_NONE;

    for (uint32_t place = 0; place < e->places; place++) {
        if (embed_fits(e, vertex, place) &&
            (best == EMBED_NONE || p->density[place] > p->density[best]))
            best = place;
    }
    return best;
}

static void grow(struct pacmap *p, uint32_t start)
{
    struct embed *e = &p->embed;
    uint32_t last = densest(p, start);

    embed_restart(e);
    embed_put(e, start, last);
    while (e->waiting) {
        uint32_t vertex = embed_next(e);

        embed_look(e, vertex, last);
        last = embed_cheapest(e);
        embed_put(e, vertex, last);
    }
}

static uint32_t starts(const struct pacmap *p)
{
    const struct embed *e = &p->embed;
    uint64_t looks = e->near ? LOOKS : e->places;
    uint64_t work = (e->graph.offset[e->vertices] + e->vertices) * looks;
    uint64_t count = (uint64_t)tuning_at(TUNING_PACMAP_STARTS, e->job->effort);

    count = count > START_WORK / work ? START_WORK / work : count;
    count = count > e->vertices ? e->vertices : count;
    return count ? (uint32_t)count : 1;
}

static void run(struct pacmap *p, uint32_t *placement)
{
    struct embed *e = &p->embed;
    uint32_t count = starts(p);
    double least = INFINITY;

    rank_vertices(p);
    for (uint32_t place = 0; place < e->places; place++)
        p->density[place] = density(e, place);
    for (uint32_t i = 0; i < count && (i == 0 || !map_late(e->job)); i++) {
        double score;

        grow(p, p->central[i].vertex);
        score = embed_score(e);
        if (score < least) {
            least = score;
            embed_write(e, placement);
        }
    }
}

static int map_pacmap(const struct map_job *job, struct map_result *out,
                      struct topomap_error *error)
{
    struct pacmap p = {0};
    int result = 0;

    if (embed_init(&p.embed, job, EMBED_GROUPS, error) < 0)
        return -1;
    p.central = array_raw(p.embed.vertices, sizeof *p.central);
    p.queue = array_raw(p.embed.vertices, sizeof *p.queue);
    p.depth = array_raw(p.embed.vertices, sizeof *p.depth);
    p.apart = array_raw(p.embed.vertices, sizeof *p.apart);
    p.density = array_raw(p.embed.places, sizeof *p.density);
    if (p.central && p.queue && p.depth && p.apart && p.density)
        run(&p, out->placement);
    else
        result = error_memory(error);
    free(p.central);
    free(p.queue);
    free(p.depth);
    free(p.apart);
    free(p.density);
    embed_free(&p.embed);
    return result;
}

const struct map_algorithm algorithm_pacmap = {
    .about = {
        .name = "pacmap",
        .summary = "grown as greedyallc, from the centres of the graph put where nodes lie "
                   "densest; the best of several centres",
        .source = "Tuncer, Leung, Coskun: PaCMap: Topology mapping of unstructured communication "
                  "patterns onto non-contiguous allocations, ICS 2015; as in "
                  SOURCE_MAPPING_MATTERS,
        .needs = "any network",
        .complexity = "O(s m e) for s <= 16 centres, beyond 4096 nodes O(e log m)",
    },
    .map = map_pacmap,
};
