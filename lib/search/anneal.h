/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_ANNEAL_H
#define SEARCH_ANNEAL_H

#include "search/search.h"

/* The first and last temperature. With volumes > 0 the first temperature is that many mean costs
 * of a unit that is 1 away from all its partners, and the last one is so low that hardly any
 * swap uphill is accepted. Otherwise the first temperature is `times` the highest one at which
 * the cost does not grow at first, and the last one is a tenth of it. */
struct anneal_heat {
    float volumes;
    float times;
};

struct anneal_schedule {
    struct anneal_heat heat;
    float volume;  /* mean weight of a unit to its partners, in the cost of the model */
    uint32_t temperatures; /* the temperature falls to a tenth in so many steps */
    uint64_t work; /* of the model, without finding a temperature, which takes a fifth at most */
    uint64_t seed;
    float *harmless; /* the highest temperature at which the cost does not grow at first, for this
                      * run and others; 0: not known yet. NULL: it is found for this run alone */
};

/*
 * Lower a cost by simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by simulated
 * annealing, Science 220, 1983): units are swapped at random with others near to their partners. A
 * swap that raises the cost is accepted with a probability that falls with the temperature. The
 * higher the first temperature, the more of the start is lost, and the more can be gained. It ends
 * early if no swap is accepted any more, or if the search is late. A few units have tried each swap
 * often enough with less than all of the work (TUNING_SWAP_TRIES).
 *
 * The arrangement becomes the last one if that costs less than the start, else the start. Returns
 * 0, or -1 when memory runs out.
 */
int anneal_run(struct search *search, const struct anneal_schedule *schedule);

#endif
