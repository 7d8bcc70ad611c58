/* SPDX-License-Identifier: BSD-3-Clause */
#include "bound/inside.h"

#include "base/error.h"
#include "base/extremes.h"
#include "base/memory.h"
#include "base/order.h"
#include "bound/projections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define UNKNOWN UINT8_MAX
/* Groups of directions: those from DIAGONALS on are of diagonals. */
enum { AXES, COMPLETE, DIAGONALS };

#define CODES 81         /* 3^4: diagonal directions are told apart in so few dimensions */

/* The edges of one direction. */
struct class {
    int8_t step[TOPOMAP_MAX_DIMS];
    uint32_t axis; /* NONE: a diagonal */
    size_t count;  /* from both ends */
    size_t first;  /* where their weights begin, and how many there are so far */
    size_t filled;
    double weight; /* lower limit of most of them */
};

struct reading {
    const struct topomap_structure *s;
    struct class class[INSIDE_MAX_CLASSES];
    uint32_t classes;
    uint32_t of_code[CODES];
    uint8_t *of_edge; /* [pair_offset[ranks]]: class of each edge, UNKNOWN if it has none */
};

/* ---- directions of edges ----------------------------------------------------------------- */

/* The step between two ranks: -1 to 1 in each dimension, with the first nonzero one positive.
 * Returns the number of dimensions that change, 0 if the edge is not a step of the structure. */
static uint32_t find_step(const struct topomap_structure *s, uint32_t u, uint32_t v, int8_t *step,
                          uint32_t *axis)
{
    const uint32_t *a = s->coordinates + (size_t)u * s->dims;
    const uint32_t *b = s->coordinates + (size_t)v * s->dims;
    uint32_t changed = 0, wrapped = 0, far = 0, complete = 0;
    int8_t sign = 0;

    for (uint32_t d = 0; d < s->dims; d++) {
        uint32_t gap = a[d] < b[d] ? b[d] - a[d] : a[d] - b[d];

        step[d] = (int8_t)((a[d] < b[d]) - (a[d] > b[d]));
        if (gap == 0)
            continue;
        changed++;
        *axis = d;
        complete += s->complete[d];
        if (gap > 1 && s->periodic[d] && gap + 1 == s->dim[d])
            wrapped++;
        else
            far += gap > 1 && !s->complete[d];
        sign = sign ? sign : step[d];
        step[d] = (int8_t)(step[d] * sign);
    }
    /* Diagonals that wrap around rings do not count, as lines of them may be long. */
    return far || (changed > 1 && (wrapped || complete)) ? 0 : changed;
}

/* The class of an edge. */
static uint8_t find_class(struct reading *r, uint32_t u, uint32_t v)
{
    int8_t step[TOPOMAP_MAX_DIMS] = {0};
    uint32_t axis = 0, code = 0, changed = find_step(r->s, u, v, step, &axis);

    if (changed == 1)
        return (uint8_t)axis;
    if (changed == 0 || r->s->dims > 4)
        return UNKNOWN;
    for (uint32_t d = 0; d < r->s->dims; d++)
        code = code * 3 + (uint32_t)(step[d] + 1);
    if (r->of_code[code] == NONE) {
        r->of_code[code] = r->classes;
        memcpy(r->class[r->classes].step, step, sizeof step);
        r->class[r->classes++].axis = NONE;
    }
    return (uint8_t)r->of_code[code];
}

/* The weight with the largest rest if half of the edges are in the structure with that weight. */
static double choose_weight(double *weight, size_t count)
{
    double best = 0, chosen = 0;
    bool equal = true;

    for (size_t i = 1; equal && i < count; i++)
        equal = weight[i] == weight[0];
    if (!equal)
        qsort(weight, count, sizeof *weight, descending_reals);
    for (size_t i = 0; i < count; i++) {
        double left = weight[i] * (2.0 * (double)(i + 1) - (double)count);

        if (left >= best) {
            best = left;
            chosen = weight[i];
        }
    }
    return chosen;
}

static int choose_weights(struct reading *r, const struct topomap_graph *graph)
{
    size_t slots = graph->pair_offset[graph->ranks];
    double *weight = array_raw(slots, sizeof *weight);

    if (!weight)
        return -1;
    for (uint32_t c = 1; c < r->classes; c++)
        r->class[c].first = r->class[c - 1].first + r->class[c - 1].count;
    for (size_t i = 0; i < slots; i++) {
        if (r->of_edge[i] != UNKNOWN) {
            struct class *class = &r->class[r->of_edge[i]];

            weight[class->first + class->filled++] = graph->weight[i];
        }
    }
    for (uint32_t c = 0; c < r->classes; c++)
        r->class[c].weight = choose_weight(weight + r->class[c].first, r->class[c].filled);
    free(weight);
    return 0;
}

static int read_classes(struct reading *r, const struct topomap_graph *graph)
{
    r->classes = r->s->dims;
    for (uint32_t d = 0; d < r->s->dims; d++) {
        r->class[d].axis = d;
        r->class[d].step[d] = 1;
    }
    memset(r->of_code, 0xff, sizeof r->of_code);
    r->of_edge = array_raw(graph->pair_offset[graph->ranks], sizeof *r->of_edge);
    if (!r->of_edge)
        return -1;
    for (uint32_t u = 0; u < graph->ranks; u++) {
        for (size_t i = graph->pair_offset[u]; i < graph->pair_offset[u + 1]; i++) {
            r->of_edge[i] = find_class(r, u, graph->partner[i]);
            if (r->of_edge[i] != UNKNOWN)
                r->class[r->of_edge[i]].count++;
        }
    }
    return choose_weights(r, graph);
}

/* ---- groups of directions ---------------------------------------------------------------- */

static void add_axis(struct inside_group *g, double weight, uint32_t length, bool ring)
{
    uint32_t i = g->axes++;

    for (; i > 0 && g->weight[i - 1] < weight; i--) {
        g->weight[i] = g->weight[i - 1];
        g->length[i] = g->length[i - 1];
        g->ring[i] = g->ring[i - 1];
    }
    g->weight[i] = weight;
    g->length[i] = length;
    g->ring[i] = ring;
}

/* Whether a direction is independent of those of the group; if so, add its remainder to the
 * basis. */
static bool is_independent(struct inside_group *g, const int8_t *step, uint32_t dims)
{
    int rest[TOPOMAP_MAX_DIMS] = {0};
    uint32_t first = 0;

    for (uint32_t d = 0; d < dims; d++)
        rest[d] = step[d];
    for (uint32_t i = 0; i < g->axes; i++) {
        int factor, by;

        for (first = 0; g->step[i][first] == 0; first++)
            continue;
        factor = rest[first];
        by = g->step[i][first];
        for (uint32_t d = 0; factor && d < dims; d++)
            rest[d] = rest[d] * by - g->step[i][d] * factor;
    }
    for (first = 0; first < dims && rest[first] == 0; first++)
        continue;
    for (uint32_t d = 0; first < dims && d < dims; d++)
        g->step[g->axes][d] = rest[d];
    return first < dims;
}

/* Put a diagonal into the first group in which it is independent. */
static void add_diagonal(struct inside *inside, const struct topomap_structure *s,
                         const struct class *class)
{
    uint32_t length = UINT32_MAX, g = DIAGONALS;

    for (uint32_t d = 0; d < s->dims; d++) {
        if (class->step[d] && s->dim[d] < length)
            length = s->dim[d];
    }
    while (g < inside->groups && !is_independent(&inside->group[g], class->step, s->dims))
        g++;
    if (g == inside->groups) {
        inside->groups++;
        is_independent(&inside->group[g], class->step, s->dims);
    }
    add_axis(&inside->group[g], class->weight, length, false);
}

static int compare_classes(const void *a, const void *b)
{
    const struct class *x = a, *y = b;

    if (x->weight < y->weight || x->weight > y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->first > y->first) - (x->first < y->first);
}

static int compare_groups(const void *a, const void *b)
{
    const struct inside_group *x = a, *y = b;

    return (x->weight[0] < y->weight[0]) - (x->weight[0] > y->weight[0]);
}

/* Diagonals of about the same weight get into the same group, as the bounds are tighter then. A
 * ring of four is two lines of two. The order of the classes changes. */
static void make_groups(struct inside *inside, struct reading *r)
{
    qsort(r->class, r->classes, sizeof *r->class, compare_classes);
    inside->groups = DIAGONALS;
    inside->group[COMPLETE].complete = true;
    for (uint32_t c = 0; c < r->classes; c++) {
        const struct class *class = &r->class[c];

        if (!(class->weight > 0))
            continue;
        if (class->axis == NONE) {
            add_diagonal(inside, r->s, class);
        } else if (r->s->complete[class->axis]) {
            add_axis(&inside->group[COMPLETE], class->weight, r->s->dim[class->axis], false);
        } else if (r->s->periodic[class->axis] && r->s->dim[class->axis] == 4) {
            add_axis(&inside->group[AXES], class->weight, 2, false);
            add_axis(&inside->group[AXES], class->weight, 2, false);
        } else {
            add_axis(&inside->group[AXES], class->weight, r->s->dim[class->axis],
                     r->s->periodic[class->axis]);
        }
    }
    qsort(inside->group, inside->groups, sizeof *inside->group, compare_groups);
}

static void divide_weights(struct inside *inside, const struct reading *r,
                           const struct topomap_graph *graph)
{
    for (uint32_t u = 0; u < graph->ranks; u++) {
        double degree = 0;

        for (size_t i = graph->pair_offset[u]; i < graph->pair_offset[u + 1]; i++) {
            uint8_t c = r->of_edge[i];
            double part = c == UNKNOWN ? 0 : r->class[c].weight;

            part = graph->weight[i] < part ? 0 : part;
            inside->rest[i] = graph->weight[i] - part;
            degree += part;
        }
        inside->total += degree / 2;
        inside->degree = degree > inside->degree ? degree : inside->degree;
    }
}

static int read_structure(struct inside *inside, const struct topomap_structure *structure,
                          const struct topomap_graph *graph)
{
    struct reading *r = array_new(1, sizeof *r);
    int result = -1;

    inside->rest = array_raw(graph->pair_offset[graph->ranks], sizeof *inside->rest);
    inside->known = array_raw((size_t)graph->ranks + 1, sizeof *inside->known);
    if (r && inside->rest && inside->known) {
        for (uint32_t i = 0; i <= graph->ranks; i++)
            inside->known[i] = -1;
        r->s = structure;
        result = read_classes(r, graph);
    }
    if (result == 0) {
        divide_weights(inside, r, graph);
        make_groups(inside, r);
    }
    if (r)
        free(r->of_edge);
    free(r);
    return result;
}

int inside_init(struct inside *inside, const struct topomap_structure *structure,
                const struct topomap_graph *graph, struct topomap_error *error)
{
    *inside = (struct inside){.ranks = graph->ranks};
    if (structure->dims && read_structure(inside, structure, graph) < 0)
        return error_memory(error);
    return 0;
}

void inside_free(struct inside *inside)
{
    free(inside->rest);
    free(inside->known);
}

/* ---- bounds ------------------------------------------------------------------------------ */

/* The number of lines that so many ranks need at least. */
static double fewest_lines(uint32_t ranks, uint32_t length)
{
    uint32_t lines = (ranks - 1) / length + 1;

    return lines;
}

/* The edges beyond ranks minus lines, as lines may be full rings. */
static double closings(const struct inside_group *g, uint32_t axis, uint32_t ranks)
{
    uint32_t rings = g->ring[axis] ? ranks / g->length[axis] : 0;

    return rings;
}

/* The highest weight of edges along the first `axes` axes if only axes of `full` have full
 * rings: each full ring meets as many lines along all other axes as it is long. */
static double most_with_rings(const struct inside_group *g, const double *weight, uint32_t axes,
                              uint32_t ranks, uint32_t full)
{
    double lines[INSIDE_MAX_AXES], most = 0;

    for (uint32_t i = 0; i < axes; i++) {
        lines[i] = fewest_lines(ranks, g->length[i]);
        for (uint32_t k = 0; k < axes; k++) {
            if (full >> k & 1 && k != i && lines[i] < g->length[k])
                lines[i] = g->length[k];
        }
        most += weight[i] * (ranks + (full >> i & 1 ? closings(g, i, ranks) : 0));
    }
    return most - projections_least_whole(weight, lines, axes, ranks);
}

/* The same with full rings along any of the axes. */
static double most_by_lines(const struct inside_group *g, const double *weight, uint32_t axes,
                            uint32_t ranks)
{
    uint32_t rings = 0;
    double best = 0;

    for (uint32_t i = 0; i < axes; i++)
        rings |= closings(g, i, ranks) > 0 ? UINT32_C(1) << i : 0;
    for (uint32_t full = rings;; full = (full - 1) & rings) {
        double most = most_with_rings(g, weight, axes, ranks, full);

        best = most > best ? most : best;
        if (full == 0)
            return best;
    }
}

/* The most edges along the first `axes` axes. */
static double most_edges(const struct inside_group *g, uint32_t axes, uint32_t ranks)
{
    static const double ones[INSIDE_MAX_AXES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    double cube = ranks / 2.0 * log2(ranks), lines = most_by_lines(g, ones, axes, ranks);

    for (uint32_t i = 0; i < axes; i++)
        cube += closings(g, i, ranks);
    cube = floor(cube + 1e-7);
    return cube < lines ? cube : lines;
}

static double most_in_grid(const struct inside_group *g, uint32_t ranks)
{
    double direct, layered = 0;

    direct = most_by_lines(g, g->weight, g->axes, ranks);
    for (uint32_t i = 0; i < g->axes; i++) {
        double next = i + 1 < g->axes ? g->weight[i + 1] : 0;

        if (g->weight[i] > next)
            layered += (g->weight[i] - next) * most_edges(g, i + 1, ranks);
    }
    return direct < layered ? direct : layered;
}

/* The most edges of a product of complete graphs of these lengths, longest first: line by line. */
static double most_in_product(const uint32_t *length, uint32_t axes, uint32_t ranks)
{
    uint32_t stride[INSIDE_MAX_AXES + 1] = {1};
    double edges = 0;

    for (uint32_t i = 0; i < axes; i++)
        stride[i + 1] = stride[i] * length[i];
    for (uint32_t i = axes + 1; i-- > 0;) {
        uint32_t parts = ranks / stride[i];
        double full = 0, size = 1;

        ranks %= stride[i];
        for (uint32_t k = 0; k < i; k++) {
            full = full * length[k] + size * length[k] * (length[k] - 1.0) / 2;
            size *= length[k];
        }
        edges += parts * full;
        if (i < axes)
            edges += size * parts * (parts - 1.0) / 2 + (double)ranks * parts;
    }
    return edges;
}

static double most_complete(const struct inside_group *g, uint32_t ranks)
{
    uint32_t length[INSIDE_MAX_AXES];
    double sum = 0;

    for (uint32_t i = 0; i < g->axes; i++) {
        double next = i + 1 < g->axes ? g->weight[i + 1] : 0;
        uint32_t at = i;

        for (; at > 0 && length[at - 1] < g->length[i]; at--)
            length[at] = length[at - 1];
        length[at] = g->length[i];
        if (g->weight[i] > next)
            sum += (g->weight[i] - next) * most_in_product(length, i + 1, ranks);
    }
    return sum;
}

double inside_most(struct inside *inside, uint32_t ranks)
{
    double most = inside->known[ranks], pairs = ranks * (ranks - 1.0) / 2;

    if (most >= 0 || ranks == 0)
        return ranks ? most : 0;
    most = 0;
    for (uint32_t i = 0; i < inside->groups && inside->group[i].axes; i++) {
        const struct inside_group *g = &inside->group[i];
        double weight = g->complete ? most_complete(g, ranks) : most_in_grid(g, ranks);

        weight = lesser(weight, pairs * g->weight[0]);
        most += weight;
        pairs -= weight / g->weight[0];
    }
    if (most > inside->degree * ranks / 2)
        most = inside->degree * ranks / 2;
    most = most < inside->total ? most : inside->total;
    inside->known[ranks] = most;
    return most;
}
