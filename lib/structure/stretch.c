/* SPDX-License-Identifier: BSD-3-Clause */
/* The graph of an application with another number of ranks, if it is a process grid. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "graph/shape.h"
#include "structure/stretch.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SHARE 0.9 /* of the bytes between neighbours: with less it is not just a grid */
#define MAX_OFFSETS 6561 /* 3^8 */
#define MAX_EDGES ((uint64_t)1 << 26)
#define SAME 1e-9

/* The total that all pairs at one offset exchange. */
struct sum {
    double bytes, messages;
    uint64_t pairs;
};

struct stretching {
    const struct topomap_graph *graph;
    struct topomap_structure *structure;
    struct shape from, to;
    bool periodic[TOPOMAP_MAX_DIMENSIONS];
    struct sum sums[MAX_OFFSETS]; /* by offset, a number with a digit for each dimension: 0, 1
                                   * (up) or 2 (down) */
    double best;                  /* deviation of the best sides so far */
    struct topomap_edge *edges;
    size_t count, capacity;
};

/* ---- the grid there is ------------------------------------------------------------------- */

static bool is_in_order(const struct stretching *s)
{
    const uint32_t *at = s->structure->coordinates;

    for (uint32_t rank = 0; rank < s->from.places; rank++) {
        for (uint32_t d = 0; d < s->from.dims; d++) {
            if (*at++ != shape_at(&s->from, rank, d))
                return false;
        }
    }
    return true;
}

/* Whether a side of two is periodic cannot be seen: assume the same as for the longer sides. */
static void settle_short_sides(struct stretching *s)
{
    bool closed = true;

    for (uint32_t d = 0; d < s->from.dims; d++) {
        s->periodic[d] = s->structure->periodic[d];
        closed = closed && (s->from.dim[d] == 2 || s->periodic[d]);
    }
    for (uint32_t d = 0; d < s->from.dims; d++) {
        if (s->from.dim[d] == 2)
            s->periodic[d] = closed;
    }
}

/* Find the grid of the graph. Returns why it cannot be stretched, or NULL. */
static const char *find_grid(struct stretching *s)
{
    const struct topomap_structure *found = s->structure;
    uint32_t longest = 0;

    if (found->kind != TOPOMAP_GRID || found->share < LEAST_SHARE ||
        found->dims > TOPOMAP_MAX_DIMENSIONS)
        return "its ranks do not communicate as neighbours in a grid";
    s->from = (struct shape){.dims = found->dims, .places = 1};
    for (uint32_t d = 0; d < found->dims; d++) {
        s->from.dim[d] = found->dim[d];
        s->from.places *= found->dim[d];
        if (found->dim[d] > longest)
            longest = found->dim[d];
    }
    shape_set_strides(&s->from, false);
    if (s->from.places != topomap_graph_ranks(s->graph))
        return "its grid has empty places";
    if (longest < 3)
        return "its grid is too small to tell its shape";
    if (!is_in_order(s))
        return "its ranks are not numbered along its grid";
    settle_short_sides(s);
    return NULL;
}

/* ---- sides of the stretched grid --------------------------------------------------------- */

/* How unequal the factors are by which sides grow. */
static double deviation(const struct stretching *s, const struct shape *to)
{
    double mean = 0, sum = 0;

    for (uint32_t d = 0; d < to->dims; d++)
        mean += log((double)to->dim[d] / s->from.dim[d]) / to->dims;
    for (uint32_t d = 0; d < to->dims; d++)
        sum += pow(log((double)to->dim[d] / s->from.dim[d]) - mean, 2);
    return sum;
}

static uint64_t side_sum(const struct shape *shape)
{
    uint64_t sum = 0;

    for (uint32_t d = 0; d < shape->dims; d++)
        sum += shape->dim[d];
    return sum;
}

static void offer_sides(struct stretching *s, const struct shape *to)
{
    double value = deviation(s, to);

    if (s->to.dims && (value > s->best + SAME ||
                       (value > s->best - SAME && side_sum(to) >= side_sum(&s->to))))
        return;
    s->best = value;
    s->to = *to;
}

/* Try all sides of at least two whose product is the number of ranks; `left` ranks remain for
 * dimension `d` and later ones. Longer first sides are tried first, as in MPI_Dims_create. */
static void try_sides(struct stretching *s, struct shape *to, uint32_t d, uint32_t left)
{
    if (d + 1 == to->dims) {
        to->dim[d] = left;
        offer_sides(s, to);
        return;
    }
    for (uint32_t other = 2; other <= left / 2; other++) {
        if (left % other)
            continue;
        to->dim[d] = left / other;
        try_sides(s, to, d + 1, other);
    }
}

static bool choose_sides(struct stretching *s, uint32_t ranks)
{
    struct shape to = {.dims = s->from.dims, .places = ranks};

    if (ranks >= 2)
        try_sides(s, &to, 0, ranks);
    if (!s->to.dims)
        return false;
    shape_set_strides(&s->to, false);
    return true;
}

/* ---- traffic ----------------------------------------------------------------------------- */

/* The step from coordinate a to b along a side: 0, 1 up, 2 down; 3 if they are not neighbours. */
static uint32_t step_between(const struct stretching *s, uint32_t d, uint32_t a, uint32_t b)
{
    uint32_t last = s->from.dim[d] - 1;

    if (a == b)
        return 0;
    if (b == a + 1 || (s->periodic[d] && last > 1 && a == last && b == 0))
        return 1;
    return a == b + 1 || (s->periodic[d] && last > 1 && a == 0 && b == last) ? 2 : 3;
}

/* Add a part of an edge to the sum of its offset, of which the digits before dimension `d` are
 * known. On a closed side of two the ways up and down lead to the same rank, with half each. */
static void add_edge(struct stretching *s, const struct topomap_edge *edge, uint32_t d,
                     uint32_t power, uint32_t offset, double part)
{
    uint32_t step;

    if (d == s->from.dims) {
        s->sums[offset].bytes += part * (double)edge->bytes;
        s->sums[offset].messages += part * (double)edge->messages;
        s->sums[offset].pairs++;
        return;
    }
    step = step_between(s, d, shape_at(&s->from, edge->src, d), shape_at(&s->from, edge->dst, d));
    if (step == 3)
        return;
    if (step && s->periodic[d] && s->from.dim[d] == 2) {
        add_edge(s, edge, d + 1, 3 * power, offset + power, part / 2);
        add_edge(s, edge, d + 1, 3 * power, offset + 2 * power, part / 2);
    } else {
        add_edge(s, edge, d + 1, 3 * power, offset + step * power, part);
    }
}

static void add_up(struct stretching *s)
{
    for (size_t i = 0; i < topomap_graph_edges(s->graph); i++) {
        struct topomap_edge edge = topomap_graph_edge(s->graph, i);

        add_edge(s, &edge, 0, 1, 0, 1);
    }
}

/* The rank at an offset in the stretched grid, or the rank itself if there is none. */
static uint32_t neighbour_at(const struct stretching *s, uint32_t rank, uint32_t offset)
{
    uint32_t other = rank;

    for (uint32_t d = 0; d < s->to.dims; d++, offset /= 3) {
        uint32_t at = shape_at(&s->to, rank, d), length = s->to.dim[d], next = at;

        if (offset % 3 == 1)
            next = at + 1 < length ? at + 1 : 0;
        else if (offset % 3 == 2)
            next = at ? at - 1 : length - 1;
        if (!s->periodic[d] && offset % 3 && (offset % 3 == 1) != (next > at))
            return rank;
        other += next * s->to.stride[d] - at * s->to.stride[d];
    }
    return other;
}

static int draw(struct stretching *s, struct topomap_error *error)
{
    uint32_t offsets = 1;

    for (uint32_t d = 0; d < s->from.dims; d++)
        offsets *= 3;
    for (uint32_t offset = 1; offset < offsets; offset++) {
        const struct sum *sum = &s->sums[offset];
        struct topomap_edge edge;

        if (!sum->pairs)
            continue;
        edge.bytes = (uint64_t)llround(sum->bytes / (double)sum->pairs);
        edge.messages = (uint64_t)llround(sum->messages / (double)sum->pairs);
        for (edge.src = 0; edge.src < s->to.places; edge.src++) {
            edge.dst = neighbour_at(s, edge.src, offset);
            if (edge.dst == edge.src)
                continue;
            if (s->count == MAX_EDGES)
                return error_set(error, TOPOMAP_IMPOSSIBLE, "too many edges");
            if (array_grow(&s->edges, &s->capacity, s->count + 1, sizeof *s->edges) < 0)
                return error_memory(error);
            s->edges[s->count++] = edge;
        }
    }
    return 0;
}

/* ---- all of it --------------------------------------------------------------------------- */

static struct topomap_graph *stretch_it(struct stretching *s, uint32_t ranks,
                                        struct stretch *sides, struct topomap_error *error)
{
    const char *why = find_grid(s);

    if (why) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "%s", why);
        return NULL;
    }
    if (ranks == 0 || ranks > TOPOMAP_MAX_RANKS || !choose_sides(s, ranks)) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "%" PRIu32 " ranks do not form a grid of %"
                  PRIu32 " dimensions", ranks, s->from.dims);
        return NULL;
    }
    add_up(s);
    if (draw(s, error) < 0)
        return NULL;
    if (sides) {
        sides->dims = s->from.dims;
        memcpy(sides->from, s->from.dim, sizeof sides->from);
        memcpy(sides->to, s->to.dim, sizeof sides->to);
    }
    return topomap_graph_create(ranks, s->edges, s->count, error);
}

struct topomap_graph *graph_stretch(const struct topomap_graph *graph, uint32_t ranks,
                                    struct stretch *sides, struct topomap_error *error)
{
    struct stretching *s = calloc(1, sizeof *s);
    struct topomap_graph *larger = NULL;

    if (!s) {
        error_memory(error);
        return NULL;
    }
    s->graph = graph;
    s->structure = topomap_structure_create(graph, error);
    if (s->structure)
        larger = stretch_it(s, ranks, sides, error);
    if (larger && graph->weights)
        graph_set_weights(larger);
    else if (larger)
        larger->weights = false;
    topomap_structure_destroy(s->structure);
    free(s->edges);
    free(s);
    return larger;
}
