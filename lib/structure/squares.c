/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognises products of lines and rings by their squares. */
#include "structure/squares.h"

#include "base/error.h"
#include "base/memory.h"
#include "structure/pairs.h"
#include "structure/sets.h"
#include "structure/unplaced.h"
#include "structure/unroll.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define TAKEN (UINT32_MAX - 1)

/* After this many ranks it is tested whether the graph may be a grid. */
#define SAMPLE 512

struct square {
    uint32_t e; /* two edges with a common rank */
    uint32_t f;
};

struct search {
    const struct skeleton *s;
    struct lattice *lattice;
    uint32_t *parallel;    /* [edges]: union-find of parallel edges */
    uint32_t *class;       /* [edges]: class of parallel edges; NONE for edges that are in no
                            * square */
    bool *squared;         /* [edges]: in a square */
    struct square *square; /* one corner of each square: its lowest rank */
    size_t squares;
    size_t capacity;
    size_t repeated_corners;        /* paths of two edges to a rank at which two squares have ended
                            * already */
    uint32_t classes;
    uint32_t *size;        /* [classes]: number of edges */
    uint32_t *dim;         /* [classes]: dimension, or NONE */
    struct pairs crossing; /* pairs of classes with a common square */
    struct pairs straight; /* pairs of classes with a common rank but no common square */
};

/* Number the sets from 0, in the order of their leaders. Elements that are not `wanted` (NULL: all
 * are), each alone in its set, get NONE. Returns the number of sets. */
static uint32_t number_sets(uint32_t *set, uint32_t count, const bool *wanted, uint32_t *number)
{
    uint32_t sets = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (set[i] == i)
            number[i] = !wanted || wanted[i] ? sets++ : NONE;
    }
    for (uint32_t i = 0; i < count; i++)
        number[i] = number[sets_find(set, i)];
    return sets;
}

/* ---- squares ----------------------------------------------------------------------------- */

/* A path u-a-w to w. */
struct way {
    uint32_t from;   /* the last u with such a path */
    uint32_t first;  /* slot of a in the row of u; TAKEN: w cannot be an opposite corner any more */
    uint32_t second; /* slot of w in the row of a; 1 if a square has used w, 0 if w is a
                      * neighbour of u */
};

static int add_square(struct search *x, const struct way *one, uint32_t first, uint32_t second)
{
    const uint32_t *edge = x->s->edge;
    uint32_t sides[4] = {edge[one->first], edge[one->second], edge[first], edge[second]};

    if (array_grow(&x->square, &x->capacity, x->squares + 1, sizeof *x->square) < 0)
        return -1;
    x->square[x->squares++] = (struct square){sides[0], sides[2]};
    sets_unite(x->parallel, sides[0], sides[3]);
    sets_unite(x->parallel, sides[1], sides[2]);
    for (int i = 0; i < 4; i++)
        x->squared[sides[i]] = true;
    return 0;
}

/* Find all squares whose lowest corner is u. */
static int squares_of(struct search *x, uint32_t u, struct way *way)
{
    const struct skeleton *s = x->s;

    for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++)
        way[s->partner[i]] = (struct way){u, TAKEN, 0};
    for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
        uint32_t a = s->partner[i];

        for (uint32_t j = s->offset[a]; a > u && j < s->offset[a + 1]; j++) {
            struct way *here = &way[s->partner[j]];

            if (s->partner[j] <= u)
                continue;
            if (here->from != u) {
                *here = (struct way){u, i, j};
            } else if (here->first == TAKEN) {
                x->repeated_corners += here->second;
            } else {
                if (add_square(x, here, i, j) < 0)
                    return -1;
                *here = (struct way){u, TAKEN, 1};
            }
        }
    }
    return 0;
}

/* Whether the first `ranks` ranks show that this is not a grid. In a grid no two ranks share three
 * neighbours, and edges beyond those of a tree close squares. */
static bool cannot_be_grid(const struct search *x, uint32_t ranks)
{
    uint64_t surplus = x->s->edges > x->s->ranks ? x->s->edges - x->s->ranks : 0;

    if (x->repeated_corners > x->squares / 8)
        return true;
    return x->squares < surplus * ranks / x->s->ranks / 4;
}

/* Returns 1 if the squares may be those of a grid, 0 if not, -1 when memory runs out. */
static int find_squares(struct search *x)
{
    uint32_t ranks = x->s->ranks;
    struct way *way = array_raw(ranks, sizeof *way);
    int result = way ? 1 : -1;

    for (uint32_t u = 0; way && u < ranks; u++)
        way[u].from = NONE;
    for (uint32_t u = 0; result == 1 && u < ranks; u++) {
        if (squares_of(x, u, way) < 0)
            result = -1;
        else if ((u + 1 == SAMPLE || u + 1 == ranks) && cannot_be_grid(x, u + 1))
            result = 0;
    }
    free(way);
    return result;
}

/* ---- dimensions -------------------------------------------------------------------------- */

/* Edges in no square do not belong to the grid, unless there are no squares at all: a line or a
 * ring has none. */
static int number_classes(struct search *x)
{
    x->classes = number_sets(x->parallel, x->s->edges, x->squares ? x->squared : NULL, x->class);
    x->size = array_new(x->classes, sizeof *x->size);
    x->dim = array_raw(x->classes, sizeof *x->dim);
    if (!x->size || !x->dim)
        return -1;
    for (uint32_t e = 0; e < x->s->edges; e++) {
        if (x->class[e] != NONE)
            x->size[x->class[e]]++;
    }
    for (size_t i = 0; i < x->squares; i++) {
        uint32_t a = x->class[x->square[i].e], b = x->class[x->square[i].f];

        if (a != b && pairs_add(&x->crossing, a, b) < 0)
            return -1;
    }
    return 0;
}

/* Returns 1, 0 if more classes meet than in any grid, -1 when memory runs out. */
static int find_straight(struct search *x)
{
    const struct skeleton *s = x->s;

    for (uint32_t u = 0; u < s->ranks; u++) {
        for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
            uint32_t a = x->class[s->edge[i]];

            for (uint32_t j = i + 1; a != NONE && j < s->offset[u + 1]; j++) {
                uint32_t b = x->class[s->edge[j]];

                if (b != NONE && b != a && pairs_count(&x->crossing, a, b) == 0 &&
                    pairs_add(&x->straight, a, b) < 0)
                    return -1;
            }
        }
        if (x->straight.used > 8 * (size_t)x->classes)
            return 0;
    }
    return 1;
}

/* Classes are joined into dimensions, and pairs of sets that cross are kept up to date. */
struct joining {
    uint32_t *set;        /* [classes]: union-find */
    struct pairs crossing; /* pairs of sets, by their leading classes, that cross */
    uint32_t *first;      /* [classes]: start of the chain of sets that cross this one, as
                           * indices of `other` */
    uint32_t *length;     /* [classes]: length of the chain */
    uint32_t *other;      /* [2 * pairs] */
    uint32_t *next;       /* [2 * pairs] */
};

static int joining_init(struct joining *j, const struct search *x)
{
    uint32_t links = 0;

    j->set = sets_new(x->classes);
    j->first = array_raw(x->classes, sizeof *j->first);
    j->length = array_new(x->classes, sizeof *j->length);
    j->other = array_raw(2 * x->crossing.used, sizeof *j->other);
    j->next = array_raw(2 * x->crossing.used, sizeof *j->next);
    if (!j->set || !j->first || !j->length || !j->other || !j->next)
        return -1;
    memset(j->first, 0xff, x->classes * sizeof *j->first);
    for (size_t i = 0; i < x->crossing.size; i++) {
        uint32_t ends[2] = {x->crossing.pair[i].a, x->crossing.pair[i].b};

        if (x->crossing.pair[i].count == 0)
            continue;
        if (pairs_add(&j->crossing, ends[0], ends[1]) < 0)
            return -1;
        for (int k = 0; k < 2; k++) {
            j->other[links] = ends[1 - k];
            j->next[links] = j->first[ends[k]];
            j->first[ends[k]] = links++;
            j->length[ends[k]]++;
        }
    }
    return 0;
}

static void joining_free(struct joining *j)
{
    free(j->set);
    free(j->first);
    free(j->length);
    free(j->other);
    free(j->next);
    pairs_free(&j->crossing);
}

/* Unite the sets of two classes unless they cross. The shorter chain of crossing sets is then added
 * to the longer one. */
static int join(struct joining *j, uint32_t a, uint32_t b)
{
    uint32_t few, many, last = NONE;

    a = sets_find(j->set, a);
    b = sets_find(j->set, b);
    if (a == b || pairs_count(&j->crossing, a, b))
        return 0;
    few = j->length[a] < j->length[b] ? a : b;
    many = few == a ? b : a;
    j->set[few] = many;
    for (uint32_t i = j->first[few]; i != NONE; i = j->next[i]) {
        if (pairs_add(&j->crossing, many, sets_find(j->set, j->other[i])) < 0)
            return -1;
        last = i;
    }
    if (last != NONE) {
        j->next[last] = j->first[many];
        j->first[many] = j->first[few];
        j->length[many] += j->length[few];
    }
    return 0;
}

static int compare_counts(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

/*
 * Consecutive classes of a dimension meet at all ranks of a layer. Where an edge is missing,
 * classes of two different dimensions meet at a few ranks without a square, although other classes
 * of these dimensions cross. So the most frequent pairs are joined first, and sets that cross stay
 * separate.
 */
static uint32_t join_classes(struct search *x, uint32_t *dim)
{
    struct joining j = {0};
    struct pair *pair = x->straight.pair;
    uint32_t dims = NONE;
    int result = joining_init(&j, x);

    if (x->straight.size)
        qsort(pair, x->straight.size, sizeof *pair, compare_counts);
    for (size_t i = 0; result == 0 && i < x->straight.used; i++) {
        uint32_t a = x->size[pair[i].a], b = x->size[pair[i].b];

        if (pair[i].count >= (a < b ? a : b) / 2)
            result = join(&j, pair[i].a, pair[i].b);
    }
    if (result == 0)
        dims = number_sets(j.set, x->classes, NULL, dim);
    joining_free(&j);
    return dims;
}

/* In a grid each dimension has an edge for at least every other rank; a set with fewer edges is not
 * a dimension. Returns 1, 0 if there are too many dimensions, or -1. */
static int find_dims(struct search *x)
{
    uint32_t *dim = x->dim;
    uint32_t sets = join_classes(x, dim);
    uint32_t *edges = sets == NONE ? NULL : array_new(sets, sizeof *edges);
    uint32_t dims = 0;

    if (!edges)
        return -1;
    for (uint32_t c = 0; c < x->classes; c++)
        edges[dim[c]] += x->size[c];
    for (uint32_t i = 0; i < sets; i++)
        edges[i] = edges[i] > x->s->ranks / 4 ? dims++ : NONE;
    for (uint32_t c = 0; c < x->classes; c++)
        dim[c] = edges[dim[c]];
    free(edges);
    x->lattice->dims = dims <= LATTICE_MAX_DIMS ? dims : 0;
    return x->lattice->dims > 0;
}

static uint32_t max_degree(const struct skeleton *s)
{
    uint32_t most = 0;

    for (uint32_t u = 0; u < s->ranks; u++)
        most = s->offset[u + 1] - s->offset[u] > most ? s->offset[u + 1] - s->offset[u] : most;
    return most;
}

static int run(struct search *x)
{
    int result = max_degree(x->s) > 2 * LATTICE_MAX_DIMS ? 0 : find_squares(x);

    if (result == 1 && number_classes(x) < 0)
        result = -1;
    if (result == 1)
        result = find_straight(x);
    return result == 1 ? find_dims(x) : result;
}

int lattice_of_squares(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error)
{
    struct search x = {
        .s = skeleton,
        .lattice = lattice,
        .parallel = sets_new(skeleton->edges),
        .class = array_raw(skeleton->edges, sizeof *x.class),
        .squared = array_new(skeleton->edges, sizeof *x.squared),
    };
    int result = -1;

    *lattice = (struct lattice){0};
    if (x.parallel && x.class && x.squared)
        result = run(&x);
    if (result == 1)
        result = lattice_unroll(lattice, skeleton, x.class, x.classes, x.dim) < 0 ? -1 : 1;
    free(x.parallel);
    free(x.class);
    free(x.squared);
    free(x.square);
    free(x.size);
    free(x.dim);
    pairs_free(&x.crossing);
    pairs_free(&x.straight);
    if (result == 1)
        return lattice_place_unplaced(lattice, skeleton, error);
    lattice_free(lattice);
    return result < 0 ? error_memory(error) : 0;
}
