/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_CHANNEL_H
#define NETWORK_CHANNEL_H

#include "network/network.h"

/*
 * The channels of a network are all that messages share. First come its links, in their order. If
 * these do not include the nodes' ports, the ports follow: one of each node for sending, if the
 * network has send ports, then one of each node for receiving.
 */
uint32_t channel_count(const struct topomap_network *network);

/* The channels from one node to another in order, [longest_route + 2]; returns how many there
 * are. */
size_t channel_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                     uint32_t *channels);

/* Expected loads, as network_spread has them, of channels: shares [network_spread_most + 2]. */
size_t channel_spread(const struct network_spread *spread, uint32_t a, uint32_t b,
                      struct network_share *shares);

/* Add the nodes' ports to `length` shares that network_spread gave; returns how many there are. */
size_t channel_spread_ports(const struct topomap_network *network, uint32_t a, uint32_t b,
                            struct network_share *shares, size_t length);

/* A port is as fast as the fastest link, and adds no latency. */
struct topomap_link_speed channel_speed(const struct topomap_network *network, uint32_t channel);

void channel_name(const struct topomap_network *network, uint32_t channel, char *text,
                  size_t size);

#endif
