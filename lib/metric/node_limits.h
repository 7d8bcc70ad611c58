/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_NODE_LIMITS_H
#define METRIC_NODE_LIMITS_H

#include "network/network.h"

#include <stdbool.h>

/*
 * What the adapters and the memory of each node have to do in exchanges that follow one another,
 * where the protocol of the network limits them; see struct network_protocol.
 */
struct node_limits {
    const struct network_protocol *protocol;
    size_t nodes;
    struct node_use *now; /* [nodes] in the exchange at hand; NULL: nodes have no limits */
    struct node_use *all; /* [nodes] in all exchanges that were carried */
};

/* -1 when memory runs out; may be freed even so. */
int node_limits_init(struct node_limits *limits, const struct topomap_network *network);
void node_limits_free(struct node_limits *limits);

/* Whether there are any, and what follows is to be called. */
bool node_limits_any(const struct node_limits *limits);

/* Another exchange begins, or the first one. */
void node_limits_begin(struct node_limits *limits);
void node_limits_restart(struct node_limits *limits);

/* Messages go from a node to another one, or these bytes stay inside a node. */
void node_limits_send(struct node_limits *limits, uint32_t from, uint32_t to, double bytes,
                      double messages);
void node_limits_stay(struct node_limits *limits, uint32_t node, double bytes);

/* The seconds that the adapters or the memory of the busiest node take for the exchange at hand. */
double node_limits_seconds(const struct node_limits *limits);

/* Add the exchange to all exchanges. Returns the seconds that the busiest node takes for them. */
double node_limits_carry(struct node_limits *limits);

/* What the bytes of all exchanges take alone, whatever messages they are in. */
double node_limits_transfer(const struct node_limits *limits);

#endif
