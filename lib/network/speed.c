/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/network.h"

static struct topomap_link_speed complete(const struct network_link_speed *given)
{
    bool bandwidth = given->bandwidth > 0, latency = given->latency >= 0;

    return (struct topomap_link_speed){
        .bandwidth = bandwidth ? given->bandwidth : TOPOMAP_DEFAULT_BANDWIDTH,
        .latency = latency ? given->latency : TOPOMAP_DEFAULT_LATENCY,
        .bandwidth_assumed = !bandwidth,
        .latency_assumed = !latency,
    };
}

static const struct network_link_speed unknown = {0, NETWORK_LATENCY_UNKNOWN};

struct topomap_link_speed topomap_network_class_speed(const struct topomap_network *network,
                                                      uint32_t index)
{
    if (network->speeds == 0)
        return complete(&unknown);
    return complete(&network->speed[network->speeds > 1 ? index : 0]);
}

bool topomap_network_assumed(const struct topomap_network *network)
{
    bool assumed = network->speeds == 0;

    for (uint32_t s = 0; s < network->speeds; s++) {
        struct topomap_link_speed speed = complete(&network->speed[s]);

        assumed = assumed || speed.bandwidth_assumed || speed.latency_assumed;
    }
    return assumed;
}

struct topomap_link_speed topomap_network_link_speed(const struct topomap_network *network,
                                                     uint32_t link)
{
    uint32_t class = network->speeds > 1 ? network->ops->link_class(network, link) : 0;
    struct topomap_link_speed speed = topomap_network_class_speed(network, class);

    speed.bandwidth *= network_link_capacity(network, link);
    return speed;
}

double topomap_network_message_bytes(const struct topomap_network *network)
{
    double sum = 0, links = 0;

    for (uint32_t link = 0; link < network->links; link++) {
        struct topomap_link_speed speed = topomap_network_link_speed(network, link);
        uint32_t width = topomap_network_link_width(network, link);

        sum += speed.bandwidth * speed.latency;
        links += width;
    }
    return links > 0 ? sum / links : 0;
}

struct topomap_link_speed network_port_speed(const struct topomap_network *network)
{
    struct topomap_link_speed port = complete(network->speeds ? &network->speed[0] : &unknown);

    for (uint32_t s = 1; s < network->speeds; s++) {
        struct topomap_link_speed speed = complete(&network->speed[s]);

        if (speed.bandwidth > port.bandwidth)
            port = speed;
    }
    port.latency = 0;
    return port;
}

double network_link_free(const struct topomap_network *network, uint32_t link)
{
    const struct network_background *background = network->background;

    if (!background)
        return 1;
    if (network->given && network->ops->given_link)
        return network_link_free(network->given, network->ops->given_link(network, link));
    for (uint32_t i = 0; i < background->count; i++) {
        if (background->named[i].link == link)
            return 1 - background->named[i].used;
    }
    return 1 - background->class[topomap_network_link_class(network, link)];
}

double network_link_capacity(const struct topomap_network *network, uint32_t link)
{
    return topomap_network_link_width(network, link) * network_link_free(network, link);
}

double network_latencies(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    network_whole(network, &a);
    network = network_whole(network, &b);
    return network->traits & NETWORK_DISTANCES ? network->ops->distance(network, a, b) : 1;
}

struct network_size network_size_of(const struct network_protocol *protocol, double bytes)
{
    struct network_size found = {0, 1, 1};

    for (uint32_t i = 0; i < protocol->sizes && protocol->size[i].from <= bytes; i++)
        found = protocol->size[i];
    return found;
}
