/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs from what a user knows without a recording: the shape of the communication. */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "graph/coordinates.h"
#include "graph/graph.h"
#include "graph/pattern_name.h"
#include "graph/training.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EDGES ((uint64_t)1 << 26)

#define RANDOM_PARTNERS 8
#define RANDOM_SEED 1

/* Bytes across a face of a cubic block with this many cells a side, and 1/SIDE of it for each
 * dimension that a neighbour differs in beside the first: what a halo exchange moves. */
#define SIDE 8

struct pattern {
    struct shape grid;         /* no dimensions: the pattern has none */
    struct training training;
    uint32_t ranks;
    bool periodic;
    bool corners;              /* 3^d points instead of 2d+1 */
    bool column_major;         /* first dimension fastest */
    struct topomap_edge *edges;
    size_t count;
    size_t capacity;
};

struct maker {
    int (*parse)(struct pattern *pattern, const char *text, struct topomap_error *error);
    uint64_t (*degree)(const struct pattern *pattern); /* edges of a rank, at most */
    int (*make)(struct pattern *pattern);
};

static int add(struct pattern *p, uint32_t src, uint32_t dst, uint64_t bytes)
{
    if (src == dst)
        return 0;
    if (array_grow(&p->edges, &p->capacity, p->count + 1, sizeof *p->edges) < 0)
        return -1;
    p->edges[p->count++] = (struct topomap_edge){src, dst, bytes, 1};
    return 0;
}

/* The neighbour at `step` (-1, 0 or 1 in each dimension) of a rank with coordinates `at`, or the
 * rank itself at an open face. */
static uint32_t neighbour(const struct pattern *p, uint32_t rank, const uint32_t *at,
                          const int *step)
{
    uint32_t other = rank;

    for (uint32_t d = 0; d < p->grid.dims; d++) {
        uint32_t last = p->grid.dim[d] - 1;
        bool wraps = (step[d] < 0 && at[d] == 0) || (step[d] > 0 && at[d] == last);

        if (wraps && !p->periodic)
            return rank;
        if (wraps)
            other += step[d] < 0 ? last * p->grid.stride[d] : -last * p->grid.stride[d];
        else
            other += (uint32_t)step[d] * p->grid.stride[d];
    }
    return other;
}

static uint64_t halo_bytes(const struct pattern *p, uint32_t differing)
{
    uint64_t bytes = 1;

    for (uint32_t d = differing; d < p->grid.dims; d++)
        bytes *= SIDE;
    return bytes;
}

/* Go to the next step, like a counter of digits -1, 0 and 1; false behind the last. The dimension
 * in which ranks count fastest comes first: so neighbours ascend. */
static bool next_step(const struct pattern *p, int *step)
{
    uint32_t dims = p->grid.dims;

    for (uint32_t i = 0; i < dims; i++) {
        uint32_t d = p->column_major ? i : dims - 1 - i;

        if (step[d] < 1) {
            step[d]++;
            return true;
        }
        step[d] = -1;
    }
    return false;
}

static uint64_t all_points(const struct pattern *p)
{
    uint64_t points = 1;

    for (uint32_t d = 0; d < p->grid.dims; d++)
        points *= 3;
    return points;
}

static uint64_t degree_grid(const struct pattern *p)
{
    return p->corners ? all_points(p) - 1 : 2 * p->grid.dims;
}

static int make_grid(struct pattern *p)
{
    uint32_t at[TOPOMAP_MAX_DIMENSIONS];
    int step[TOPOMAP_MAX_DIMENSIONS];

    for (uint32_t rank = 0; rank < p->ranks; rank++) {
        for (uint32_t d = 0; d < p->grid.dims; d++) {
            at[d] = shape_at(&p->grid, rank, d);
            step[d] = -1;
        }
        do {
            uint32_t differing = 0;

            for (uint32_t d = 0; d < p->grid.dims; d++)
                differing += step[d] != 0;
            if (differing && (p->corners || differing == 1) &&
                add(p, rank, neighbour(p, rank, at, step), halo_bytes(p, differing)) < 0)
                return -1;
        } while (next_step(p, step));
    }
    return 0;
}

static uint64_t degree_rows(const struct pattern *p)
{
    uint64_t degree = 0;

    for (uint32_t d = 0; d < p->grid.dims; d++)
        degree += p->grid.dim[d] - 1;
    return degree;
}

/* All to all inside every line of ranks along every dimension. */
static int make_rows(struct pattern *p)
{
    for (uint32_t rank = 0; rank < p->ranks; rank++) {
        for (uint32_t d = 0; d < p->grid.dims; d++) {
            uint32_t first = rank - shape_at(&p->grid, rank, d) * p->grid.stride[d];

            for (uint32_t i = 0; i < p->grid.dim[d]; i++) {
                if (add(p, rank, first + i * p->grid.stride[d], 1) < 0)
                    return -1;
            }
        }
    }
    return 0;
}

static uint64_t degree_order(const struct pattern *p)
{
    uint64_t degree = 2;

    for (uint32_t far = 1; far < p->ranks; far *= 2)
        degree += 2;
    return degree;
}

/* The closer in rank, the more: at distance 2^k the 2^k-th part, as trees and halos have it. */
static int make_order(struct pattern *p)
{
    for (uint32_t rank = 0; rank < p->ranks; rank++) {
        uint64_t bytes = UINT64_C(1) << 24;

        for (uint32_t far = 1; far < p->ranks - rank; far *= 2, bytes /= 2) {
            if (add(p, rank, rank + far, bytes) < 0 || add(p, rank + far, rank, bytes) < 0)
                return -1;
        }
    }
    return 0;
}

/* A closed grid of one dimension. */
static int parse_ring(struct pattern *p, const char *text, struct topomap_error *error)
{
    (void)text, (void)error;
    p->grid = (struct shape){
        .dims = 1, .dim = {p->ranks}, .stride = {1}, .places = p->ranks};
    p->periodic = true;
    return 0;
}

static uint64_t degree_alltoall(const struct pattern *p)
{
    return p->ranks - 1;
}

static int make_alltoall(struct pattern *p)
{
    for (uint32_t rank = 0; rank < p->ranks; rank++) {
        for (uint32_t other = 0; other < p->ranks; other++) {
            if (add(p, rank, other, 1) < 0)
                return -1;
        }
    }
    return 0;
}

static uint64_t degree_butterfly(const struct pattern *p)
{
    uint64_t degree = 0;

    for (uint32_t bit = 1; bit < p->ranks; bit *= 2)
        degree++;
    return degree;
}

/* Recursive doubling: in each round ranks whose numbers differ in one bit exchange as much.
 * Partners that there are not, where ranks are no power of two, are left out. */
static int make_butterfly(struct pattern *p)
{
    for (uint32_t rank = 0; rank < p->ranks; rank++) {
        for (uint32_t bit = 1; bit < p->ranks; bit *= 2) {
            if ((rank ^ bit) < p->ranks && add(p, rank, rank ^ bit, 1) < 0)
                return -1;
        }
    }
    return 0;
}

static uint64_t degree_random(const struct pattern *p)
{
    (void)p;
    return RANDOM_PARTNERS;
}

/* Each rank draws half of its partners, and is drawn by as many on average. */
static int make_random(struct pattern *p)
{
    struct random random;

    random_seed(&random, RANDOM_SEED);
    for (uint32_t rank = 0; p->ranks > 1 && rank < p->ranks; rank++) {
        for (uint32_t i = 0; i < RANDOM_PARTNERS / 2; i++) {
            uint32_t other = random_below(&random, p->ranks - 1);

            other += other >= rank;
            if (add(p, rank, other, 1) < 0 || add(p, other, rank, 1) < 0)
                return -1;
        }
    }
    return 0;
}

static int parse_training(struct pattern *p, const char *text, struct topomap_error *error)
{
    if (training_parse(&p->training, text, error) < 0)
        return -1;
    p->ranks = training_tasks(&p->training);
    return 0;
}

static uint64_t degree_training(const struct pattern *p)
{
    return training_degree(&p->training);
}

static int make_training(struct pattern *p)
{
    return training_edges(&p->training, &p->edges, &p->count);
}

/* One modifier of `length` bytes: periodic, column, row, or the number of points. */
static int parse_modifier(struct pattern *p, const char *word, size_t length)
{
    const char *cursor = word;
    uint64_t points, all = all_points(p);

    if (length == 8 && memcmp(word, "periodic", 8) == 0) {
        p->periodic = true;
        return 0;
    }
    if (length == 6 && memcmp(word, "column", 6) == 0) {
        p->column_major = true;
        return 0;
    }
    if (text_parse_number(&cursor, word + length, all, &points) < 0 || cursor != word + length)
        return -1;
    p->corners = points == all;
    return points == all || points == 2 * p->grid.dims + 1 ? 0 : -1;
}

/* It names the numbers of points that stencils of this grid have. */
static int fail_modifier(const struct pattern *p, const char *text, const char *word,
                         size_t length, struct topomap_error *error)
{
    char points[64];

    if (p->grid.dims > 1)
        snprintf(points, sizeof points, "%u or %" PRIu64, 2 * p->grid.dims + 1, all_points(p));
    else
        snprintf(points, sizeof points, "3");
    return error_set(error, TOPOMAP_INPUT,
                     "'%.100s': expected periodic, column, or %s for the points of the stencil, "
                     "not '%.*s'",
                     text, points, (int)(length < 40 ? length : 40), word);
}

static int parse_shape(struct pattern *p, const char *text, struct topomap_error *error)
{
    const char *end = text + strlen(text);
    const char *cursor = strchr(text, ':') + 1;

    if (shape_parse(&p->grid, &cursor, end) < 0)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': expected lengths like 16x8x64", text);
    p->ranks = p->grid.places;
    while (cursor < end) {
        size_t length;

        if (*cursor != ':')
            return error_set(error, TOPOMAP_INPUT, "'%.100s': expected ':' at character %zu", text,
                             (size_t)(cursor - text) + 1);
        length = strcspn(++cursor, ":");
        if (parse_modifier(p, cursor, length) < 0)
            return fail_modifier(p, text, cursor, length, error);
        cursor += length;
    }
    shape_set_strides(&p->grid, p->column_major);
    return 0;
}

static const struct maker makers[PATTERN_KINDS] = {
    [PATTERN_GRID] = {parse_shape, degree_grid, make_grid},
    [PATTERN_ROWS] = {parse_shape, degree_rows, make_rows},
    [PATTERN_RING] = {parse_ring, degree_grid, make_grid},
    [PATTERN_ALLTOALL] = {NULL, degree_alltoall, make_alltoall},
    [PATTERN_BUTTERFLY] = {NULL, degree_butterfly, make_butterfly},
    [PATTERN_RANDOM] = {NULL, degree_random, make_random},
    [PATTERN_ORDER] = {NULL, degree_order, make_order},
    [PATTERN_TRAIN] = {parse_training, degree_training, make_training},
};

bool topomap_graph_is_pattern(const char *text)
{
    return pattern_kind(text) != PATTERN_KINDS;
}

bool topomap_graph_pattern_get(size_t index, const char **name, const char **summary)
{
    if (index >= PATTERN_KINDS)
        return false;
    *name = pattern_names[index].name;
    *summary = pattern_names[index].summary;
    return true;
}

const char *topomap_graph_pattern_algorithms(const char *text)
{
    enum pattern_kind kind = pattern_kind(text);

    return kind == PATTERN_KINDS ? NULL : pattern_names[kind].algorithms;
}

bool topomap_graph_pattern_keeps_first(const char *text)
{
    enum pattern_kind kind = pattern_kind(text);

    return kind != PATTERN_KINDS && pattern_names[kind].keeps_first;
}

static struct topomap_graph *make(struct pattern *p, const struct maker *maker,
                                  struct topomap_error *error)
{
    if (maker->make(p) == 0)
        return graph_take(p->ranks, p->edges, p->count, error);
    free(p->edges);
    error_memory(error);
    return NULL;
}

struct topomap_graph *topomap_graph_pattern(const char *text, uint32_t ranks,
                                            struct topomap_error *error)
{
    enum pattern_kind kind = pattern_kind(text);
    struct topomap_graph *graph = NULL;
    struct pattern p = {.ranks = ranks};

    if (kind == PATTERN_KINDS) {
        error_set(error, TOPOMAP_INPUT, "'%.100s' is no pattern", text);
        return NULL;
    }
    if (makers[kind].parse && makers[kind].parse(&p, text, error) < 0)
        return NULL;
    if (p.ranks == 0)
        error_set(error, TOPOMAP_USAGE, "'%s' needs a number of ranks", text);
    else if (ranks && p.ranks != ranks)
        error_set(error, TOPOMAP_IMPOSSIBLE, "'%.100s' has %u ranks, the number of tasks is %u",
                  text, p.ranks, ranks);
    else if (p.ranks * makers[kind].degree(&p) > MAX_EDGES)
        error_set(error, TOPOMAP_IMPOSSIBLE, "'%.100s' has too many edges", text);
    else
        graph = make(&p, &makers[kind], error);
    if (graph && p.grid.dims) {
        graph->coordinates = coordinates_of_shape(&p.grid, error);
        if (!graph->coordinates) {
            topomap_graph_destroy(graph);
            graph = NULL;
        }
    }
    return graph;
}
