/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TIME_H
#define METRIC_TIME_H

#include "network/network.h"
#include "topomap_internal.h"

/* The rounds of an exchange: as many as pairs have messages on average, at least one. In each of
 * them every pair has one message, and the next round begins when that has arrived. */
double time_rounds(const struct topomap_graph *graph);

/*
 * The loads of channels in an exchange, flow by flow, for those who look at all flows anyway: flows
 * of `bytes` over `length` channels, as channel_spread tells them, and at last what
 * topomap_time_predict says. exchange_create returns NULL when memory runs out.
 */
struct exchange;

struct exchange *exchange_create(const struct topomap_graph *graph,
                                 const struct topomap_allocation *allocation);
void exchange_destroy(struct exchange *exchange);
void exchange_add(struct exchange *exchange, uint64_t bytes, const struct network_share *shares,
                  size_t length);
void exchange_tell(const struct exchange *exchange, struct topomap_time *time);

/* The cost of a placement as topomap_metrics_compute tells it, and its predicted time, in one pass
 * over the traffic. */
int metrics_with_time(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, const uint32_t *placement,
                      struct topomap_metrics *metrics, struct topomap_time *time,
                      struct topomap_error *error);

#endif
