/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_ROUTINGS_H
#define METRIC_ROUTINGS_H

#include "topomap_internal.h"

#define ROUTINGS_MAX 8

/* The heaviest link's load in bytes, and the predicted time, by one routing: of a placement and of
 * another. */
struct routing_load {
    const char *routing;
    double heaviest[2];
    double seconds[2];
};

/*
 * If the description of the network does not state its routing: the loads by each routing that it
 * may have, loads [ROUTINGS_MAX]; else *count is 0.
 */
int routings_compare(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *before,
                     const uint32_t *after, struct routing_load *loads, uint32_t *count,
                     struct topomap_error *error);

/* A value of the second placement as a part of the first one's; 1 if they are equal, also if both
 * are 0. */
double ratio_of(double before, double after);

/* Whether the second placement is faster by one routing and not by another, or slower, beyond the
 * error of predicted times. */
bool routings_disagree(const struct routing_load *loads, uint32_t count);

/* The time of the second placement as a part of the first one's: the least and the most by one
 * routing, and by the mean of all. All are 1 without any. */
struct routings_ratio {
    double least, most, mean;
};

struct routings_ratio routings_ratio(const struct routing_load *loads, uint32_t count);

#endif
