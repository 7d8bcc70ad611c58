/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs of known communication patterns, for applications that were not recorded. */
#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/coordinates.h"
#include "graph/generate.h"
#include "graph/pattern_name.h"
#include "graph/training.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EDGES ((uint64_t)1 << 26)

/* The largest order of a stencil. */
#define MAX_ORDER 64

/* A halo exchange of cubic blocks of SIDE cells a side sends SIDE^2 cells across a face. For each
 * further dimension in which a neighbour differs it sends 1/SIDE of that. */
#define SIDE 8

struct pattern {
    struct shape grid;         /* no dimensions: the pattern has no grid */
    struct training training;
    struct cg_size cg;
    double degree;             /* of a random graph */
    uint64_t seed;
    uint32_t ranks;
    uint32_t order;            /* largest distance to a neighbour along a dimension */
    uint64_t points;           /* points of the stencil as given in the pattern; 0: not given */
    bool periodic;
    bool corners;              /* the stencil has (2 order + 1)^d points instead of 2 order d + 1 */
    bool column_major;         /* first dimension fastest */
    struct edge_array edges;
    double part;               /* that the edges have of the traffic */
};

struct maker {
    int (*parse)(struct pattern *pattern, const char *text, struct topomap_error *error);
    uint64_t (*degree)(const struct pattern *pattern); /* most edges of a rank */
    int (*make)(struct pattern *pattern);
};

static int add(struct pattern *p, uint32_t src, uint32_t dst, uint64_t bytes)
{
    return src == dst ? 0
                      : edge_array_add(&p->edges, (struct topomap_edge){src, dst, bytes, 1});
}

/* The neighbour at `step` (-order to order in each dimension) of a rank with coordinates `at`, or
 * the rank itself if that is outside a grid that is not periodic. */
static uint32_t neighbour(const struct pattern *p, uint32_t rank, const uint32_t *at,
                          const int *step)
{
    uint32_t other = 0;

    for (uint32_t d = 0; d < p->grid.dims; d++) {
        int64_t length = p->grid.dim[d], place = (int64_t)at[d] + step[d];

        HOLDS(length > 0);
        if ((place < 0 || place >= length) && !p->periodic)
            return rank;
        other += (uint32_t)((place % length + length) % length) * p->grid.stride[d];
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

/* Go to the next step, like a counter with the digits -order to order; false after the last one.
 * The dimension in which rank numbers grow fastest changes first, so that neighbours ascend. */
static bool next_step(const struct pattern *p, int *step)
{
    uint32_t dims = p->grid.dims;

    for (uint32_t i = 0; i < dims; i++) {
        uint32_t d = p->column_major ? i : dims - 1 - i;

        if (step[d] < (int)p->order) {
            step[d]++;
            return true;
        }
        step[d] = -(int)p->order;
    }
    return false;
}

static uint64_t star_points(const struct pattern *p)
{
    return (uint64_t)2 * p->order * p->grid.dims + 1;
}

static uint64_t box_points(const struct pattern *p)
{
    uint64_t points = 1;

    for (uint32_t d = 0; d < p->grid.dims; d++)
        points *= 2 * p->order + 1;
    return points;
}

static uint64_t degree_grid(const struct pattern *p)
{
    return (p->corners ? box_points(p) : star_points(p)) - 1;
}

/* Add all neighbours of a rank in the box around it. */
static int make_box(struct pattern *p, uint32_t rank, const uint32_t *at)
{
    int step[TOPOMAP_MAX_DIMENSIONS] = {0};

    for (uint32_t d = 0; d < p->grid.dims; d++)
        step[d] = -(int)p->order;
    do {
        uint32_t differing = 0;

        for (uint32_t d = 0; d < p->grid.dims; d++)
            differing += step[d] != 0;
        if (differing && add(p, rank, neighbour(p, rank, at, step), halo_bytes(p, differing)) < 0)
            return -1;
    } while (next_step(p, step));
    return 0;
}

/* Add the neighbours of a rank along the dimensions. */
static int make_star(struct pattern *p, uint32_t rank, const uint32_t *at)
{
    int step[TOPOMAP_MAX_DIMENSIONS] = {0}, order = (int)p->order;

    for (uint32_t d = 0; d < p->grid.dims; d++) {
        for (step[d] = -order; step[d] <= order; step[d]++) {
            if (add(p, rank, neighbour(p, rank, at, step), halo_bytes(p, 1)) < 0)
                return -1;
        }
        step[d] = 0;
    }
    return 0;
}

static int make_grid(struct pattern *p)
{
    uint32_t at[TOPOMAP_MAX_DIMENSIONS] = {0};

    for (uint32_t rank = 0; rank < p->ranks; rank++) {
        for (uint32_t d = 0; d < p->grid.dims; d++)
            at[d] = shape_at(&p->grid, rank, d);
        if ((p->corners ? make_box(p, rank, at) : make_star(p, rank, at)) < 0)
            return -1;
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

/* Bytes fall with the distance in rank: half as much at twice the distance, as in trees and
 * halos. */
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

/* A periodic grid of one dimension. */
static int parse_ring(struct pattern *p, const char *text, struct topomap_error *error)
{
    (void)text, (void)error;
    p->grid = (struct shape){
        .dims = 1, .dim = {p->ranks}, .stride = {1}, .places = p->ranks};
    p->order = 1;
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

/* Recursive doubling: in each round ranks whose numbers differ in one bit exchange the same amount.
 * If ranks are not a power of two, missing partners are left out. */
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

/* ---- patterns with settings -------------------------------------------------------------- */

/* Parse one setting after ':'; false if the pattern does not have it. */
typedef bool parse_setting(struct pattern *p, const char *word, size_t length);

/* Parse the number after `name`. */
static bool parse_number(const char *word, size_t length, const char *name, uint64_t limit,
                         uint64_t *number)
{
    size_t begin = strlen(name);
    const char *at = word + begin;

    return length > begin && memcmp(word, name, begin) == 0 &&
           text_parse_number(&at, word + length, limit, number) == 0 && at == word + length;
}

static bool parse_seed(struct pattern *p, const char *word, size_t length)
{
    return parse_number(word, length, "seed=", UINT64_MAX, &p->seed);
}

/* The settings of graphs in which each rank draws half of its edges. */
static bool parse_random_setting(struct pattern *p, const char *word, size_t length)
{
    uint64_t degree;

    if (!parse_number(word, length, "degree=", TOPOMAP_MAX_RANKS, &degree))
        return parse_seed(p, word, length);
    p->degree = (double)degree;
    return degree && degree % 2 == 0;
}

static bool parse_geometric_setting(struct pattern *p, const char *word, size_t length)
{
    static const char name[] = "degree=";
    size_t begin = strlen(name);
    char number[32], *end;

    if (length <= begin || length - begin >= sizeof number || memcmp(word, name, begin) != 0)
        return parse_seed(p, word, length);
    memcpy(number, word + begin, length - begin);
    number[length - begin] = '\0';
    p->degree = text_real(number, &end);
    return !*end && p->degree > 0 && p->degree <= TOPOMAP_MAX_RANKS;
}

static bool parse_cg_setting(struct pattern *p, const char *word, size_t length)
{
    return length == 7 && memcmp(word, "class=", 6) == 0 && cg_find_class(word[6], &p->cg);
}

static int parse_settings(struct pattern *p, const char *text, parse_setting *parse,
                          const char *expected, struct topomap_error *error)
{
    const char *word = text + strcspn(text, ":");

    while (*word == ':') {
        size_t length = strcspn(++word, ":");

        if (!parse(p, word, length))
            return error_set(error, TOPOMAP_INPUT, "'%.100s': expected %s, not '%.*s'", text,
                             expected, (int)(length < 40 ? length : 40), word);
        word += length;
    }
    return 0;
}

static int parse_random(struct pattern *p, const char *text, struct topomap_error *error)
{
    p->degree = 8;
    return parse_settings(p, text, parse_random_setting, "degree=D, where D is even, or seed=S",
                          error);
}

static int parse_power_law(struct pattern *p, const char *text, struct topomap_error *error)
{
    p->degree = 6;
    return parse_settings(p, text, parse_random_setting, "degree=D, where D is even, or seed=S",
                          error);
}

static int parse_geometric(struct pattern *p, const char *text, struct topomap_error *error)
{
    p->degree = 6;
    return parse_settings(p, text, parse_geometric_setting, "degree=D or seed=S", error);
}

static int parse_cg(struct pattern *p, const char *text, struct topomap_error *error)
{
    cg_find_class('A', &p->cg);
    if (parse_settings(p, text, parse_cg_setting, "class=S, W, A, B, C, D, E or F", error) < 0)
        return -1;
    if (p->ranks & (p->ranks - 1) && p->ranks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, 
                         "'%.100s' needs a power of two of ranks, not %u",
                         text, p->ranks);
    return 0;
}

static uint64_t degree_drawn(const struct pattern *p)
{
    return (uint64_t)p->degree + 1;
}

static uint64_t degree_cg(const struct pattern *p)
{
    return degree_butterfly(p) + 1;
}

static int make_random(struct pattern *p)
{
    return p->ranks < 2 ? 0 : random_edges(&p->edges, p->ranks, (uint32_t)p->degree / 2, p->seed);
}

static int make_power_law(struct pattern *p)
{
    return power_law_edges(&p->edges, p->ranks, (uint32_t)p->degree / 2, p->seed);
}

static int make_geometric(struct pattern *p)
{
    return geometric_edges(&p->edges, p->ranks, p->degree, p->seed);
}

static int make_cg(struct pattern *p)
{
    return cg_edges(&p->edges, p->ranks, &p->cg);
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
    return training_edges(&p->training, &p->edges.edge, &p->edges.count, &p->part);
}

/* Parse a modifier of `length` bytes: periodic, column, the order, or the number of points, which
 * determines the stencil once the order is known. */
static int parse_modifier(struct pattern *p, const char *word, size_t length)
{
    const char *cursor = word;
    uint64_t order;

    if (length == 8 && memcmp(word, "periodic", 8) == 0) {
        p->periodic = true;
        return 0;
    }
    if (length == 6 && memcmp(word, "column", 6) == 0) {
        p->column_major = true;
        return 0;
    }
    if (parse_number(word, length, "order=", MAX_ORDER, &order) && order) {
        p->order = (uint32_t)order;
        return 0;
    }
    return text_parse_number(&cursor, word + length, UINT64_MAX, &p->points) < 0 ||
                   cursor != word + length || !p->points
               ? -1
               : 0;
}

/* The message lists the numbers of points that stencils of this grid can have. */
static int fail_modifier(const struct pattern *p, const char *text, const char *word,
                         size_t length, struct topomap_error *error)
{
    char points[64];

    if (p->grid.dims > 1)
        snprintf(points, sizeof points, "%" PRIu64 " or %" PRIu64, star_points(p), box_points(p));
    else
        snprintf(points, sizeof points, "%" PRIu64, star_points(p));
    return error_set(error, TOPOMAP_INPUT,
                     "'%.100s': expected periodic, column, order=1 to %d, or %s for the points of "
                     "the stencil, not '%.*s'",
                     text, MAX_ORDER, points, (int)(length < 40 ? length : 40), word);
}

static int parse_shape(struct pattern *p, const char *text, struct topomap_error *error)
{
    const char *end = text + strlen(text), *points_at = end;
    const char *cursor = strchr(text, ':') + 1;

    if (shape_parse(&p->grid, text, &cursor, error) < 0)
        return -1;
    p->ranks = p->grid.places;
    p->order = 1;
    while (cursor < end) {
        uint64_t before = p->points;
        size_t length;

        if (*cursor != ':')
            return error_set(error, TOPOMAP_INPUT, "'%.100s': expected ':' at character %zu", text,
                             (size_t)(cursor - text) + 1);
        length = strcspn(++cursor, ":");
        if (parse_modifier(p, cursor, length) < 0)
            return fail_modifier(p, text, cursor, length, error);
        if (p->points != before)
            points_at = cursor;
        cursor += length;
    }
    p->corners = p->points == box_points(p);
    if (points_at < end && !p->corners && p->points != star_points(p))
        return fail_modifier(p, text, points_at, strcspn(points_at, ":"), error);
    shape_set_strides(&p->grid, p->column_major);
    return 0;
}

static int parse_rows(struct pattern *p, const char *text, struct topomap_error *error)
{
    if (parse_shape(p, text, error) < 0)
        return -1;
    if (p->periodic || p->order != 1 || p->points)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': expected lengths like 16x16, optionally "
                         "followed by :column", text);
    return 0;
}

static const struct maker makers[PATTERN_KINDS] = {
    [PATTERN_GRID] = {parse_shape, degree_grid, make_grid},
    [PATTERN_ROWS] = {parse_rows, degree_rows, make_rows},
    [PATTERN_RING] = {parse_ring, degree_grid, make_grid},
    [PATTERN_ALLTOALL] = {NULL, degree_alltoall, make_alltoall},
    [PATTERN_BUTTERFLY] = {NULL, degree_butterfly, make_butterfly},
    [PATTERN_RANDOM] = {parse_random, degree_drawn, make_random},
    [PATTERN_GEOMETRIC] = {parse_geometric, degree_drawn, make_geometric},
    [PATTERN_POWER_LAW] = {parse_power_law, degree_drawn, make_power_law},
    [PATTERN_CG] = {parse_cg, degree_cg, make_cg},
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

bool topomap_graph_pattern_is_random(const char *text)
{
    enum pattern_kind kind = pattern_kind(text);

    return kind != PATTERN_KINDS && pattern_names[kind].is_random;
}

static struct topomap_graph *make(struct pattern *p, enum pattern_kind kind,
                                  struct topomap_error *error)
{
    struct topomap_graph *graph;

    if (makers[kind].make(p) < 0) {
        free(p->edges.edge);
        error_memory(error);
        return NULL;
    }
    graph = graph_take(p->ranks, p->edges.edge, p->edges.count, error);
    if (graph && pattern_names[kind].is_counted)
        graph->weights = false;
    else if (graph)
        graph_set_weights(graph);
    return graph;
}

struct topomap_graph *topomap_graph_pattern(const char *text, uint32_t ranks,
                                            struct topomap_error *error)
{
    enum pattern_kind kind = pattern_kind(text);
    struct topomap_graph *graph = NULL;
    struct pattern p = {.ranks = ranks, .seed = 1, .part = 1};

    if (kind == PATTERN_KINDS) {
        error_set(error, TOPOMAP_INPUT, "'%.100s' is not a pattern", text);
        return NULL;
    }
    if (makers[kind].parse && makers[kind].parse(&p, text, error) < 0)
        return NULL;
    if (p.ranks == 0)
        error_set(error, TOPOMAP_USAGE, "'%s' needs a number of ranks", text);
    else if (ranks && p.ranks != ranks)
        error_set(error, TOPOMAP_IMPOSSIBLE, "'%.100s' has %u ranks, the number of tasks is %u",
                  text, p.ranks, ranks);
    else if (makers[kind].degree(&p) > MAX_EDGES / p.ranks)
        error_set(error, TOPOMAP_IMPOSSIBLE, "'%.100s' has too many edges", text);
    else
        graph = make(&p, kind, error);
    if (graph) {
        graph->pattern = &pattern_names[kind];
        graph->part = p.part;
    }
    if (graph && p.grid.dims) {
        graph->coordinates = coordinates_of_shape(&p.grid, error);
        if (!graph->coordinates) {
            topomap_graph_destroy(graph);
            graph = NULL;
        }
    }
    return graph;
}
