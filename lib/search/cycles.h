/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_CYCLES_H
#define SEARCH_CYCLES_H

#include "search/search.h"

/*
 * Cycles of three units, each of which takes the place of the next, where swaps of two gain nothing
 * any more: the cyclic exchanges of Thompson and Psaraftis (Operations Research 41, 1993), over the
 * best move from each place to each place that has partners of its units or is near. The model must
 * be a sum over pairs. Pass after pass until none gains, the model's work exceeds `limit`, or the
 * search is late. *turned becomes whether anything moved. Returns 0, or -1 when memory is out.
 */
int cycles_run(struct search *search, uint64_t limit, bool *turned);

#endif
