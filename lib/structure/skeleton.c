/* SPDX-License-Identifier: BSD-3-Clause */
#include "structure/skeleton.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

void skeleton_free(struct skeleton *skeleton)
{
    free(skeleton->offset);
    free(skeleton->partner);
    free(skeleton->edge);
    *skeleton = (struct skeleton){0};
}

static int allocate(struct skeleton *s, uint32_t ranks, uint32_t edges,
                    struct topomap_error *error)
{
    *s = (struct skeleton){.ranks = ranks, .edges = edges};
    s->offset = array_raw((size_t)ranks + 1, sizeof *s->offset);
    s->partner = array_raw((size_t)edges * 2, sizeof *s->partner);
    s->edge = array_raw((size_t)edges * 2, sizeof *s->edge);
    if (s->offset && s->partner && s->edge)
        return 0;
    skeleton_free(s);
    return error_memory(error);
}

/* Number the edges by their lower ends. Ranks are visited in ascending order, which is also the
 * order of the higher neighbours in each row: the edge to the current rank is the next one of that
 * row. */
static int number_edges(struct skeleton *s, struct topomap_error *error)
{
    uint32_t *next = array_raw(s->ranks, sizeof *next);
    uint32_t edges = 0;

    if (!next)
        return error_memory(error);
    for (uint32_t u = 0; u < s->ranks; u++) {
        uint32_t i = s->offset[u];

        for (; i < s->offset[u + 1] && s->partner[i] < u; i++)
            s->edge[i] = s->edge[next[s->partner[i]]++];
        next[u] = i;
        for (; i < s->offset[u + 1]; i++)
            s->edge[i] = edges++;
    }
    free(next);
    return 0;
}

int skeleton_create(struct skeleton *skeleton, const struct topomap_graph *graph, double least,
                    struct topomap_error *error)
{
    size_t slots = graph->pair_offset[graph->ranks];
    size_t kept = 0;

    for (size_t i = 0; i < slots; i++)
        kept += graph->weight[i] >= least;
    if (allocate(skeleton, graph->ranks, (uint32_t)(kept / 2), error) < 0)
        return -1;
    kept = 0;
    for (uint32_t u = 0; u < graph->ranks; u++) {
        skeleton->offset[u] = (uint32_t)kept;
        for (size_t i = graph->pair_offset[u]; i < graph->pair_offset[u + 1]; i++) {
            if (graph->weight[i] >= least)
                skeleton->partner[kept++] = graph->partner[i];
        }
    }
    skeleton->offset[graph->ranks] = (uint32_t)kept;
    if (number_edges(skeleton, error) == 0)
        return 0;
    skeleton_free(skeleton);
    return -1;
}

bool skeleton_share_neighbour(const struct skeleton *s, uint32_t u, uint32_t v)
{
    uint32_t i = s->offset[u], j = s->offset[v];

    while (i < s->offset[u + 1] && j < s->offset[v + 1]) {
        if (s->partner[i] == s->partner[j])
            return true;
        if (s->partner[i] < s->partner[j])
            i++;
        else
            j++;
    }
    return false;
}

int skeleton_part(struct skeleton *part, const struct skeleton *from, const uint32_t *number,
                  const bool *flag, bool wanted, struct topomap_error *error)
{
    uint32_t ranks = 0, kept = 0;

    for (uint32_t u = 0; u < from->ranks; u++) {
        if (number && number[u] == UINT32_MAX)
            continue;
        ranks++;
        for (uint32_t i = from->offset[u]; i < from->offset[u + 1]; i++)
            kept += flag[from->edge[i]] == wanted;
    }
    if (allocate(part, ranks, kept / 2, error) < 0)
        return -1;
    ranks = kept = 0;
    for (uint32_t u = 0; u < from->ranks; u++) {
        if (number && number[u] == UINT32_MAX)
            continue;
        part->offset[ranks++] = kept;
        for (uint32_t i = from->offset[u]; i < from->offset[u + 1]; i++) {
            if (flag[from->edge[i]] == wanted)
                part->partner[kept++] = number ? number[from->partner[i]] : from->partner[i];
        }
    }
    part->offset[ranks] = kept;
    if (number_edges(part, error) == 0)
        return 0;
    skeleton_free(part);
    return -1;
}

/* ---- diagonals --------------------------------------------------------------------------- */

#define MAX_STENCIL 242 /* neighbours in a stencil of 3^5 points */
#define SAMPLE 64       /* ranks that are examined */
#define LEAST_SAMPLE 4

/* The number of neighbours that two ranks share. Each rank counts as its own neighbour, which adds
 * two for the ends of an edge. */
static uint32_t shared_by(const struct skeleton *s, uint32_t u, uint32_t v)
{
    uint32_t i = s->offset[u], j = s->offset[v], shared = 2;

    while (i < s->offset[u + 1] && j < s->offset[v + 1]) {
        uint32_t a = s->partner[i], b = s->partner[j];

        shared += a == b;
        i += a <= b;
        j += b <= a;
    }
    return shared;
}

static uint32_t reach(const struct skeleton *s, uint32_t u)
{
    return s->offset[u + 1] - s->offset[u] + 1;
}

/* Whether x shares more neighbours with z than with y, or else the neighbourhood of z contains that
 * of x and is contained in that of y. */
static bool leads_round(uint32_t xy, uint32_t xz, uint32_t yz, uint32_t x, uint32_t y, uint32_t z)
{
    return xz > xy || (x < z && z < y && xz == x && yz == z);
}

/* Whether the edge from x to its neighbour in row[`slot`] leads to a diagonal neighbour. shared[]
 * holds what x shares with each neighbour in its row. */
static bool is_diagonal(const struct skeleton *s, uint32_t x, const uint32_t *shared, uint32_t slot)
{
    const uint32_t *row = s->partner + s->offset[x];
    uint32_t degree = s->offset[x + 1] - s->offset[x], y = row[slot], xy = shared[slot];
    uint32_t reach_x = reach(s, x), reach_y = reach(s, y), j = s->offset[y];

    for (uint32_t i = 0; i < degree; i++) {
        uint32_t z = row[i], xz = shared[i], reach_z = reach(s, z), yz;

        while (j < s->offset[y + 1] && s->partner[j] < z)
            j++;
        if (j == s->offset[y + 1])
            break;
        if (s->partner[j] != z || (xz <= xy && xz != reach_x))
            continue;
        yz = shared_by(s, y, z);
        if (leads_round(xy, xz, yz, reach_x, reach_y, reach_z) &&
            leads_round(xy, yz, xz, reach_y, reach_x, reach_z))
            return true;
    }
    return false;
}

static bool are_adjacent(const struct skeleton *s, uint32_t u, uint32_t v)
{
    for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
        if (s->partner[i] == v)
            return true;
    }
    return false;
}

/* Pairs of neighbours that would remain without diagonals, and how many of these pairs are
 * adjacent. */
struct corners {
    uint32_t all, closed;
};

static void count_corners(const struct skeleton *s, uint32_t u, const uint32_t *shared,
                          struct corners *corners)
{
    uint32_t axis[MAX_STENCIL], axes = 0;

    for (uint32_t i = 0; i < s->offset[u + 1] - s->offset[u]; i++) {
        if (is_diagonal(s, u, shared, i))
            continue;
        for (uint32_t k = 0; k < axes; k++)
            corners->closed += are_adjacent(s, axis[k], s->partner[s->offset[u] + i]);
        corners->all += axes;
        axis[axes++] = s->partner[s->offset[u] + i];
    }
}

/* How many ranks to examine: fewer if they have many neighbours, as the work grows with their
 * cube. */
static uint32_t sample_of(const struct skeleton *s)
{
    uint64_t degree = s->offset[s->ranks] / s->ranks + 1;
    uint64_t sample = (uint64_t)SAMPLE * 27 * 27 * 27 / (degree * degree * degree);

    return sample > SAMPLE ? SAMPLE : sample > LEAST_SAMPLE ? (uint32_t)sample : LEAST_SAMPLE;
}

enum skeleton_look skeleton_look(const struct skeleton *s)
{
    uint32_t step = s->ranks / sample_of(s) + 1, seen = 0, sharing = 0;
    struct corners corners = {0, 0};
    uint32_t shared[MAX_STENCIL];

    for (uint32_t u = 0; u < s->ranks; u++) {
        if (s->offset[u + 1] - s->offset[u] > MAX_STENCIL)
            return SKELETON_AXES;
    }
    for (uint32_t u = 0; u < s->ranks; u += step) {
        uint32_t degree = s->offset[u + 1] - s->offset[u];

        for (uint32_t i = 0; i < degree; i++) {
            shared[i] = shared_by(s, u, s->partner[s->offset[u] + i]);
            sharing += shared[i] > 2;
        }
        count_corners(s, u, shared, &corners);
        seen += degree;
    }
    /* In rings of three up to three of four edges share neighbours, with four dimensions. */
    if (sharing < seen - seen / 5)
        return SKELETON_AXES;
    /* In a grid nearly all pairs are adjacent, except one for each dimension: two of six pairs with
     * two dimensions, three of fifteen with three. In triangulations half of the pairs or fewer
     * are. */
    return corners.closed > corners.all / 5 * 3 ? SKELETON_DIAGONALS : SKELETON_MESH;
}

struct diagonals {
    const struct skeleton *from;
    uint32_t *shared; /* [edges]: neighbours shared by the ends, with each end its own neighbour */
    uint32_t *at;     /* [ranks]: the edge between the current rank and this one, or NONE */
    bool *drop;       /* [edges]: to be removed */
};

#define NONE UINT32_MAX

static void mark(struct diagonals *d, uint32_t u, bool set)
{
    for (uint32_t i = d->from->offset[u]; i < d->from->offset[u + 1]; i++)
        d->at[d->from->partner[i]] = set ? d->from->edge[i] : NONE;
}

static void count_shared(struct diagonals *d, uint32_t u)
{
    const struct skeleton *s = d->from;

    for (uint32_t i = s->offset[u]; i < s->offset[u + 1]; i++) {
        uint32_t v = s->partner[i], shared = 2;

        if (v < u)
            continue;
        for (uint32_t j = s->offset[v]; j < s->offset[v + 1]; j++)
            shared += d->at[s->partner[j]] != NONE;
        d->shared[s->edge[i]] = shared;
    }
}

static void drop_diagonals(struct diagonals *d, uint32_t x)
{
    const struct skeleton *s = d->from;

    for (uint32_t i = s->offset[x]; i < s->offset[x + 1]; i++) {
        uint32_t y = s->partner[i], xy = d->shared[s->edge[i]];
        uint32_t reach_x = reach(s, x), reach_y = reach(s, y);

        for (uint32_t j = s->offset[y]; y > x && j < s->offset[y + 1]; j++) {
            uint32_t z = s->partner[j], xz, yz, reach_z;

            if (d->at[z] == NONE)
                continue;
            xz = d->shared[d->at[z]];
            yz = d->shared[s->edge[j]];
            reach_z = reach(s, z);
            if (leads_round(xy, xz, yz, reach_x, reach_y, reach_z) &&
                leads_round(xy, yz, xz, reach_y, reach_x, reach_z)) {
                d->drop[s->edge[i]] = true;
                break;
            }
        }
    }
}

int skeleton_without_diagonals(struct skeleton *skeleton, const struct skeleton *from,
                               struct topomap_error *error)
{
    struct diagonals d = {
        .from = from,
        .shared = array_raw(from->edges, sizeof *d.shared),
        .at = array_raw(from->ranks, sizeof *d.at),
        .drop = array_new(from->edges, sizeof *d.drop),
    };
    int result = d.shared && d.at && d.drop ? 0 : error_memory(error);

    if (result == 0) {
        for (uint32_t u = 0; u < from->ranks; u++)
            d.at[u] = NONE;
        for (uint32_t u = 0; u < from->ranks; u++) {
            mark(&d, u, true);
            count_shared(&d, u);
            mark(&d, u, false);
        }
        for (uint32_t u = 0; u < from->ranks; u++) {
            mark(&d, u, true);
            drop_diagonals(&d, u);
            mark(&d, u, false);
        }
        result = skeleton_part(skeleton, from, NULL, d.drop, false, error);
    }
    free(d.shared);
    free(d.at);
    free(d.drop);
    return result;
}
