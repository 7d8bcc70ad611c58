/* SPDX-License-Identifier: BSD-3-Clause */
/* Computes coordinates from classes of parallel edges, one dimension at a time. */
#include "structure/unroll.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define UNUSED (UINT32_MAX - 1)
#define UNKNOWN INT32_MIN

struct unrolling {
    const struct skeleton *s;
    uint32_t *class;       /* [2*edges]: classes in the order of the rows, NONE for edges that do
                            * not count; compact in memory */
    const uint32_t *dim;   /* [classes]: dimension of each */
    uint32_t d;            /* the current dimension */
    int32_t *at;           /* [ranks]: coordinate; on a ring any number of turns may be added */
    int32_t (*between)[2]; /* [classes]: the two coordinates that the edges of a class connect */
    uint32_t *queue;       /* [3 * ranks] */
    uint32_t tail;
    uint32_t *waiting;     /* [classes]: chain of slots at ranks (twice the rank, or one more)
                            * that wait until the class is known */
    uint32_t *next;        /* [2 * ranks]: next in the chain; UNUSED if the rank has not waited */
};

/* The dimension of the edge in a slot of the rows; NONE if it does not count. */
static uint32_t dim_of(const struct unrolling *x, uint32_t slot)
{
    return x->class[slot] == NONE ? NONE : x->dim[x->class[slot]];
}

static void place(struct unrolling *x, uint32_t rank, int32_t at)
{
    if (x->at[rank] != UNKNOWN)
        return;
    x->at[rank] = at;
    x->queue[x->tail++] = rank;
}

static void learn(struct unrolling *x, uint32_t class, int32_t here, int32_t there)
{
    x->between[class][0] = here;
    x->between[class][1] = there;
    for (uint32_t i = x->waiting[class]; i != NONE; i = x->next[i])
        x->queue[x->tail++] = i / 2;
    x->waiting[class] = NONE;
}

/* The coordinate across an edge of a class from `here`; UNKNOWN if the class is not known. */
static int32_t across(const struct unrolling *x, uint32_t class, int32_t here)
{
    const int32_t *two = x->between[class];

    if (two[0] == UNKNOWN || (two[0] != here && two[1] != here))
        return UNKNOWN;
    return two[0] == here ? two[1] : two[0];
}

/* Two edges of the dimension at one rank lead to opposite sides: if the class of one is known, so
 * is the other. */
static void learn_at(struct unrolling *x, uint32_t u)
{
    const struct skeleton *s = x->s;
    int32_t here = x->at[u], there = UNKNOWN;
    uint32_t waits = x->next[2 * u] == UNUSED ? 0 : 2;

    for (uint32_t i = s->offset[u]; there == UNKNOWN && i < s->offset[u + 1]; i++) {
        if (dim_of(x, i) == x->d)
            there = across(x, x->class[i], here);
    }
    for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
        uint32_t class = x->class[i];

        if (dim_of(x, i) != x->d || x->between[class][0] != UNKNOWN)
            continue;
        if (there != UNKNOWN) {
            learn(x, class, here, 2 * here - there);
        } else if (waits < 2) {
            x->next[2 * u + waits] = x->waiting[class];
            x->waiting[class] = 2 * u + waits++;
        }
    }
}

static void spread(struct unrolling *x, uint32_t u)
{
    const struct skeleton *s = x->s;

    learn_at(x, u);
    for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
        uint32_t dim = dim_of(x, i);
        int32_t there;

        if (dim == NONE)
            continue;
        there = dim == x->d ? across(x, x->class[i], x->at[u]) : x->at[u];
        if (there != UNKNOWN)
            place(x, s->partner[i], there);
    }
}

/* Start at the first rank with an edge of the dimension, and walk as far as coordinates can be
 * found. */
static void walk(struct unrolling *x, uint32_t classes)
{
    const struct skeleton *s = x->s;
    uint32_t start = 0;

    for (uint32_t u = 0; u < s->ranks; u++)
        x->at[u] = UNKNOWN;
    for (uint32_t c = 0; c < classes; c++)
        x->between[c][0] = x->between[c][1] = UNKNOWN;
    memset(x->waiting, 0xff, classes * sizeof *x->waiting);
    for (uint32_t i = 0; i < 2 * s->ranks; i++)
        x->next[i] = UNUSED;
    x->tail = 0;
    while (dim_of(x, start) != x->d)
        start++;
    learn(x, x->class[start], 0, 1);
    for (uint32_t u = 0; x->tail == 0; u++) {
        if (s->offset[u + 1] > start)
            place(x, u, 0);
    }
    for (uint32_t head = 0; head < x->tail; head++)
        spread(x, x->queue[head]);
}

/*
 * The length of the ring, or 0 for a line. Where the walk meets itself, edges connect ranks whose
 * coordinates differ by more than one step; the majority of these (Boyer and Moore) gives the
 * length.
 */
static uint32_t ring_length(const struct unrolling *x)
{
    const struct skeleton *s = x->s;
    uint32_t length = 0, votes = 0, edges = 0;

    for (int count = 0; count == 0 || (count == 1 && length > 0); count++) {
        for (uint32_t u = 0; u < s->ranks; u++) {
            for (uint32_t i = s->offset[u]; i < s->offset[u + 1] && s->partner[i] < u; i++) {
                int32_t a, b;
                uint32_t apart;

                if (dim_of(x, i) != x->d)
                    continue;
                a = x->at[u];
                b = x->at[s->partner[i]];
                apart = a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b;
                if (a == UNKNOWN || b == UNKNOWN || apart < 2)
                    continue;
                if (count) {
                    edges += apart + 1 == length;
                } else if (votes == 0 || apart + 1 == length) {
                    length = apart + 1;
                    votes++;
                } else {
                    votes--;
                }
            }
        }
    }
    return edges > 0 && edges >= s->ranks / length / 2 ? length : 0;
}

/* Lines start at their lower end. Rings start at rank 0, in the direction of its lower
 * neighbour. */
static void orient(const struct lattice *lattice, uint32_t d, uint32_t ranks, uint32_t *at)
{
    uint32_t length = lattice->dim[d], last = length - 1;
    uint32_t shift = lattice->wrap[d] && at[0] != LATTICE_UNKNOWN ? length - at[0] : 0;
    bool turn = false, told = false;

    for (uint32_t u = 0; u < ranks; u++) {
        if (at[u] == LATTICE_UNKNOWN)
            continue;
        at[u] = (at[u] + shift) % length;
        if (!told && (at[u] == last || at[u] == (lattice->wrap[d] ? 1 : 0))) {
            turn = at[u] == last;
            told = true;
        }
    }
    for (uint32_t u = 0; turn && u < ranks; u++) {
        if (at[u] != LATTICE_UNKNOWN)
            at[u] = lattice->wrap[d] ? (length - at[u]) % length : last - at[u];
    }
}

/* Shift coordinates to start at 0. The result takes over the array of the walk, as their elements
 * have the same size. */
static void settle_dim(const struct unrolling *x, struct lattice *lattice, uint32_t *at)
{
    uint32_t length = ring_length(x);
    int32_t low = INT32_MAX, high = INT32_MIN + 1;

    for (uint32_t u = 0; u < x->s->ranks; u++) {
        int32_t here = x->at[u];

        if (here == UNKNOWN)
            continue;
        low = here < low ? here : low;
        high = here > high ? here : high;
    }
    lattice->wrap[x->d] = length > 0;
    lattice->dim[x->d] = length ? length : (uint32_t)high - (uint32_t)low + 1;
    for (uint32_t u = 0; u < x->s->ranks; u++) {
        uint32_t here = (uint32_t)x->at[u] - (uint32_t)low;

        at[u] = x->at[u] == UNKNOWN ? LATTICE_UNKNOWN : length ? here % length : here;
    }
    orient(lattice, x->d, x->s->ranks, at);
}

static void unroll(struct unrolling *x, struct lattice *lattice, uint32_t classes, uint32_t *at)
{
    for (x->d = 0; x->d < lattice->dims; x->d++) {
        walk(x, classes);
        settle_dim(x, lattice, at);
        for (uint32_t u = 0; u < x->s->ranks; u++)
            lattice->at[(size_t)u * lattice->dims + x->d] = at[u];
    }
}

int lattice_unroll(struct lattice *lattice, const struct skeleton *skeleton, const uint32_t *class,
                   uint32_t classes, const uint32_t *dim)
{
    size_t ranks = skeleton->ranks;
    struct unrolling x = {
        .s = skeleton,
        .class = array_raw(2 * (size_t)skeleton->edges, sizeof *x.class),
        .dim = dim,
        .at = array_raw(ranks, sizeof *x.at),
        .between = array_raw(classes, sizeof *x.between),
        .queue = array_raw(3 * ranks, sizeof *x.queue),
        .waiting = array_raw(classes, sizeof *x.waiting),
        .next = array_raw(2 * ranks, sizeof *x.next),
    };
    uint32_t *at = array_raw(ranks, sizeof *at);
    bool made;

    lattice->at = array_raw(ranks * lattice->dims, sizeof *lattice->at);
    for (size_t i = 0; x.class && i < 2 * (size_t)skeleton->edges; i++)
        x.class[i] = class[skeleton->edge[i]];
    made = x.class && x.at && x.between && x.queue && x.waiting && x.next && at && lattice->at;
    if (made)
        unroll(&x, lattice, classes, at);
    free(x.class);
    free(x.at);
    free(x.between);
    free(x.queue);
    free(x.waiting);
    free(x.next);
    free(at);
    return made ? 0 : -1;
}
