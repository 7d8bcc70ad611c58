/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TRAFFIC_H
#define METRIC_TRAFFIC_H

#include "topomap_internal.h"

/* What the nodes of an allocation send to each other under a placement. */
struct traffic;

/* What one node sends to another one; both are indices in the allocation. */
struct traffic_flow {
    uint32_t from;
    uint32_t to;
    uint64_t bytes;
    uint64_t messages;
};

typedef void traffic_visit(void *context, const struct traffic_flow *flow);

/*
 * The traffic of a graph; all that is given must outlive it. TOPOMAP_IMPOSSIBLE if the graph's
 * rank count differs from the allocation's or the placement is not valid for it.
 */
struct traffic *traffic_create(const struct topomap_graph *graph,
                               const struct topomap_allocation *allocation,
                               const uint32_t *placement, struct topomap_error *error);
void traffic_destroy(struct traffic *traffic);

/* Visit each pair of different nodes of which one sends anything to the other, one sender after
 * another. */
void traffic_each(struct traffic *traffic, traffic_visit *visit, void *context);

#endif
