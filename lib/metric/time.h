/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TIME_H
#define METRIC_TIME_H

#include "topomap_internal.h"

/* topomap_time_predict, which gives up once the seconds are known to be more than `enough`: `time`
 * then has a lower bound above it. It does not tell the busiest links. */
int time_predict(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                 const uint32_t *placement, double enough, struct topomap_time *time,
                 struct topomap_error *error);

/* The cost of a placement as topomap_metrics_compute tells it, and its predicted time, in one pass
 * over the traffic if its messages are one exchange by one routing. It does not tell the busiest
 * links. */
int metrics_with_time(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct topomap_time *time,
                      struct topomap_error *error);

#endif
