/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/hierarchy.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

struct box {
    const struct topomap_network *network;
    bool lines;        /* sides are lengths of coordinates, not hops */
    uint32_t *place;   /* [dims][allocation nodes] */
    uint32_t nodes;    /* of the allocation */
    uint32_t *key;     /* [nodes] */
    uint64_t *scratch; /* [nodes] */
};

/* The extent of a set of nodes in one dimension. */
struct side {
    uint32_t start;  /* coordinate where the box begins */
    uint32_t length; /* number of places along it */
};

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The extent of a ring opened at its largest gap. */
static struct side ring_side(struct box *box, const uint32_t *place, const uint32_t *nodes,
                             uint32_t count, uint32_t size)
{
    uint64_t *sorted = box->scratch;
    uint64_t gap;
    uint64_t start;

    for (uint32_t i = 0; i < count; i++)
        sorted[i] = place[nodes[i]];
    qsort(sorted, count, sizeof *sorted, compare);
    gap = sorted[0] + size - sorted[count - 1];
    start = sorted[0];
    for (uint32_t i = 1; i < count; i++) {
        if (sorted[i] - sorted[i - 1] > gap) {
            gap = sorted[i] - sorted[i - 1];
            start = sorted[i];
        }
    }
    return (struct side){(uint32_t)start, (uint32_t)(size - gap)};
}

static struct side side_of(struct box *box, uint32_t d, const uint32_t *nodes, uint32_t count)
{
    const uint32_t *place = box->place + (size_t)d * box->nodes;
    uint32_t size = box->network->dim[d];
    uint32_t low = place[nodes[0]];
    uint32_t high = low;

    for (uint32_t i = 1; i < count; i++) {
        uint32_t at = place[nodes[i]];

        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    if (box->network->wrap[d] == NETWORK_CROSSBAR && !box->lines)
        return (struct side){low, high > low};
    /* A box of at most half the ring cannot be shortened by opening the ring elsewhere. */
    if (box->network->wrap[d] == NETWORK_WRAP && high - low > size / 2)
        return ring_side(box, place, nodes, count, size);
    return (struct side){low, high - low};
}

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    struct box *box = context;
    uint32_t *nodes = order + first;
    struct side longest = {0, 0};
    uint64_t hops = 0;
    uint32_t across = 0;
    const uint32_t *place;

    for (uint32_t d = 0; d < box->network->dims; d++) {
        struct side side = side_of(box, d, nodes, count);
        uint64_t length = (uint64_t)side.length * (box->lines ? 1 : box->network->step[d]);

        if (length > hops) {
            hops = length;
            longest = side;
            across = d;
        }
    }
    if (hops == 0)
        return 1;
    place = box->place + (size_t)across * box->nodes;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = place[nodes[i]];

        box->key[nodes[i]] = at >= longest.start ? at - longest.start
                                                 : at + box->network->dim[across] - longest.start;
    }
    hierarchy_sort(nodes, count, box->key, box->scratch);
    ends[0] = hierarchy_cut(nodes, count, box->key);
    ends[1] = count;
    tags[0] = tags[1] = tag;
    return 2;
}

static void fill_places(const struct topomap_allocation *allocation, struct box *box)
{
    const struct topomap_network *network = allocation->network;
    int32_t at[NETWORK_MAX_DIMS];

    for (uint32_t node = 0; node < allocation->nodes; node++) {
        network->ops->coordinates(network, allocation->node[node], at);
        for (uint32_t d = 0; d < network->dims; d++)
            box->place[(size_t)d * box->nodes + node] = (uint32_t)at[d];
    }
}

struct hierarchy *hierarchy_from_coordinates(const struct topomap_allocation *allocation,
                                             bool lines, struct topomap_error *error)
{
    uint32_t nodes = allocation->nodes;
    struct box box = {
        .network = allocation->network,
        .lines = lines,
        .nodes = nodes,
        .place = array_raw((size_t)nodes * allocation->network->dims, sizeof *box.place),
        .key = array_raw(nodes, sizeof *box.key),
        .scratch = array_raw(nodes, sizeof *box.scratch),
    };
    struct hierarchy_rule rule = {split, &box, 0};
    struct hierarchy *made = NULL;
    uint32_t count;
    uint32_t *order = hierarchy_nodes(allocation, &count, error);

    if (box.place && box.key && box.scratch) {
        fill_places(allocation, &box);
        made = hierarchy_build(order, count, &rule, error);
    } else {
        free(order);
        error_memory(error);
    }
    free(box.place);
    free(box.key);
    free(box.scratch);
    return made;
}
