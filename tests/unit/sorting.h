/* SPDX-License-Identifier: BSD-3-Clause */
/* A new objective is one file: that is all that the drivers of lib/search need of it. */
#ifndef UNIT_SORTING_H
#define UNIT_SORTING_H

#include "search/model.h"

/* Units in a row of places want to be sorted: unit u costs the square of how far it is from place
 * u * places / units. There are no pairs, so the model has no moves of single units. */
struct model sorting_model(struct arrangement *arrangement);

#endif
