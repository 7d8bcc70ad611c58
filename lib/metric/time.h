/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TIME_H
#define METRIC_TIME_H

#include "metric/traffic.h"
#include "network/network.h"
#include "topomap_internal.h"

/*
 * The loads of channels in exchanges that follow one another, flow by flow, for those who look at
 * all flows anyway. Each exchange begins with its graph; then come its flows over `length`
 * channels, as channel_spread tells them, and what stays inside nodes. exchange_end gives up once
 * the seconds of all exchanges so far are known to be more than `enough`, as time_predict does. At
 * last exchange_tell says what topomap_time_predict says. exchange_create returns NULL when memory
 * runs out, and exchange_end -1.
 */
struct exchange;

struct exchange *exchange_create(const struct topomap_allocation *allocation);
void exchange_destroy(struct exchange *exchange);
void exchange_begin(struct exchange *exchange, const struct topomap_graph *graph);
void exchange_add(struct exchange *exchange, const struct traffic_flow *traffic,
                  const struct network_share *shares, size_t length);
void exchange_add_inside(struct exchange *exchange, const struct topomap_graph *graph,
                         const uint32_t *placement);
int exchange_end(struct exchange *exchange, double enough);
void exchange_tell(const struct exchange *exchange, struct topomap_time *time);

/* topomap_time_predict, which gives up once the seconds are known to be more than `enough`: `time`
 * then has a lower bound above it. */
int time_predict(const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                 const uint32_t *placement, double enough, struct topomap_time *time,
                 struct topomap_error *error);

/* The cost of a placement as topomap_metrics_compute tells it, and its predicted time, in one pass
 * over the traffic if its messages are one exchange. */
int metrics_with_time(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct topomap_time *time,
                      struct topomap_error *error);

#endif
