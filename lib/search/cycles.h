/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_CYCLES_H
#define SEARCH_CYCLES_H

#include "search/search.h"

/*
 * Cycles of three units, each of which moves to the place of the next, after swaps have stopped
 * gaining: the cyclic exchanges of Thompson and Psaraftis (Operations Research 41, 1993). They are
 * built of the best move from each place to each nearby place and each place with partners of its
 * units. The model must be a sum over pairs. Passes end when one gains nothing, the model's work
 * exceeds `limit`, or the search is late. *turned: whether anything moved. Returns 0, or -1 when
 * memory runs out.
 */
int cycles_run(struct search *search, uint64_t limit, bool *turned);

#endif
