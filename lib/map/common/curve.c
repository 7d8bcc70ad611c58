/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/curve.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/fill.h"

#include <stdlib.h>
#include <string.h>

/* Where a node lies on the curve. */
struct place {
    uint8_t key[CURVE_KEY_SIZE];
    uint32_t node; /* of the allocation */
};

static int compare(const void *a, const void *b)
{
    const struct place *x = a;
    const struct place *y = b;
    int order = memcmp(x->key, y->key, sizeof x->key);

    return order ? order : (x->node > y->node) - (x->node < y->node);
}

static uint32_t levels_of(const struct topomap_network *network)
{
    uint32_t levels = 0;

    for (uint32_t d = 0; d < network->dims; d++) {
        while (levels < 32 && (network->dim[d] - 1) >> levels)
            levels++;
    }
    return levels;
}

int curve_order(const struct topomap_allocation *allocation, curve_key *curve, uint32_t *order,
                struct topomap_error *error)
{
    const struct topomap_network *network = allocation->network;
    struct place *places = array_new(allocation->nodes, sizeof *places);
    uint32_t levels = levels_of(network);

    if (!places)
        return error_memory(error);
    for (uint32_t node = 0; node < allocation->nodes; node++) {
        int32_t coordinates[NETWORK_MAX_DIMS];
        uint32_t at[NETWORK_MAX_DIMS];

        network->ops->coordinates(network, allocation->node[node], coordinates);
        for (uint32_t d = 0; d < network->dims; d++)
            at[d] = (uint32_t)coordinates[d];
        places[node].node = node;
        curve(network, levels, at, places[node].key);
    }
    qsort(places, allocation->nodes, sizeof *places, compare);
    for (uint32_t i = 0; i < allocation->nodes; i++)
        order[i] = places[i].node;
    free(places);
    return 0;
}

int curve_map(const struct map_job *job, curve_key *curve, uint32_t *placement,
              struct topomap_error *error)
{
    const struct topomap_allocation *allocation = job->allocation;
    uint32_t *order;
    int result;

    if (allocation->network->dims == 0)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "nodes of a %s network have no coordinates",
                         allocation->network->ops->kind);
    order = array_raw(allocation->nodes, sizeof *order);
    if (!order)
        return error_memory(error);
    result = curve_order(allocation, curve, order, error);
    if (result == 0)
        map_fill(allocation, order, placement);
    free(order);
    return result;
}
