/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/channel.h"

#include <stdio.h>

static uint32_t first_receiver(const struct topomap_network *whole)
{
    return whole->links + (whole->send_ports ? whole->nodes : 0);
}

uint32_t channel_count(const struct topomap_network *network)
{
    const struct topomap_network *whole = network_whole(network, &(uint32_t){0});

    return first_receiver(whole) + (whole->receive_ports ? whole->nodes : 0);
}

size_t channel_route(const struct topomap_network *network, uint32_t a, uint32_t b,
                     uint32_t *channels)
{
    size_t length = 0;

    network_whole(network, &a);
    network = network_whole(network, &b);
    if (a == b)
        return 0;
    if (network->send_ports)
        channels[length++] = network->links + a;
    length += network->ops->route(network, a, b, channels + length, network->longest_route);
    if (length > 0 && network->receive_ports)
        channels[length++] = first_receiver(network) + b;
    return length;
}

size_t channel_spread_ports(const struct topomap_network *network, uint32_t a, uint32_t b,
                            struct network_share *shares, size_t length)
{
    const struct topomap_network *whole = network_whole(network, &a);

    network_whole(network, &b);
    if (a != b && whole->send_ports)
        shares[length++] = (struct network_share){whole->links + a, 1};
    if (length > 0 && whole->receive_ports)
        shares[length++] = (struct network_share){first_receiver(whole) + b, 1};
    return length;
}

size_t channel_spread(const struct network_spread *spread, uint32_t a, uint32_t b,
                      struct network_share *shares)
{
    return channel_spread_ports(spread->network, a, b, shares,
                                network_spread(spread, a, b, shares));
}

struct topomap_link_speed channel_speed(const struct topomap_network *network, uint32_t channel)
{
    return channel < network->links ? topomap_network_link_speed(network, channel)
                                    : network_port_speed(network);
}

void channel_name(const struct topomap_network *network, uint32_t channel, char *text,
                  size_t size)
{
    network = network_whole(network, &(uint32_t){0});
    if (channel < network->links)
        topomap_network_link_name(network, channel, text, size);
    else if (channel < first_receiver(network))
        snprintf(text, size, "%s->network", network->names.name[channel - network->links]);
    else
        snprintf(text, size, "network->%s",
                 network->names.name[channel - first_receiver(network)]);
}
