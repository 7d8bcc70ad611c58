/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds places for ranks that squares do not place: ranks at missing edges, and whole faces of a
 * grid whose ranks only communicate with those behind them. */
#include "structure/unplaced.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE LATTICE_UNKNOWN
#define MAX_GROWTH 16 /* while places are searched, the box may have this many times as many
                       * places as ranks */

struct placing {
    struct lattice *lattice;
    const struct skeleton *s;
    bool *taken;      /* [places]: occupied */
    uint32_t *unplaced; /* [unplaced count]: ranks without a place */
    uint32_t count;
};

static uint32_t *place_of(const struct placing *x, uint32_t rank)
{
    return x->lattice->at + (size_t)rank * x->lattice->dims;
}

static bool is_placed(const struct placing *x, uint32_t rank)
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

/* Whether a rank fits at `at`: the place is free, and one step from all its neighbours that have a
 * place. */
static bool fits(const struct placing *x, uint32_t rank, const uint32_t *at)
{
    const uint32_t *known = place_of(x, rank);

    if (x->taken[lattice_place(x->lattice, at)])
        return false;
    for (uint32_t d = 0; d < x->lattice->dims; d++) {
        if (known[d] != NONE && known[d] != at[d])
            return false;
    }
    for (uint32_t i = x->s->offset[rank]; i < x->s->offset[rank + 1]; i++) {
        if (is_placed(x, x->s->partner[i]) &&
            !is_step(x->lattice, at, place_of(x, x->s->partner[i])))
            return false;
    }
    return true;
}

/* Take step number `way` from `here` along dimension d, down if it is even; false outside the
 * box. */
static bool step_to(const struct lattice *lattice, uint32_t d, uint32_t way, uint32_t *here)
{
    uint32_t length = lattice->dim[d];
    uint32_t to = way % 2 ? *here + 1 : *here - 1; /* wraps around below 0, beyond any length */

    if (to >= length && lattice->wrap[d])
        to = way % 2 ? 0 : length - 1;
    *here = to;
    return to < length;
}

/* The number of occupied places beside `at`. */
static uint32_t taken_beside(const struct placing *x, uint32_t *at)
{
    const struct lattice *lattice = x->lattice;
    uint32_t taken = 0;

    for (uint32_t way = 0; way < 2 * lattice->dims; way++) {
        uint32_t here = at[way / 2];

        if (step_to(lattice, way / 2, way, &at[way / 2]))
            taken += x->taken[lattice_place(lattice, at)];
        at[way / 2] = here;
    }
    return taken;
}

/* Count the places for `rank` next to its neighbour `other`. Only those with the most occupied
 * places beside them count, as grids have no gaps. The first goes to `best`. */
static uint32_t places_beside(const struct placing *x, uint32_t rank, uint32_t other,
                              uint32_t *best)
{
    const struct lattice *lattice = x->lattice;
    uint32_t found = 0, most = 0, at[LATTICE_MAX_DIMS];

    memcpy(at, place_of(x, other), lattice->dims * sizeof *at);
    for (uint32_t way = 0; way < 2 * lattice->dims; way++) {
        uint32_t here = at[way / 2], taken;

        if (step_to(lattice, way / 2, way, &at[way / 2]) && fits(x, rank, at)) {
            taken = taken_beside(x, at);
            if (taken > most) {
                memcpy(best, at, lattice->dims * sizeof *at);
                most = taken;
                found = 0;
            }
            found += taken == most;
        }
        at[way / 2] = here;
    }
    return found;
}

/* Place a rank next to a neighbour if there is only one place, or if `any` is set. */
static bool place_beside(struct placing *x, uint32_t rank, bool any)
{
    uint32_t best[LATTICE_MAX_DIMS];

    for (uint32_t i = x->s->offset[rank]; i < x->s->offset[rank + 1]; i++) {
        uint32_t other = x->s->partner[i], places;

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

/* Place ranks with only one possible place first. Repeat until a round places nobody. */
static void place_all(struct placing *x)
{
    bool any = false;

    while (x->count) {
        uint32_t left = 0;

        for (uint32_t i = 0; i < x->count; i++) {
            if (place_beside(x, x->unplaced[i], any))
                any = false;
            else
                x->unplaced[left++] = x->unplaced[i];
        }
        if (left == x->count && any)
            return;
        any = left == x->count;
        x->count = left;
    }
}

/* Add a layer at each end of lines, unless the box grows beyond its limit. */
static void widen(struct lattice *lattice, uint32_t ranks)
{
    for (uint32_t d = 0; d < lattice->dims; d++) {
        uint64_t places = lattice_places(lattice) / lattice->dim[d];

        if (lattice->wrap[d] || places * (lattice->dim[d] + 2) > (uint64_t)MAX_GROWTH * ranks)
            continue;
        lattice->dim[d] += 2;
        for (uint32_t r = 0; r < ranks; r++) {
            uint32_t *at = &lattice->at[(size_t)r * lattice->dims + d];

            *at += *at != NONE;
        }
    }
}

/* Remove empty layers at the ends of lines. */
static void narrow(struct lattice *lattice, uint32_t ranks)
{
    for (uint32_t d = 0; d < lattice->dims; d++) {
        uint32_t *at = lattice->at + d;
        uint32_t low = UINT32_MAX, high = 0;

        for (size_t i = 0; i < (size_t)ranks * lattice->dims; i += lattice->dims) {
            low = at[i] < low ? at[i] : low;
            high = at[i] > high ? at[i] : high;
        }
        if (lattice->wrap[d])
            continue;
        lattice->dim[d] = high - low + 1;
        for (size_t i = 0; i < (size_t)ranks * lattice->dims; i += lattice->dims)
            at[i] -= low;
    }
}

static uint32_t count_unplaced(const struct placing *x)
{
    uint32_t count = 0;

    for (uint32_t r = 0; r < x->s->ranks; r++)
        count += !is_placed(x, r);
    return count;
}

/* Returns 1, 0 if some ranks have no place, -1 when memory runs out. */
static int place_unplaced(struct placing *x, uint32_t unplaced)
{
    uint32_t ranks = x->s->ranks;

    widen(x->lattice, ranks);
    x->taken = array_new(lattice_places(x->lattice), sizeof *x->taken);
    x->unplaced = array_raw(unplaced, sizeof *x->unplaced);
    if (!x->taken || !x->unplaced)
        return -1;
    for (uint32_t r = 0; r < ranks; r++) {
        if (is_placed(x, r))
            x->taken[lattice_place(x->lattice, place_of(x, r))] = true;
        else
            x->unplaced[x->count++] = r;
    }
    place_all(x);
    if (x->count)
        return 0;
    narrow(x->lattice, ranks);
    return 1;
}

int lattice_place_unplaced(struct lattice *lattice, const struct skeleton *skeleton,
                   struct topomap_error *error)
{
    struct placing x = {.lattice = lattice, .s = skeleton};
    uint32_t ranks = skeleton->ranks, unplaced = count_unplaced(&x);
    int result = 1;

    if (unplaced > ranks / 3 || lattice_places(lattice) > lattice_most_places(ranks))
        result = 0;
    else if (unplaced > 0)
        result = place_unplaced(&x, unplaced);
    if (result < 1)
        lattice_free(lattice);
    free(x.taken);
    free(x.unplaced);
    return result < 0 ? error_memory(error) : 0;
}
