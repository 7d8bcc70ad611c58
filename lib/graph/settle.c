/* SPDX-License-Identifier: BSD-3-Clause */
/* Places for the ranks that squares do not place: those at missing edges. */
#include "graph/lattice.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE LATTICE_UNKNOWN

struct settling {
    struct lattice *lattice;
    const struct skeleton *s;
    bool *taken;      /* [places] */
    uint32_t *homeless; /* [homeless count] */
    uint32_t count;
};

static uint32_t *place_of(const struct settling *x, uint32_t rank)
{
    return x->lattice->at + (size_t)rank * x->lattice->dims;
}

static bool is_placed(const struct settling *x, uint32_t rank)
{
    const uint32_t *at = place_of(x, rank);

    for (uint32_t d = 0; d < x->lattice->dims; d++) {
        if (at[d] == NONE)
            return false;
    }
    return true;
}

/* Whether two places are one step apart. */
static bool is_step(const struct lattice *lattice, const uint32_t *a, const uint32_t *b)
{
    uint32_t sum = 0;

    for (uint32_t d = 0; d < lattice->dims; d++) {
        uint32_t gap = a[d] < b[d] ? b[d] - a[d] : a[d] - b[d];

        sum += lattice->wrap[d] && gap + 1 == lattice->dim[d] ? 1 : gap;
    }
    return sum == 1;
}

/* Whether a rank could be at `at`: a free place, one step from its neighbours that have one. */
static bool fits(const struct settling *x, uint32_t rank, const uint32_t *at)
{
    const uint32_t *known = place_of(x, rank);

    if (x->taken[lattice_place(x->lattice, at)])
        return false;
    for (uint32_t d = 0; d < x->lattice->dims; d++) {
        if (known[d] != NONE && known[d] != at[d])
            return false;
    }
    for (uint32_t i = x->s->offset[rank]; i < x->s->offset[rank + 1]; i++) {
        if (is_placed(x, x->s->near[i]) &&
            !is_step(x->lattice, at, place_of(x, x->s->near[i])))
            return false;
    }
    return true;
}

/* Places for `rank` next to its neighbour `other`; the first one goes to `best`. */
static uint32_t places_beside(const struct settling *x, uint32_t rank, uint32_t other,
                              uint32_t *best)
{
    const struct lattice *lattice = x->lattice;
    uint32_t found = 0, at[LATTICE_MAX_DIMS];

    memcpy(at, place_of(x, other), lattice->dims * sizeof *at);
    for (uint32_t d = 0; d < 2 * lattice->dims; d++) {
        uint32_t here = at[d / 2], length = lattice->dim[d / 2];
        uint32_t to = d % 2 ? here + 1 : here - 1; /* below 0: beyond any length */

        if (to >= length && lattice->wrap[d / 2])
            to = d % 2 ? 0 : length - 1;
        if (to >= length)
            continue;
        at[d / 2] = to;
        if (fits(x, rank, at) && found++ == 0)
            memcpy(best, at, lattice->dims * sizeof *at);
        at[d / 2] = here;
    }
    return found;
}

/* Place a rank next to a neighbour, if there is one place only, or if `any`. */
static bool settle(struct settling *x, uint32_t rank, bool any)
{
    uint32_t best[LATTICE_MAX_DIMS];

    for (uint32_t i = x->s->offset[rank]; i < x->s->offset[rank + 1]; i++) {
        uint32_t other = x->s->near[i], places;

        if (!is_placed(x, other))
            continue;
        places = places_beside(x, rank, other, best);
        if (places == 0 || (places > 1 && !any))
            return false;
        memcpy(place_of(x, rank), best, x->lattice->dims * sizeof *best);
        x->taken[lattice_place(x->lattice, best)] = true;
        return true;
    }
    return false;
}

/* Those with one place only first. Each round places somebody, or is the last. */
static void settle_all(struct settling *x)
{
    bool any = false;

    while (x->count) {
        uint32_t left = 0;

        for (uint32_t i = 0; i < x->count; i++) {
            if (settle(x, x->homeless[i], any))
                any = false;
            else
                x->homeless[left++] = x->homeless[i];
        }
        if (left == x->count && any)
            return;
        any = left == x->count;
        x->count = left;
    }
}

int lattice_settle(struct lattice *lattice, const struct skeleton *skeleton,
                   struct topomap_error *error)
{
    struct settling x = {.lattice = lattice, .s = skeleton};
    uint32_t places = lattice_places(lattice), ranks = skeleton->ranks;
    uint32_t most = ranks / 10 + 1;
    int result = 0;

    if (places < ranks || places - ranks > ranks / 10)
        most = 0;
    x.taken = array_new(most ? places : 0, sizeof *x.taken);
    x.homeless = array_raw(most, sizeof *x.homeless);
    if (!x.taken || !x.homeless)
        result = error_memory(error);
    for (uint32_t r = 0; result == 0 && r < ranks && x.count < most; r++) {
        if (is_placed(&x, r))
            x.taken[lattice_place(lattice, place_of(&x, r))] = true;
        else
            x.homeless[x.count++] = r;
    }
    if (result == 0 && x.count < most)
        settle_all(&x);
    if (result < 0 || x.count || !most)
        lattice_free(lattice);
    free(x.taken);
    free(x.homeless);
    return result;
}
