/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_PASSES_H
#define SEARCH_PASSES_H

#include "search/search.h"

/*
 * Passes of tentative swaps between two places, as in Kernighan and Lin (Bell System Technical
 * Journal 49(2), 1970). A pass repeats the best swap of unmoved units, even if the cost grows, and
 * then undoes all swaps after the lowest cost. Units must have the same size, and the cost must be
 * a sum over pairs. Passes end when one gains nothing, or when there were as many as units.
 * Returns 0, or -1 when memory runs out.
 */
int passes_run(struct search *search);

#endif
