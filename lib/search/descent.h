/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_DESCENT_H
#define SEARCH_DESCENT_H

#include "search/search.h"

/*
 * Descent by swaps. Each unit that is awake makes its best swap, with units on the places of its
 * partners and on places near to those with the heaviest traffic. It ends when all units are
 * asleep, the model's work exceeds `limit`, or the search is late. Returns whether any units were
 * swapped.
 */
bool descent_run(struct search *search, uint64_t limit);

#endif
