/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_NEAR_H
#define SEARCH_NEAR_H

#include <stddef.h>
#include <stdint.h>

/* For each place the places near to it that units are tried on; somebody else's lists. */
struct search_near {
    uint32_t count;        /* of the places in each list that are used */
    uint32_t stride;       /* from one list to the next */
    const uint32_t *place; /* [places][stride] */
};

/* The list of a place: near->count places. */
static inline const uint32_t *search_near_of(const struct search_near *near, uint32_t place)
{
    return near->place + (size_t)place * near->stride;
}

#endif
