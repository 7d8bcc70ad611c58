/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TIME_H
#define METRIC_TIME_H

#include "topomap_internal.h"

/* How many draws of routes a time is the mean of, where they are drawn: for a search those from
 * number 1 on, else those that follow; see network_has_draws. A search finds a placement that is
 * lucky in the draws that it sees, so that other ones tell its time. There are as few of these in
 * jobs of many ranks, whose messages are more to be lucky or not. Of graphs of several parts, which
 * are lucky or not apart from one another, predictions take long, and the same draws do both. */
#define TIME_SEARCHED_DRAWS 4U
#define TIME_JUDGED_DRAWS 16U
#define TIME_MANY_RANKS 1024

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

/* topomap_time_predict for a search, which gives up once the seconds are known to be more than
 * `enough`: `time` then has a lower bound above it. It does not tell the busiest links. Where
 * routes are drawn, it goes by the draws that are for searches. */
int time_predict(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                 const uint32_t *placement, double enough, struct topomap_time *time,
                 struct topomap_error *error);

/* Whether other draws than those of a search tell the time. */
bool time_is_judged(const struct topomap_graph *graph, const struct topomap_network *network);

/* topomap_time_predict without the busiest links, by the draws that no search sees. */
int time_judge(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
               const uint32_t *placement, struct topomap_time *time, struct topomap_error *error);

/* The cost of a placement as topomap_metrics_compute tells it, and its time as time_judge does, in
 * one pass over the traffic if its messages are one exchange by one routing. */
int metrics_with_time(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct topomap_time *time,
                      struct topomap_error *error);

#endif
