/* SPDX-License-Identifier: BSD-3-Clause */
/* Recognises products of complete graphs with lines and rings: all to all along some dimensions,
 * neighbours along others. */
#include "structure/mixture.h"

#include "base/error.h"
#include "base/memory.h"
#include "structure/cliques.h"
#include "structure/sets.h"
#include "structure/squares.h"

#include <stdlib.h>
#include <string.h>

/*
 * Edges of complete graphs of three ranks and more are in triangles, edges of lines and rings are
 * not. Each of the two kinds of edges alone divides the ranks into parts. A part of one kind shares
 * one rank with each part of the other kind. The structure found in one part of a kind holds for
 * all of them.
 */
struct halves {
    const struct skeleton *s;
    bool *triangle;    /* [edges]: in a triangle */
    uint32_t *set[2];  /* [ranks]: parts by edges not in triangles, and by those in triangles */
    uint32_t *here[2]; /* [ranks]: number of a rank in the part of rank 0 */
    struct lattice lattice[2]; /* structure of the part of rank 0 */
};

static int split(struct halves *h)
{
    const struct skeleton *s = h->s;

    h->triangle = array_raw(s->edges, sizeof *h->triangle);
    for (int k = 0; k < 2; k++) {
        h->set[k] = sets_new(s->ranks);
        h->here[k] = array_raw(s->ranks, sizeof *h->here[k]);
    }
    if (!h->triangle || !h->set[0] || !h->set[1] || !h->here[0] || !h->here[1])
        return -1;
    for (uint32_t u = 0; u < s->ranks; u++) {
        for (uint32_t i = s->offset[u]; i < s->offset[u + 1] && s->partner[i] < u; i++) {
            bool triangle = skeleton_share_neighbour(s, u, s->partner[i]);

            h->triangle[s->edge[i]] = triangle;
            sets_unite(h->set[triangle], u, s->partner[i]);
        }
    }
    for (uint32_t u = 0; u < s->ranks; u++) {
        sets_find(h->set[0], u);
        sets_find(h->set[1], u);
    }
    return 0;
}

/* Number the ranks in the part of rank 0. Returns how many there are. */
static uint32_t number_part(struct halves *h, int k)
{
    uint32_t count = 0;

    for (uint32_t u = 0; u < h->s->ranks; u++)
        h->here[k][u] = sets_find(h->set[k], u) == 0 ? count++ : UINT32_MAX;
    return count;
}

static int find_half(struct halves *h, int k, struct topomap_error *error)
{
    struct skeleton part;
    int result;

    if (skeleton_part(&part, h->s, h->here[k], h->triangle, k == 1, error) < 0)
        return -1;
    result = k ? lattice_of_cliques(&h->lattice[k], &part, error)
               : lattice_of_squares(&h->lattice[k], &part, error);
    skeleton_free(&part);
    return result;
}

/* A single complete graph is not a product, so it is not recognised elsewhere. */
static int make_clique(struct lattice *lattice, uint32_t ranks, struct topomap_error *error)
{
    *lattice = (struct lattice){.dims = 1, .dim = {ranks}};
    lattice->at = array_raw(ranks, sizeof *lattice->at);
    if (!lattice->at)
        return error_memory(error);
    for (uint32_t u = 0; u < ranks; u++)
        lattice->at[u] = u;
    return 0;
}

static bool is_clique(const struct halves *h, uint32_t ranks)
{
    size_t edges = 0;

    for (uint32_t u = 0; u < h->s->ranks; u++) {
        for (uint32_t i = h->s->offset[u]; h->here[1][u] != UINT32_MAX && i < h->s->offset[u + 1];
             i++)
            edges += h->triangle[h->s->edge[i]];
    }
    return edges == (size_t)ranks * (ranks - 1);
}

/* For each part of the other kind find the rank that it shares with rank 0's part of kind `k`:
 * meeting[leader of the part] is the number of that rank. */
static void find_meetings(const struct halves *h, int k, uint32_t *meeting)
{
    memset(meeting, 0xff, h->s->ranks * sizeof *meeting);
    for (uint32_t u = 0; u < h->s->ranks; u++) {
        if (h->here[k][u] != UINT32_MAX)
            meeting[sets_find(h->set[1 - k], u)] = h->here[k][u];
    }
}

/* The coordinates in complete graphs come first. */
static int join(struct lattice *lattice, struct halves *h, struct topomap_error *error)
{
    uint32_t ranks = h->s->ranks, dims = h->lattice[0].dims + h->lattice[1].dims, offset = 0;
    uint32_t *meeting = array_raw(ranks, sizeof *meeting);

    lattice->at = array_raw((size_t)ranks * dims, sizeof *lattice->at);
    if (!meeting || !lattice->at) {
        free(meeting);
        return error_memory(error);
    }
    lattice->dims = dims;
    for (int k = 1; k >= 0; k--) {
        const struct lattice *half = &h->lattice[k];

        find_meetings(h, k, meeting);
        for (uint32_t d = 0; d < half->dims; d++) {
            lattice->dim[offset + d] = half->dim[d];
            lattice->wrap[offset + d] = half->wrap[d];
            lattice->complete[offset + d] = k == 1;
        }
        for (uint32_t u = 0; u < ranks; u++) {
            uint32_t at = meeting[sets_find(h->set[1 - k], u)];

            for (uint32_t d = 0; d < half->dims; d++)
                lattice->at[(size_t)u * dims + offset + d] =
                    at == UINT32_MAX ? LATTICE_UNKNOWN : half->at[(size_t)at * half->dims + d];
            if (at == UINT32_MAX)
                lattice->dims = 0;
        }
        offset += half->dims;
    }
    free(meeting);
    return 0;
}

static int find(struct lattice *lattice, struct halves *h, struct topomap_error *error)
{
    uint32_t count[2] = {number_part(h, 0), number_part(h, 1)};

    if ((uint64_t)count[0] * count[1] != h->s->ranks || count[0] < 2 || count[1] < 3)
        return 0;
    if (is_clique(h, count[1]) ? make_clique(&h->lattice[1], count[1], error) < 0
                               : find_half(h, 1, error) < 0)
        return -1;
    if (h->lattice[1].dims && find_half(h, 0, error) < 0)
        return -1;
    if (!h->lattice[1].dims || !h->lattice[0].dims ||
        h->lattice[0].dims + h->lattice[1].dims > LATTICE_MAX_DIMS)
        return 0;
    return join(lattice, h, error);
}

/* Whether rank 0 has edges of both kinds; otherwise it is alone in a part. */
static bool is_mixed(const struct skeleton *s)
{
    bool seen[2] = {false, false};

    for (uint32_t i = s->offset[0]; i < s->offset[1]; i++)
        seen[skeleton_share_neighbour(s, 0, s->partner[i])] = true;
    return seen[0] && seen[1];
}

int lattice_of_mixture(struct lattice *lattice, const struct skeleton *skeleton,
                       struct topomap_error *error)
{
    struct halves h = {.s = skeleton};
    int result;

    *lattice = (struct lattice){0};
    if (!is_mixed(skeleton))
        return 0;
    result = split(&h) < 0 ? error_memory(error) : 0;
    if (result == 0)
        result = find(lattice, &h, error);
    free(h.triangle);
    for (int k = 0; k < 2; k++) {
        free(h.set[k]);
        free(h.here[k]);
        lattice_free(&h.lattice[k]);
    }
    if (result < 0 || lattice->dims == 0)
        lattice_free(lattice);
    return result;
}
