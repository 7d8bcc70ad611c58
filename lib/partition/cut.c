/* SPDX-License-Identifier: BSD-3-Clause */
#include "partition/cut.h"

#include "base/memory.h"
#include "base/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Larger graphs, which coarsening does not produce, are cut in the order of vertices. */
#define LARGE 1024

/* Its multiples are scattered over all numbers (Knuth, The art of computer programming 3, 6.4). */
#define SCATTER UINT32_C(2654435769)

/* State of a vertex: it may move; it is listed for a move; it must not move. */
enum state { FREE, LISTED, LOCKED };

struct standing {
    int64_t excess; /* of side 0's size */
    double cost;
};

/* ---- memory ------------------------------------------------------------------------------ */

void cut_free(struct cut *cut)
{
    free(cut->offset);
    free(cut->target);
    free(cut->weight);
    free(cut->size);
    free(cut->pull);
    free(cut->inside);
    free(cut->side);
    free(cut->gain);
    free(cut->moved);
    free(cut->state);
    free(cut->best);
    free(cut->list);
    *cut = (struct cut){0};
}

/* Reserve room for this number of vertices. */
static int reserve_vertices(struct cut *cut, uint32_t vertices)
{
    struct cut bigger;

    if (vertices <= cut->capacity)
        return 0;
    vertices += vertices / 2;
    bigger = (struct cut){
        .offset = array_raw((size_t)vertices + 1, sizeof *bigger.offset),
        .size = array_raw(vertices, sizeof *bigger.size),
        .pull = array_raw(vertices, sizeof *bigger.pull),
        .inside = array_raw(vertices, sizeof *bigger.inside),
        .side = array_raw(vertices, sizeof *bigger.side),
        .gain = array_raw(vertices, sizeof *bigger.gain),
        .moved = array_raw(vertices, sizeof *bigger.moved),
        .state = array_raw(vertices, sizeof *bigger.state),
        .best = array_raw(vertices, sizeof *bigger.best),
        .list = array_raw(vertices, sizeof *bigger.list),
        .capacity = vertices,
    };
    cut_free(cut);
    *cut = bigger;
    return cut->offset && cut->size && cut->pull && cut->inside && cut->side && cut->gain &&
                   cut->moved && cut->state && cut->best && cut->list
               ? 0
               : -1;
}

int cut_reserve(struct cut *cut, uint32_t vertices, size_t edges)
{
    size_t capacity;

    if (reserve_vertices(cut, vertices) < 0)
        return -1;
    cut->vertices = vertices;
    capacity = cut->edges;
    if (array_grow(&cut->target, &capacity, edges, sizeof *cut->target) < 0)
        return -1;
    return array_grow(&cut->weight, &cut->edges, edges, sizeof *cut->weight);
}

/* ---- moves ------------------------------------------------------------------------------- */

/* Move `v` to the other side and lock it; list its neighbours. */
static void move(struct cut *c, uint32_t v, struct standing *now)
{
    /* Local copies, as the compiler must assume that stores of bytes change these fields. */
    const uint32_t *target = c->target;
    const double *weight = c->weight;
    const bool *side = c->side;
    double *gain = c->gain;
    uint8_t *state = c->state;
    uint32_t *list = c->list, listed = c->listed, end = c->offset[v + 1];
    bool from = side[v];
    double twice[2] = {from ? -2 * c->between : 2 * c->between,
                       from ? 2 * c->between : -2 * c->between};

    now->cost -= gain[v];
    now->excess += from ? (int64_t)c->size[v] : -(int64_t)c->size[v];
    gain[v] = -gain[v];
    c->side[v] = !from;
    state[v] = LOCKED;
    for (uint32_t e = c->offset[v]; e < end; e++) {
        uint32_t u = target[e];

        gain[u] += twice[side[u]] * weight[e];
        if (state[u] == FREE) {
            state[u] = LISTED;
            list[listed++] = u;
        }
    }
    c->listed = listed;
}

static uint64_t off_by(const struct cut *c, int64_t excess)
{
    uint64_t off = excess < 0 ? (uint64_t)-excess : (uint64_t)excess;

    return off > c->slack ? off - c->slack : 0;
}

static bool is_better(const struct cut *c, struct standing a, struct standing b)
{
    uint64_t off_a = off_by(c, a.excess), off_b = off_by(c, b.excess);

    return off_a < off_b || (off_a == off_b && a.cost < b.cost);
}

/* The gain of a listed vertex. `off` is added by sides, 0 or minus infinity; NULL: 0 for both. */
static inline double gain_of(const struct cut *c, uint32_t i, const double *off)
{
    uint32_t v = c->list[i];

    return off ? c->gain[v] + off[c->side[v]] : c->gain[v];
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The position in the list of the vertex with the highest gain above minus infinity, else
 * `vertices`. The branch on a new maximum cannot be predicted, so the maximum is computed
 * without branches, in two chains, and located afterwards. */
static inline uint32_t search_list(const struct cut *c, const double *off)
{
    double even = -INFINITY, odd = -INFINITY;
    uint32_t i = 0;

    for (; i + 1 < c->listed; i += 2) {
        even = larger(gain_of(c, i, off), even);
        odd = larger(gain_of(c, i + 1, off), odd);
    }
    if (i < c->listed)
        even = larger(gain_of(c, i, off), even);
    even = larger(even, odd);
    if (!(even > -INFINITY))
        return c->vertices;
    for (i = 0; gain_of(c, i, off) < even;)
        i++;
    return i;
}

/* The same for vertices on sides that may give. Mostly both may, and sides need not be checked. */
static uint32_t best_listed(const struct cut *c, const bool gives[2])
{
    double off[2] = {gives[0] ? 0 : -INFINITY, gives[1] ? 0 : -INFINITY};

    return gives[0] && gives[1] ? search_list(c, NULL) : search_list(c, off);
}

static uint32_t best_free(const struct cut *c, const bool gives[2])
{
    uint32_t best = c->vertices;

    for (uint32_t v = 0; v < c->vertices; v++) {
        if (c->state[v] == FREE && gives[c->side[v]] &&
            (best == c->vertices || c->gain[v] > c->gain[best]))
            best = v;
    }
    return best;
}

/* The best vertex on a side that may give: a listed one, which is removed from the list, or else
 * any; `vertices` if there is none. */
static uint32_t best_vertex(struct cut *c, const bool gives[2])
{
    uint32_t i = best_listed(c, gives), v;

    if (i == c->vertices)
        return best_free(c, gives);
    v = c->list[i];
    c->listed--;
    memmove(&c->list[i], &c->list[i + 1], (c->listed - i) * sizeof *c->list);
    return v;
}

/* Whether a vertex is on the boundary, or would gain by a move. */
static bool is_at_rim(const struct cut *c, uint32_t v)
{
    bool side = c->side[v];

    if (c->gain[v] > 0)
        return true;
    for (uint32_t e = c->offset[v]; e < c->offset[v + 1]; e++) {
        if (c->side[c->target[e]] != side)
            return true;
    }
    return false;
}

static void list_rim(struct cut *c)
{
    memset(c->state, FREE, c->vertices);
    c->listed = 0;
    for (uint32_t v = 0; v < c->vertices; v++) {
        if (is_at_rim(c, v)) {
            c->state[v] = LISTED;
            c->list[c->listed++] = v;
        }
    }
}

/* Undo all moves but the first `keep`. Gains are updated for another pass, unless none is kept,
 * which ends the passes. */
static void take_back(struct cut *c, uint32_t made, uint32_t keep)
{
    struct standing unused = {0, 0};

    while (keep > 0 && made > keep)
        move(c, c->moved[--made], &unused);
    while (made > keep) {
        uint32_t v = c->moved[--made];

        c->side[v] = !c->side[v];
    }
}

/* One pass of tentative moves; the best prefix is kept. Returns whether it has any moves. With
 * exact sizes, either side may give. */
static bool pass(struct cut *c, struct standing *now)
{
    int64_t half = (int64_t)(c->slack / 2);
    struct standing best = *now;
    uint32_t patience = (uint32_t)(tuning(TUNING_CUT_PATIENCE) +
                                   tuning(TUNING_CUT_PATIENCE_PART) * c->vertices);
    uint32_t made = 0, keep = 0;

    list_rim(c);
    while (made < c->vertices && made < keep + patience) {
        uint32_t v = best_vertex(c, (bool[]){now->excess >= -half, now->excess <= half});

        if (v == c->vertices)
            break;
        c->moved[made++] = v;
        move(c, v, now);
        if (is_better(c, *now, best)) {
            best = *now;
            keep = made;
        }
    }
    take_back(c, made, keep);
    *now = best;
    return keep > 0;
}

/* ---- growing ----------------------------------------------------------------------------- */

/* Start with all vertices on one side; the other one takes vertices until it has its size. */
static void grow(struct cut *c, bool grown, uint32_t start, struct standing *now)
{
    int64_t sign = grown ? 1 : -1; /* excess * sign: missing size of the grown side */
    uint32_t v = start;

    *now = (struct standing){-(int64_t)c->first, 0};
    for (uint32_t i = 0; i < c->vertices; i++) {
        c->side[i] = !grown;
        now->excess += grown ? (int64_t)c->size[i] : 0;
        now->cost += grown ? 0 : c->pull[i];
        c->gain[i] = (grown ? -c->pull[i] : c->pull[i]) - c->between * c->inside[i];
    }
    memset(c->state, FREE, c->vertices);
    c->listed = 0;
    while (now->excess * sign > 0) {
        if (v == c->vertices)
            v = best_vertex(c, (bool[]){true, true}); /* all vertices that may move are on one
                                                       * side */
        if (v == c->vertices || (int64_t)c->size[v] > 2 * now->excess * sign)
            break;
        move(c, v, now);
        v = c->vertices;
    }
}

/* Passes while they gain, unless `best` seems out of reach: as a rule each pass gains less than
 * the one before. */
static void improve(struct cut *c, const struct standing *best, struct standing *now)
{
    for (uint32_t i = 0; i < tuning(TUNING_CUT_PASSES); i++) {
        struct standing before = *now;

        if (!pass(c, now))
            break;
        if (best && now->cost - (before.cost - now->cost) > best->cost)
            break;
    }
}

static void cut_in_order(struct cut *c)
{
    uint64_t taken = 0;

    for (uint32_t v = 0; v < c->vertices; v++) {
        c->side[v] = taken + c->size[v] > c->first;
        taken += c->size[v];
    }
}

void cut_find(struct cut *c, uint32_t tries)
{
    struct standing best = {0, 0};

    if (c->vertices > LARGE) {
        cut_in_order(c);
        return;
    }
    for (uint32_t try = 0; try < tries; try++) {
        uint32_t start = try < 2 ? c->vertices : (uint32_t)(try * SCATTER) % c->vertices;
        struct standing now;

        grow(c, try % 2, start, &now);
        improve(c, try ? &best : NULL, &now);
        if (try && !is_better(c, now, best))
            continue;
        best = now;
        memcpy(c->best, c->side, c->vertices * sizeof *c->side);
    }
    memcpy(c->side, c->best, c->vertices * sizeof *c->side);
}
