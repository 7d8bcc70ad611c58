/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_NEAR_H
#define SEARCH_NEAR_H

#include <stddef.h>
#include <stdint.h>

/* The nearby places of each place, on which units are tried. The lists belong to the caller. */
struct search_near {
    uint32_t count;        /* number of places used of each list */
    uint32_t stride;       /* length of a list */
    const uint32_t *place; /* [places][stride] */
};

/* The list of a place: near->count places. */
static inline const uint32_t *search_near_of(const struct search_near *near, uint32_t place)
{
    return near->place + (size_t)place * near->stride;
}

#endif
