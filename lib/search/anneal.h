/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_ANNEAL_H
#define SEARCH_ANNEAL_H

#include "base/random.h"
#include "search/search.h"

/* The temperature at which annealing begins. In `volumes`, if that is above 0: the cost of a unit
 * that is 1 away from all its partners, as a mean over units; the end is where next to nothing
 * moves uphill. Else `times` the highest temperature at which the start does not get worse; the end
 * is a tenth of the beginning. */
struct anneal_heat {
    float volumes;
    float times;
};

struct anneal_schedule {
    struct anneal_heat heat;
    float volume;  /* mean volume of a unit, in the cost of the model */
    uint64_t work; /* of the model, all in all */
    uint64_t seed;
};

/*
 * Lower a cost by simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by simulated
 * annealing, Science 220, 1983): units are swapped at random with others near to their partners.
 * Swaps that cost more are accepted too, with a probability that falls with the temperature. The
 * hotter the beginning, the more of the start is lost at first, and the more can be found. It ends
 * early when no swap is accepted any more, or when the search is late.
 *
 * The arrangement becomes the last one if it costs less than the start, else the start. Returns 0,
 * or -1 when memory is out.
 */
int anneal_run(struct search *search, const struct anneal_schedule *schedule);

/* The state of a sweep, see search/sweep.h. */
struct anneal {
    struct search *search;
    struct random random;
    uint32_t next;  /* slot of the unit to look at next: in order, as what is near to each other in
                     * memory is so in the network */
    uint64_t check; /* at which work to look at the clock */
    uint64_t swaps;
    double change;  /* of the cost, since the start */
};

#endif
