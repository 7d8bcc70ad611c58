/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts lattices into their usual form. */
#include "structure/arrange.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* The rank at each place, or NONE. NULL with *valid false if two ranks share a place; NULL with
 * *valid true when memory runs out. */
static uint32_t *ranks_by_place(const struct lattice *lattice, uint32_t ranks, bool *valid)
{
    uint32_t places = lattice_places(lattice);
    uint32_t *rank;

    *valid = places >= ranks && places <= lattice_most_places(ranks);
    rank = *valid ? array_raw(places, sizeof *rank) : NULL;
    if (!rank)
        return NULL;
    memset(rank, 0xff, places * sizeof *rank);
    for (uint32_t r = 0; *valid && r < ranks; r++) {
        uint32_t place = lattice_place(lattice, lattice->at + (size_t)r * lattice->dims);

        *valid = rank[place] == NONE;
        rank[place] = r;
    }
    if (!*valid) {
        free(rank);
        return NULL;
    }
    return rank;
}

/* The rank one step from the origin in dimension d and, unless e is d, one step in e. */
static uint32_t rank_beside(const struct lattice *lattice, const uint32_t *rank, uint32_t d,
                            uint32_t e)
{
    uint32_t at[LATTICE_MAX_DIMS] = {0};

    at[d] = at[e] = 1;
    return rank[lattice_place(lattice, at)];
}

/* Reorder dimensions: dimension d of the new lattice is dimension order[d] of the old one. */
static void permute(struct lattice *lattice, uint32_t ranks, const uint32_t *order)
{
    uint32_t dims = lattice->dims;
    struct lattice old = *lattice;

    for (uint32_t d = 0; d < dims; d++) {
        lattice->dim[d] = old.dim[order[d]];
        lattice->wrap[d] = old.wrap[order[d]];
        lattice->complete[d] = old.complete[order[d]];
    }
    for (uint32_t r = 0; r < ranks; r++) {
        uint32_t *at = lattice->at + (size_t)r * dims;
        uint32_t was[LATTICE_MAX_DIMS];

        memcpy(was, at, dims * sizeof *at);
        for (uint32_t d = 0; d < dims; d++)
            at[d] = was[order[d]];
    }
}

/* Sort dimensions by the rank one step from the origin, highest first. */
static void sort_dims(struct lattice *lattice, uint32_t ranks, const uint32_t *rank)
{
    uint32_t order[LATTICE_MAX_DIMS], key[LATTICE_MAX_DIMS];

    for (uint32_t d = 0; d < lattice->dims; d++) {
        uint32_t i = d, k = lattice->dim[d] > 1 ? rank_beside(lattice, rank, d, d) : 0;

        for (; i > 0 && key[i - 1] < k; i--) {
            key[i] = key[i - 1];
            order[i] = order[i - 1];
        }
        key[i] = k;
        order[i] = d;
    }
    permute(lattice, ranks, order);
}

/* ---- rings of four ----------------------------------------------------------------------- */

/* The weight of all edges along each dimension alone. */
static void weigh_dims(const struct lattice *lattice, const struct topomap_graph *graph,
                       double *weight)
{
    memset(weight, 0, lattice->dims * sizeof *weight);
    for (uint32_t u = 0; u < graph->ranks; u++) {
        const uint32_t *a = lattice->at + (size_t)u * lattice->dims;

        for (size_t i = graph->pair_offset[u]; i < graph->pair_offset[u + 1]; i++) {
            const uint32_t *b = lattice->at + (size_t)graph->partner[i] * lattice->dims;
            uint32_t changed = 0, last = 0;

            for (uint32_t d = 0; d < lattice->dims && changed < 2; d++) {
                if (a[d] != b[d]) {
                    changed++;
                    last = d;
                }
            }
            if (changed == 1)
                weight[last] += graph->weight[i];
        }
    }
}

/* How well the lines of two in d and e form a ring of four: 0 not at all, 1 for want of better, 2
 * by the rings beside them, 3 by the numbers of ranks. */
static int ring_signs(const struct lattice *lattice, const uint32_t *rank, const double *weight,
                      uint32_t d, uint32_t e)
{
    uint32_t a = rank_beside(lattice, rank, d, d), b = rank_beside(lattice, rank, e, e);
    uint32_t opposite = rank_beside(lattice, rank, d, e);
    uint32_t low = a < b ? a : b;
    bool rings = false;

    if (lattice->dim[d] != 2 || lattice->dim[e] != 2 || lattice->complete[d])
        return 0;
    for (uint32_t i = 0; i < lattice->dims; i++)
        rings = rings || lattice->wrap[i];
    if (opposite == 2 * low && (a == 3 * low || b == 3 * low))
        return 3;
    if (rings && opposite != a + b && fabs(weight[d] - weight[e]) <= 0.1 * (weight[d] + weight[e]))
        return 2;
    return lattice->dims > TOPOMAP_MAX_DIMS;
}

/* Join dimension e to d < e: (0,0), (0,1), (1,1), (1,0) become 0 to 3. The direction is such that
 * the lower of the two ranks beside the origin becomes 1. */
static void join(struct lattice *lattice, uint32_t ranks, uint32_t d, uint32_t e, bool d_first)
{
    static const uint32_t ring[2][2] = {{0, 1}, {3, 2}};
    uint32_t dims = lattice->dims;

    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t *was = lattice->at + (size_t)r * dims;
        uint32_t *at = lattice->at + (size_t)r * (dims - 1);
        uint32_t place = d_first ? ring[was[e]][was[d]] : ring[was[d]][was[e]];

        memmove(at, was, e * sizeof *at);
        memmove(at + e, was + e + 1, (dims - e - 1) * sizeof *at);
        at[d] = place;
    }
    lattice->dim[d] = 4;
    lattice->wrap[d] = true;
    for (uint32_t i = e; i + 1 < dims; i++) {
        lattice->dim[i] = lattice->dim[i + 1];
        lattice->wrap[i] = lattice->wrap[i + 1];
        lattice->complete[i] = lattice->complete[i + 1];
    }
    lattice->dims--;
}

/* Join the two dimensions that look most like one ring, and return them. */
static int join_best(struct lattice *lattice, uint32_t ranks, const uint32_t *rank,
                     const double *weight)
{
    uint32_t best_d = 0, best_e = 0;
    int best = 0;

    for (uint32_t d = 0; d < lattice->dims; d++) {
        for (uint32_t e = d + 1; e < lattice->dims; e++) {
            int signs = ring_signs(lattice, rank, weight, d, e);

            if (signs > best) {
                best = signs;
                best_d = d;
                best_e = e;
            }
        }
    }
    if (best)
        join(lattice, ranks, best_d, best_e,
             rank_beside(lattice, rank, best_d, best_d) <
                 rank_beside(lattice, rank, best_e, best_e));
    return best;
}

static int join_rings(struct lattice *lattice, const struct topomap_graph *graph, bool *joined,
                      uint32_t **rank)
{
    double weight[LATTICE_MAX_DIMS];
    uint32_t twos = 0;
    bool valid;

    for (uint32_t d = 0; d < lattice->dims; d++)
        twos += lattice->dim[d] == 2;
    for (; twos > 1; twos -= 2) {
        int signs;

        weigh_dims(lattice, graph, weight);
        signs = join_best(lattice, graph->ranks, *rank, weight);
        if (signs == 0)
            break;
        *joined = *joined || signs > 1;
        free(*rank);
        *rank = ranks_by_place(lattice, graph->ranks, &valid);
        if (!*rank)
            return -1;
    }
    return 0;
}

int lattice_arrange(struct lattice *lattice, const struct topomap_graph *graph, bool *joined,
                    struct topomap_error *error)
{
    bool valid;
    uint32_t *rank = ranks_by_place(lattice, graph->ranks, &valid);
    int result = rank || !valid ? 0 : -1;

    *joined = false;
    if (rank)
        result = join_rings(lattice, graph, joined, &rank);
    if (rank && result == 0)
        sort_dims(lattice, graph->ranks, rank);
    if (!rank || lattice->dims > TOPOMAP_MAX_DIMS)
        lattice_free(lattice);
    free(rank);
    return result < 0 ? error_memory(error) : 0;
}
