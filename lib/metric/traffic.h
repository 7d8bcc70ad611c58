/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_TRAFFIC_H
#define METRIC_TRAFFIC_H

#include "network/network.h"
#include "topomap_internal.h"

/* The traffic between the nodes of an allocation under a placement. */
struct traffic;

/* The traffic from one node to another; both are indices in the allocation. */
struct traffic_flow {
    uint32_t from;
    uint32_t to;
    uint64_t bytes;
    uint64_t messages;
    double alike;    /* as many messages of one size as count as much where messages share a link: a
                      * long one is there when all short ones are through */
    double slowed;  /* bytes that take as long at the whole bandwidth of links, see
                     * struct network_protocol */
    double latency; /* the most latencies of a pair of ranks: its messages that follow one another,
                     * times the factor for their size */
};

/* The factors for the messages of an edge: 1 if their sizes are not known, as where the graph has
 * weights. */
struct network_size traffic_size(const struct network_protocol *protocol,
                                 const struct topomap_graph *graph, size_t edge);

/* The bytes of the headers of so many messages of the graph; 0 if its bytes are weights. */
double traffic_headers(const struct network_protocol *protocol, const struct topomap_graph *graph,
                       uint64_t messages);

/* The bytes of an edge and of the headers of its messages. */
double traffic_bytes(const struct network_protocol *protocol, const struct topomap_graph *graph,
                     size_t edge);

/* The seconds that an edge takes inside a node, one message after the other; 0 if the protocol does
 * not say. */
double traffic_inside(const struct network_protocol *protocol, const struct topomap_graph *graph,
                      size_t edge);

/* The latencies in them. */
double traffic_inside_latency(const struct network_protocol *protocol,
                              const struct topomap_graph *graph, size_t edge);

/* The seconds of each message of it. */
double traffic_inside_message(const struct network_protocol *protocol,
                              const struct topomap_graph *graph, size_t edge);

typedef void traffic_visit(void *context, const struct traffic_flow *flow);

/*
 * Create the traffic of a graph. All arguments must outlive it. TOPOMAP_IMPOSSIBLE if the numbers
 * of ranks differ, or the placement is not valid for the allocation.
 */
struct traffic *traffic_create(const struct topomap_graph *graph,
                               const struct topomap_allocation *allocation,
                               const uint32_t *placement, struct topomap_error *error);
void traffic_destroy(struct traffic *traffic);

/* Visit each ordered pair of different nodes with traffic, sender by sender. */
void traffic_each(struct traffic *traffic, traffic_visit *visit, void *context);

#endif
