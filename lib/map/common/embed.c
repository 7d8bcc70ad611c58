/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/embed.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* If only some places are examined, candidates are those near this number of neighbours; if
 * those are taken, this number of free places to the left and right. */
#define NEIGHBOURS 4
#define REACH 16

/* Sample of places for remoteness if there are many. */
#define SAMPLES 256

/* ---- making ------------------------------------------------------------------------------ */

/* Whether every node takes at most one rank, so that groups are single ranks. */
static bool single(const struct topomap_allocation *allocation)
{
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        if (allocation->tasks[node] > 1)
            return false;
    }
    return true;
}

static int choose_vertices(struct embed *e, enum embed_vertices vertices,
                           struct topomap_error *error)
{
    const struct map_groups *groups;

    e->graph = partition_graph_view(e->job->graph);
    if (vertices == EMBED_RANKS || single(e->allocation))
        return 0;
    groups = map_shared_groups(e->job, error);
    if (!groups)
        return -1;
    e->graph = groups->graph;
    e->part = groups->part;
    if (groups->classes > 1) {
        e->class = groups->class;
        e->node_class = groups->node_class;
    }
    return 0;
}

static int allocate(struct embed *e, struct topomap_error *error)
{
    e->place = array_raw(e->vertices, sizeof *e->place);
    e->room = array_raw(e->places, sizeof *e->room);
    e->right = array_raw((size_t)e->places + 1, sizeof *e->right);
    e->left = array_raw((size_t)e->places + 1, sizeof *e->left);
    e->bond = array_raw(e->vertices, sizeof *e->bond);
    e->total = array_new(e->vertices, sizeof *e->total);
    e->queue = array_raw(e->vertices, sizeof *e->queue);
    e->rank = array_raw(e->vertices, sizeof *e->rank);
    e->bound_to = array_raw(e->vertices, sizeof *e->bound_to);
    e->bound_by = array_raw(e->vertices, sizeof *e->bound_by);
    e->candidate = array_raw(e->places, sizeof *e->candidate);
    e->position = array_raw(e->allocation->nodes, sizeof *e->position);
    if (!e->place || !e->room || !e->right || !e->left || !e->bond || !e->total || !e->queue ||
        !e->rank || !e->bound_to || !e->bound_by || !e->candidate || !e->position) {
        embed_free(e);
        return error_memory(error);
    }
    return 0;
}

/* Whether all free places are too many to look at. Single ranks never look for neighbours. */
static bool too_much(const struct embed *e, enum embed_vertices vertices)
{
    return e->places > EMBED_ALL ||
           (vertices == EMBED_GROUPS && e->graph.offset[e->vertices] > EMBED_WORK / e->places);
}

int embed_init(struct embed *embed, const struct map_job *job, enum embed_vertices vertices,
               struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);

    *embed = (struct embed){.job = job, .allocation = job->allocation};
    if (!hierarchy || choose_vertices(embed, vertices, error) < 0)
        return -1;
    embed->vertices = embed->graph.vertices;
    embed->order = hierarchy->order;
    embed->places = hierarchy->nodes;
    if (too_much(embed, vertices)) {
        embed->near = map_shared_nearest(job, NEAREST_CLOSE, error);
        if (!embed->near)
            return -1;
    }
    if (allocate(embed, error) < 0)
        return -1;
    for (uint32_t v = 0; v < embed->vertices; v++) {
        for (size_t i = embed->graph.offset[v]; i < embed->graph.offset[v + 1]; i++)
            embed->total[v] += embed->graph.weight[i];
    }
    for (uint32_t place = 0; place < embed->places; place++)
        embed->position[embed->order[place]] = place;
    embed_restart(embed);
    embed->start = clock_seconds();
    return 0;
}

void embed_free(struct embed *embed)
{
    free(embed->place);
    free(embed->room);
    free(embed->right);
    free(embed->left);
    free(embed->bond);
    free(embed->total);
    free(embed->queue);
    free(embed->rank);
    free(embed->bound_to);
    free(embed->bound_by);
    free(embed->candidate);
    free(embed->position);
    *embed = (struct embed){0};
}

/* ---- what comes next --------------------------------------------------------------------- */

static bool before(const struct embed *e, uint32_t a, uint32_t b)
{
    if (e->bond[a] != e->bond[b])
        return e->bond[a] > e->bond[b];
    if (e->total[a] != e->total[b])
        return e->bond[a] > 0 ? e->total[a] < e->total[b] : e->total[a] > e->total[b];
    return a < b;
}

static void set(struct embed *e, uint32_t at, uint32_t vertex)
{
    e->queue[at] = vertex;
    e->rank[vertex] = at;
}

static void rise(struct embed *e, uint32_t at)
{
    uint32_t vertex = e->queue[at];

    for (; at && before(e, vertex, e->queue[(at - 1) / 2]); at = (at - 1) / 2)
        set(e, at, e->queue[(at - 1) / 2]);
    set(e, at, vertex);
}

static void sink(struct embed *e, uint32_t at)
{
    uint32_t vertex = e->queue[at];

    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child + 1 < e->waiting && before(e, e->queue[child + 1], e->queue[child]))
            child++;
        if (child >= e->waiting || !before(e, e->queue[child], vertex))
            break;
        set(e, at, e->queue[child]);
        at = child;
    }
    set(e, at, vertex);
}

static void leave_queue(struct embed *e, uint32_t vertex)
{
    uint32_t at = e->rank[vertex];
    uint32_t last = e->queue[--e->waiting];

    if (last == vertex)
        return;
    set(e, at, last);
    rise(e, at);
    sink(e, e->rank[last]);
}

void embed_restart(struct embed *embed)
{
    for (uint32_t p = 0; p < embed->places; p++)
        embed->room[p] = embed->part ? 1 : embed->allocation->tasks[embed->order[p]];
    for (uint32_t p = 0; p <= embed->places; p++)
        embed->right[p] = embed->left[p] = p;
    embed->waiting = embed->vertices;
    for (uint32_t v = 0; v < embed->vertices; v++) {
        embed->place[v] = EMBED_NONE;
        embed->bond[v] = 0;
        set(embed, v, v);
    }
    for (uint32_t at = embed->waiting / 2; at-- > 0;)
        sink(embed, at);
}

uint32_t embed_next(const struct embed *embed)
{
    return embed->queue[0];
}

void embed_put(struct embed *embed, uint32_t vertex, uint32_t place)
{
    const struct partition_graph *g = &embed->graph;

    leave_queue(embed, vertex);
    embed->place[vertex] = place;
    if (--embed->room[place] == 0) {
        embed->right[place] = place + 1;
        embed->left[place + 1] = place;
    }
    for (size_t i = g->offset[vertex]; i < g->offset[vertex + 1]; i++) {
        uint32_t other = g->target[i];

        if (embed->place[other] != EMBED_NONE)
            continue;
        if (!embed->strongest)
            embed->bond[other] += g->weight[i];
        else if (g->weight[i] > embed->bond[other])
            embed->bond[other] = g->weight[i];
        rise(embed, embed->rank[other]);
    }
}

void embed_rebond(struct embed *embed, uint32_t vertex, double bond)
{
    embed->bond[vertex] = bond;
    rise(embed, embed->rank[vertex]);
    sink(embed, embed->rank[vertex]);
}

/* ---- places ------------------------------------------------------------------------------ */

/* The end of the chain of links from `from`. Shortens the chain. */
static uint32_t follow(uint32_t *link, uint32_t from)
{
    while (link[from] != from) {
        link[from] = link[link[from]];
        from = link[from];
    }
    return from;
}

uint32_t embed_free_right(struct embed *embed, uint32_t place)
{
    return follow(embed->right, place);
}

/* One more than the last free place before `place`; 0 if there is none. */
static uint32_t free_left(struct embed *embed, uint32_t place)
{
    return follow(embed->left, place);
}

static bool add(struct embed *e, uint32_t vertex, uint32_t place)
{
    if (!embed_fits(e, vertex, place))
        return false;
    e->candidate[e->candidates++] = place;
    return true;
}

static void add_all(struct embed *e, uint32_t vertex)
{
    for (uint32_t p = embed_free_right(e, 0); p < e->places; p = embed_free_right(e, p + 1))
        add(e, vertex, p);
}

static void add_sideways(struct embed *e, uint32_t vertex, uint32_t to)
{
    uint32_t found = 0;

    for (uint32_t p = embed_free_right(e, to); p < e->places && found < REACH;
         p = embed_free_right(e, p + 1))
        found += add(e, vertex, p);
    found = 0;
    for (uint32_t p = free_left(e, to); p > 0 && found < REACH; p = free_left(e, p - 1))
        found += add(e, vertex, p - 1);
}

static void add_near(struct embed *e, uint32_t vertex, uint32_t to)
{
    uint32_t before = e->candidates;

    for (uint32_t k = 0; k < e->near->count; k++) {
        uint32_t place = embed_near(e, to, k);

        if (e->room[place])
            add(e, vertex, place);
    }
    if (e->candidates == before)
        add_sideways(e, vertex, to);
}

/* Sort the candidates and drop duplicates. */
static void tidy(struct embed *e)
{
    uint32_t kept = 0;

    qsort(e->candidate, e->candidates, sizeof *e->candidate, ascending_numbers);
    for (uint32_t i = 0; i < e->candidates; i++) {
        if (kept == 0 || e->candidate[i] != e->candidate[kept - 1])
            e->candidate[kept++] = e->candidate[i];
    }
    e->candidates = kept;
}

static void gather(struct embed *e, uint32_t vertex)
{
    const struct partition_graph *g = &e->graph;

    e->bound = 0;
    for (size_t i = g->offset[vertex]; i < g->offset[vertex + 1]; i++) {
        uint32_t place = e->place[g->target[i]];

        if (place == EMBED_NONE)
            continue;
        e->bound_to[e->bound] = place;
        e->bound_by[e->bound++] = g->weight[i];
    }
}

/* Indices of the strongest bonds, the first ones among equals; returns how many. */
static uint32_t strongest(const struct embed *e, uint32_t best[NEIGHBOURS])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < e->bound; i++) {
        uint32_t at = count;

        count += count < NEIGHBOURS;
        for (; at > 0 && e->bound_by[best[at - 1]] < e->bound_by[i]; at--) {
            if (at < NEIGHBOURS)
                best[at] = best[at - 1];
        }
        if (at < NEIGHBOURS)
            best[at] = i;
    }
    return count;
}

void embed_look_near(struct embed *embed, uint32_t vertex, uint32_t to)
{
    embed->bound = 0;
    embed->candidates = 0;
    if (!embed->near)
        add_all(embed, vertex);
    else
        add_near(embed, vertex, to);
    tidy(embed);
}

void embed_look(struct embed *embed, uint32_t vertex, uint32_t to)
{
    uint32_t best[NEIGHBOURS];
    uint32_t count;

    gather(embed, vertex);
    count = strongest(embed, best);
    embed->candidates = 0;
    if (!embed->near) {
        add_all(embed, vertex);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        add_near(embed, vertex, embed->bound_to[best[i]]);
    if (count == 0)
        add_near(embed, vertex, to);
    tidy(embed);
}

double embed_cost(const struct embed *embed, uint32_t place)
{
    double cost = 0;

    for (uint32_t i = 0; i < embed->bound; i++)
        cost += embed->bound_by[i] * embed_distance(embed, place, embed->bound_to[i]);
    return cost;
}

uint32_t embed_cheapest(const struct embed *embed)
{
    uint32_t best = embed->candidate[0];
    double least = embed_cost(embed, best);

    for (uint32_t i = 1; i < embed->candidates; i++) {
        double cost = embed_cost(embed, embed->candidate[i]);

        if (cost < least) {
            least = cost;
            best = embed->candidate[i];
        }
    }
    return best;
}

/* Mean distance to all places, or to a sample of them. */
static double mean_distance(const struct embed *embed, uint32_t place)
{
    uint32_t count = embed->near ? SAMPLES : embed->places;
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += embed_distance(embed, place, (uint32_t)((uint64_t)i * embed->places / count));
    return sum / count;
}

uint32_t embed_centre(const struct embed *embed, uint32_t vertex)
{
    uint32_t best = EMBED_NONE;
    double least = 0;

    for (uint32_t p = 0; p < embed->places; p++) {
        double remoteness;

        if (!embed_fits(embed, vertex, p))
            continue;
        remoteness = mean_distance(embed, p);
        if (best == EMBED_NONE || remoteness < least) {
            best = p;
            least = remoteness;
        }
    }
    return best;
}

/* ---- the result -------------------------------------------------------------------------- */

double embed_score(struct embed *embed)
{
    double sum = 0;

    for (uint32_t v = 0; v < embed->vertices; v++) {
        gather(embed, v);
        sum += embed_cost(embed, embed->place[v]);
    }
    return sum / 2;
}

void embed_write(struct embed *embed, uint32_t *placement)
{
    for (uint32_t r = 0; r < embed->job->graph->ranks; r++)
        placement[r] = embed->order[embed->place[embed->part ? embed->part[r] : r]];
    map_phase(embed->job, "mapping", &embed->start);
}
