/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_EXCHANGE_H
#define METRIC_EXCHANGE_H

#include "metric/traffic.h"
#include "network/network.h"
#include "topomap_internal.h"

/* An exchange in which flows would use channels more often than this, were the ranks where Slurm's
 * block distribution has them, is simulated only for those who ask for it: that takes longer than
 * many a plan. */
#define EXCHANGE_MOST_USES 8192U

/*
 * The loads of channels in exchanges that follow one another, flow by flow, for those who look at
 * all flows anyway. The flows are those between the nodes of the allocation; the network that they
 * are over is that of its whole nodes, or the same with another routing. Each exchange begins with
 * its graph; then come its flows over `length` channels of that network, as channel_spread tells
 * them, and last what stays inside nodes, which returns a lower bound of the seconds of all
 * exchanges so far. exchange_end gives up once these are known to be more than `enough`, as
 * time_predict does; exchange_seconds then is a lower bound above it. At last exchange_tell says
 * what topomap_time_predict says, by the routing of the network. exchange_restart forgets all
 * exchanges, for those of another placement. `most_uses` is EXCHANGE_MOST_USES,
 * 0: no exchange is simulated, or SIZE_MAX: all are. There will be so many exchanges, each of the
 * same graph whenever all are repeated. If there are several, exchange_learn must have seen all of
 * them for Slurm's block distribution, which decides in which of them latencies decide for all
 * placements: were it by placement, the results of two models would be compared. exchange_create
 * returns NULL when memory runs out, and exchange_end -1.
 */
struct exchange;

struct exchange *exchange_create(const struct topomap_allocation *allocation,
                                 const struct topomap_network *network, size_t most_uses,
                                 size_t exchanges);
void exchange_destroy(struct exchange *exchange);

/* Restart, and whether the exchanges that follow tell in which of them latencies decide. */
void exchange_learn(struct exchange *exchange, bool learns);
void exchange_restart(struct exchange *exchange);
void exchange_begin(struct exchange *exchange, const struct topomap_graph *graph);
void exchange_add(struct exchange *exchange, const struct traffic_flow *traffic,
                  const struct network_share *shares, size_t length);
double exchange_add_inside(struct exchange *exchange, const struct topomap_graph *graph,
                           const uint32_t *placement);
int exchange_end(struct exchange *exchange, double enough);
double exchange_seconds(const struct exchange *exchange);
void exchange_tell(const struct exchange *exchange, struct topomap_time *time);

#endif
