/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "machine/allocation.h"
#include "metric/traffic.h"

#include <stdlib.h>
#include <string.h>

/* Loads of links, and sums by class. */
struct carried {
    const struct topomap_allocation *allocation;
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most] */
    double *loads;                /* [links] */
    double *bytes;                /* [classes] */
    double part[NETWORK_MAX_DEPTH]; /* of the flow, over links of each class */
};

static void carry(void *context, const struct traffic_flow *flow)
{
    struct carried *carried = context;
    const struct topomap_network *network = carried->allocation->network;
    size_t length = network_spread(&carried->spread, carried->allocation->node[flow->from],
                                   carried->allocation->node[flow->to], carried->shares);

    memset(carried->part, 0, network->classes * sizeof *carried->part);
    for (size_t i = 0; i < length; i++) {
        uint32_t link = carried->shares[i].link;
        double part = (double)carried->shares[i].part;

        carried->loads[link] += (double)flow->bytes * part;
        carried->part[network->ops->link_class(network, link)] += part;
    }
    /* Ways that use several links of a class count once. */
    for (uint32_t c = 0; c < network->classes; c++)
        carried->bytes[c] += (double)flow->bytes * (carried->part[c] < 1 ? carried->part[c] : 1);
}

/* `width` parallel links that share `bytes`. */
static void add_links(struct topomap_class_loads *class, uint32_t width, double free, double bytes)
{
    double load = bytes / (width * free);

    if (class->links == 0 || load < class->min_link_bytes)
        class->min_link_bytes = load;
    if (load > class->max_link_bytes)
        class->max_link_bytes = load;
    class->links += width;
    class->used_links += load > 0 ? width : 0;
    class->mean_link_bytes += bytes;
}

static void sum_up(const struct carried *carried, struct topomap_class_loads *loads)
{
    const struct topomap_network *network = carried->allocation->network;

    for (uint32_t c = 0; c < network->classes; c++) {
        loads[c] = (struct topomap_class_loads){.bytes = carried->bytes[c]};
        topomap_network_class_name(network, c, loads[c].name, sizeof loads[c].name);
    }
    for (uint32_t link = 0; link < network->links; link++)
        add_links(&loads[network->ops->link_class(network, link)],
                  topomap_network_link_width(network, link), network_link_free(network, link),
                  carried->loads[link]);
    for (uint32_t c = 0; c < network->classes; c++) {
        if (loads[c].used_links)
            loads[c].average_link_bytes = loads[c].mean_link_bytes / (double)loads[c].used_links;
        if (loads[c].links)
            loads[c].mean_link_bytes /= (double)loads[c].links;
    }
}

int topomap_class_loads_compute(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_class_loads *loads,
                            struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    struct traffic *traffic = traffic_create(graph, allocation, placement, error);
    struct carried carried = {.allocation = allocation};
    int result = -1;

    if (!traffic)
        return -1;
    carried.shares = array_raw(network_spread_most(network), sizeof *carried.shares);
    carried.loads = array_new(network->links, sizeof *carried.loads);
    carried.bytes = array_new(network->classes, sizeof *carried.bytes);
    if (network_spread_init(&carried.spread, network) == 0 && carried.shares && carried.loads &&
        carried.bytes) {
        traffic_each(traffic, carry, &carried);
        sum_up(&carried, loads);
        result = 0;
    } else {
        error_memory(error);
    }
    network_spread_free(&carried.spread);
    free(carried.shares);
    free(carried.loads);
    free(carried.bytes);
    traffic_destroy(traffic);
    return result;
}
