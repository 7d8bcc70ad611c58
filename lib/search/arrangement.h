/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_ARRANGEMENT_H
#define SEARCH_ARRANGEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* The size of units that never move. */
#define ARRANGEMENT_FIXED UINT32_MAX

/*
 * Which unit stands on which place: ranks, clusters of ranks or node contents on nodes; ranks on
 * the slots of a node; vertices in the two parts of a bisection. Units are swapped only with units
 * of the same size, so each place keeps its load.
 */
struct arrangement {
    uint32_t units;
    uint32_t places;
    uint32_t *place;      /* [units]; the caller's array */
    const uint32_t *size; /* [units]; the caller's array; NULL: all have the same size */
    uint32_t *first;      /* [places+1]: range of `member` for each place */
    uint32_t *member;     /* [units]: the units, place after place */
    uint32_t *slot;       /* [units]: index of each unit in `member` */
};

/* place[unit] is below `places`; both arrays must outlive the arrangement. Returns -1 when memory
 * is out. */
int arrangement_init(struct arrangement *arrangement, uint32_t units, uint32_t places,
                     uint32_t *place, const uint32_t *size);
void arrangement_free(struct arrangement *arrangement);

/* Update the arrangement after the caller has written place[]. */
void arrangement_renew(struct arrangement *arrangement);

/* Move each of `count` units to the place of the next one, the last to that of the first. They
 * must have the same size. */
void arrangement_rotate(struct arrangement *arrangement, const uint32_t *unit, uint32_t count);

/* Whether two units may be swapped. */
static inline bool arrangement_alike(const struct arrangement *a, uint32_t unit, uint32_t other)
{
    return !a->size ||
           (a->size[unit] == a->size[other] && a->size[unit] != ARRANGEMENT_FIXED);
}

/* Whether some unit on `place` may be swapped with `unit`. */
static inline bool arrangement_takes(const struct arrangement *a, uint32_t unit, uint32_t place)
{
    for (uint32_t i = a->first[place]; a->size && i < a->first[place + 1]; i++) {
        if (arrangement_alike(a, unit, a->member[i]))
            return true;
    }
    return !a->size;
}

/* Swap two units of the same size. */
static inline void arrangement_swap(struct arrangement *a, uint32_t unit, uint32_t other)
{
    uint32_t place = a->place[unit];
    uint32_t slot = a->slot[unit];

    a->place[unit] = a->place[other];
    a->place[other] = place;
    a->slot[unit] = a->slot[other];
    a->slot[other] = slot;
    a->member[a->slot[unit]] = unit;
    a->member[slot] = other;
}

#endif
