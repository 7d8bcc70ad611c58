/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognises the structure of a communication graph: grids, rows and columns, hypercubes. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "structure/arrange.h"
#include "structure/cliques.h"
#include "structure/mixture.h"
#include "structure/sets.h"
#include "structure/skeleton.h"
#include "structure/squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* Weights are sorted into bins, four for each power of two. Two empty bins in a row separate edges
 * of different sorts, such as neighbours, diagonals and collectives. */
#define BINS (4 * 64)
#define GAP 2

#define MAX_SORTS 16      /* the most sorts of edges; all lighter edges form one more */
#define MAX_TRIES 4       /* the most sets of edges that are examined */
#define GOOD_SHARE 0.9    /* of the bytes: the structure is good enough to end the search */
#define LEAST_SHARE 0.6   /* of the bytes: with less the structure is not accepted */
#define OFFSETS 6561      /* 3^8 */

/* ---- sorts of edges by weight ------------------------------------------------------------ */

/* The bin of a weight: exponent and first two bits of the fraction, as in IEEE 754 doubles. Weights
 * are 1 or more. */
static int bin_of(double weight)
{
    uint64_t bits;

    memcpy(&bits, &weight, sizeof bits);
    return (int)(bits >> 50) - 4 * 1022;
}

static double bin_floor(int bin)
{
    return ldexp(0.5 + 0.125 * (bin % 4), bin / 4);
}

/* The least weight of each sort of edges, heaviest sort first. Returns the number of sorts. */
static uint32_t sort_weights(const struct topomap_graph *graph, double *least)
{
    bool seen[BINS] = {false};
    uint32_t sorts = 0;
    int empty = GAP;

    for (size_t i = 0; i < graph->pair_offset[graph->ranks]; i++)
        seen[bin_of(graph->weight[i])] = true;
    for (int bin = BINS - 1; bin >= 0; bin--) {
        if (!seen[bin]) {
            empty++;
            continue;
        }
        if (empty >= GAP && sorts < MAX_SORTS)
            sorts++;
        least[sorts - 1] = bin_floor(bin);
        empty = 0;
    }
    return sorts;
}

/*
 * The index of the lightest sort of edges that is needed to connect all ranks; `sorts` if all edges
 * do not connect them, UINT32_MAX when memory runs out. The edges of a structure connect its ranks.
 */
static uint32_t connecting_sort(const struct topomap_graph *graph, const double *least,
                                uint32_t sorts)
{
    uint32_t *set = sets_new(graph->ranks);
    uint32_t apart = graph->ranks, sort = 0;
    double above = INFINITY;

    if (!set)
        return UINT32_MAX;
    for (; sort < sorts; sort++) {
        for (uint32_t u = 0; u < graph->ranks && apart > 1; u++) {
            for (size_t i = graph->pair_offset[u];
                 i < graph->pair_offset[u + 1] && graph->partner[i] < u; i++) {
                if (graph->weight[i] >= least[sort] && graph->weight[i] < above)
                    apart -= sets_unite(set, u, graph->partner[i]);
            }
        }
        if (apart == 1)
            break;
        above = least[sort];
    }
    free(set);
    return sort;
}

/* ---- judging a lattice ------------------------------------------------------------------- */

/* The step from coordinate a to b: 0, 1 up or 2 down; 3 if they are not neighbours. In a line of
 * two all steps are up. */
static uint32_t step_between(const struct topomap_structure *s, uint32_t d, uint32_t a, uint32_t b)
{
    uint32_t end = s->dim[d] - 1;

    if (a == b)
        return 0;
    if (b == a + 1 || (s->periodic[d] && a == end && b == 0) || end == 1)
        return 1;
    return a == b + 1 || (s->periodic[d] && b == end && a == 0) ? 2 : 3;
}

/* The steps between two ranks as a number of base 3; NONE if the structure has no such edge. */
static uint32_t find_offset(const struct topomap_structure *s, uint32_t u, uint32_t v)
{
    const uint32_t *a = s->coordinates + (size_t)u * s->dims;
    const uint32_t *b = s->coordinates + (size_t)v * s->dims;
    uint32_t changed = 0, offset = 0;

    for (uint32_t d = 0; d < s->dims; d++) {
        uint32_t step = step_between(s, d, a[d], b[d]);

        if (step == 3) {
            if (!s->complete[d])
                return NONE;
            step = 0;
            changed++;
        }
        changed += step != 0;
        offset = offset * 3 + step;
    }
    return s->kind == TOPOMAP_GRID || changed == 1 ? offset : NONE;
}

/* The offset of the reverse edge. */
static uint32_t reverse_offset(const struct topomap_structure *s, uint32_t offset)
{
    uint32_t reverse = 0;

    for (uint32_t d = s->dims, place = 1; d-- > 0; offset /= 3, place *= 3) {
        uint32_t step = offset % 3;

        reverse += place * (step && s->dim[d] > 2 ? 3 - step : step);
    }
    return reverse;
}

/* The most ranks that can have a neighbour at this offset. */
static double most_at(const struct topomap_structure *s, uint32_t ranks, uint32_t offset)
{
    double most = ranks;

    for (uint32_t d = s->dims; d-- > 0; offset /= 3) {
        if (offset % 3 && !s->periodic[d] && s->dim[d] > 2)
            most *= 1 - 1.0 / s->dim[d];
    }
    return most;
}

static uint32_t count_neighbours(const struct topomap_structure *s, uint32_t ranks,
                                 const uint32_t *count)
{
    uint32_t neighbours = 0, offsets = 1;

    if (s->kind == TOPOMAP_ROWS) {
        for (uint32_t d = 0; d < s->dims; d++) {
            uint32_t length = s->dim[d];

            neighbours += s->complete[d] || length < 3 ? length - 1 : 2;
        }
        return neighbours;
    }
    for (uint32_t d = 0; d < s->dims; d++)
        offsets *= 3;
    for (uint32_t offset = 1; offset < offsets; offset++)
        neighbours += count[offset] + count[reverse_offset(s, offset)] >
                      most_at(s, ranks, offset) / 2;
    return neighbours;
}

static int judge(struct topomap_structure *s, const struct topomap_graph *graph,
                 struct topomap_error *error)
{
    uint32_t *count = array_new(OFFSETS, sizeof *count);
    double inside = 0, total = 0;

    if (!count)
        return error_memory(error);
    for (uint32_t u = 0; u < graph->ranks; u++) {
        for (size_t i = graph->pair_offset[u];
             i < graph->pair_offset[u + 1] && graph->partner[i] < u; i++) {
            uint32_t offset = find_offset(s, u, graph->partner[i]);

            total += graph->weight[i];
            if (offset == NONE)
                continue;
            inside += graph->weight[i];
            count[offset]++;
        }
    }
    s->share = inside / total;
    s->neighbours = count_neighbours(s, graph->ranks, count);
    free(count);
    return 0;
}

/* ---- trying ------------------------------------------------------------------------------ */

/* The kind of a product of complete graphs. Complete graphs of three are also rings. */
static enum topomap_structure_kind name_cliques(struct lattice *lattice)
{
    uint32_t longest = 0;

    for (uint32_t d = 0; d < lattice->dims; d++) {
        longest = lattice->dim[d] > longest ? lattice->dim[d] : longest;
        lattice->wrap[d] = lattice->dim[d] == 3;
    }
    if (longest > 3) {
        memset(lattice->wrap, 0, sizeof lattice->wrap);
        for (uint32_t d = 0; d < lattice->dims; d++)
            lattice->complete[d] = true;
        return TOPOMAP_ROWS;
    }
    return longest == 2 && lattice->dims > 3 ? TOPOMAP_HYPERCUBE : TOPOMAP_GRID;
}

/* Move a lattice to `s` if it is better than the one there. */
static int offer(struct topomap_structure *s, struct lattice *lattice,
                 enum topomap_structure_kind kind, const struct topomap_graph *graph,
                 struct topomap_error *error)
{
    struct topomap_structure found = {.kind = kind};
    bool joined = false;

    if (lattice_arrange(lattice, graph, &joined, error) < 0)
        return -1;
    if (lattice->dims == 0)
        return 0;
    if (joined && kind == TOPOMAP_HYPERCUBE)
        found.kind = TOPOMAP_GRID;
    found.dims = lattice->dims;
    memcpy(found.dim, lattice->dim, sizeof found.dim);
    memcpy(found.periodic, lattice->wrap, sizeof found.periodic);
    memcpy(found.complete, lattice->complete, sizeof found.complete);
    found.coordinates = lattice->at;
    if (judge(&found, graph, error) < 0)
        return -1;
    if (found.share < LEAST_SHARE || found.share <= s->share)
        return 0;
    lattice->at = s->coordinates; /* swap, so that the worse one is freed */
    *s = found;
    return 0;
}

static int try_squares(struct topomap_structure *s, const struct skeleton *skeleton,
                       const struct topomap_graph *graph, struct topomap_error *error)
{
    struct lattice lattice;
    int result = lattice_of_squares(&lattice, skeleton, error);

    if (result == 0 && lattice.dims)
        result = offer(s, &lattice, TOPOMAP_GRID, graph, error);
    lattice_free(&lattice);
    return result;
}

static int try_without_diagonals(struct topomap_structure *s, const struct skeleton *skeleton,
                                 const struct topomap_graph *graph, struct topomap_error *error)
{
    struct skeleton axes;
    int result;

    if (skeleton_without_diagonals(&axes, skeleton, error) < 0)
        return -1;
    result = try_squares(s, &axes, graph, error);
    skeleton_free(&axes);
    return result;
}

static int try_lines(struct topomap_structure *s, const struct skeleton *skeleton,
                     const struct topomap_graph *graph, struct topomap_error *error)
{
    switch (skeleton_look(skeleton)) {
    case SKELETON_AXES:
        return try_squares(s, skeleton, graph, error);
    case SKELETON_DIAGONALS:
        return try_without_diagonals(s, skeleton, graph, error);
    case SKELETON_MESH:
        break;
    }
    return 0;
}

static int try_mixture(struct topomap_structure *s, const struct skeleton *skeleton,
                       const struct topomap_graph *graph, struct topomap_error *error)
{
    struct lattice lattice;
    int result = lattice_of_mixture(&lattice, skeleton, error);

    if (result == 0 && lattice.dims)
        result = offer(s, &lattice, TOPOMAP_ROWS, graph, error);
    lattice_free(&lattice);
    return result;
}

/* Look for all kinds of structure in the edges of weight `least` and more. */
static int try_edges(struct topomap_structure *s, const struct topomap_graph *graph, double least,
                     struct topomap_error *error)
{
    struct skeleton skeleton;
    struct lattice lattice;
    double before = s->share;
    int result;

    if (skeleton_create(&skeleton, graph, least, error) < 0)
        return -1;
    result = lattice_of_cliques(&lattice, &skeleton, error);
    if (result == 0 && lattice.dims) {
        enum topomap_structure_kind kind = name_cliques(&lattice);

        result = offer(s, &lattice, kind, graph, error);
    }
    lattice_free(&lattice);
    if (result == 0 && s->share <= before)
        result = try_lines(s, &skeleton, graph, error);
    if (result == 0 && s->share <= before)
        result = try_mixture(s, &skeleton, graph, error);
    skeleton_free(&skeleton);
    return result;
}

static int recognise(struct topomap_structure *s, const struct topomap_graph *graph,
                     struct topomap_error *error)
{
    double least[MAX_SORTS];
    uint32_t sorts = sort_weights(graph, least);
    uint32_t sort = connecting_sort(graph, least, sorts);

    if (sort == UINT32_MAX)
        return error_memory(error);
    if (graph->pair_offset[graph->ranks] / 2 > SKELETON_MAX_EDGES)
        return 0;
    for (int tries = 0; tries < MAX_TRIES && sort < sorts && s->share < GOOD_SHARE; tries++) {
        if (try_edges(s, graph, least[sort], error) < 0)
            return -1;
        /* The last try takes all edges. */
        sort = tries == MAX_TRIES - 2 && sort + 1 < sorts ? sorts - 1 : sort + 1;
    }
    return 0;
}

struct topomap_structure *topomap_structure_create(const struct topomap_graph *graph,
                                                   struct topomap_error *error)
{
    struct topomap_structure *structure;

    if (graph_need_pairs(graph, error) < 0)
        return NULL;
    structure = array_new(1, sizeof *structure);
    if (!structure) {
        error_memory(error);
        return NULL;
    }
    if (recognise(structure, graph, error) < 0) {
        topomap_structure_destroy(structure);
        return NULL;
    }
    return structure;
}

void topomap_structure_destroy(struct topomap_structure *structure)
{
    if (structure)
        free(structure->coordinates);
    free(structure);
}
