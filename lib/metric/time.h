/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TIME_H
#define METRIC_TIME_H

#include "topomap_internal.h"

/*
 * Predicts the times of placements of one graph on one allocation, which must outlive it: what does
 * not depend on the placement is made once. time_predictor_create returns NULL on failure.
 */
struct time_predictor;

struct time_predictor *time_predictor_create(const struct topomap_graph *graph,
                                             const struct topomap_allocation *allocation,
                                             struct topomap_error *error);
void time_predictor_destroy(struct time_predictor *predictor);

/* As time_predict. */
int time_predictor_run(struct time_predictor *predictor, const uint32_t *placement, double enough,
                       struct topomap_time *time, struct topomap_error *error);

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
