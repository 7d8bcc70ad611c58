/* SPDX-License-Identifier: BSD-3-Clause */
/* A new objective is one file: this is all that the drivers of lib/search need. */
#ifndef UNIT_SORTING_H
#define UNIT_SORTING_H

#include "search/model.h"

/* Sorts units in a row of places: unit u costs the square of its distance from place u * places /
 * units. There are no pairs, so the model has no moves of single units. */
struct model sorting_model(struct arrangement *arrangement);

#endif
