/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_SAMPLING_H
#define SEARCH_SAMPLING_H

#include "base/random.h"
#include "search/search.h"

/*
 * Try up to `tries` random swaps of a unit, with units on the places of its partners, near to
 * those, or near to its own place, until one gains something. For models whose changes are
 * expensive, where a descent that tries all swaps would not get far. Returns whether the unit was
 * swapped.
 */
bool sampling_visit(struct search *search, struct random *random, uint32_t unit, uint32_t tries);

#endif
