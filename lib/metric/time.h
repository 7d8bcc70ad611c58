/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TIME_H
#define METRIC_TIME_H

#include "topomap_internal.h"

/* The rounds of an exchange: as many as pairs have messages on average, at least one. In each of
 * them every pair has one message, and the next round begins when that has arrived. */
double time_rounds(const struct topomap_graph *graph);

#endif
