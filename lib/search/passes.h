/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_PASSES_H
#define SEARCH_PASSES_H

#include "search/search.h"

/*
 * Passes of tentative swaps between two places, as Kernighan and Lin make them (Bell System
 * Technical Journal 49(2), 1970). A pass makes the best swap of units that have not moved yet,
 * again and again, also where the cost grows; then it takes back all swaps after the least cost.
 * Units must have the same size, and the cost must be a sum over pairs. Passes end when one gains
 * nothing, or after `most`. Returns 0, or -1 when memory is out.
 */
int passes_run(struct search *search, uint32_t most);

#endif
