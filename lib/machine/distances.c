/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/distances.h"

#include "base/memory.h"

#include <stdlib.h>

/* The numbers of one part, as the network has them. */
struct part {
    const struct topomap_network *network;
    const uint32_t *node; /* [nodes] */
    uint32_t part;
    bool single;          /* the part is the node itself */
};

static uint32_t number_of(const struct part *part, uint32_t i)
{
    const struct topomap_network *network = part->network;

    return part->single ? i : network->ops->part_of(network, part->part, part->node[i]);
}

static uint32_t hops_between(const struct part *part, uint32_t x, uint32_t y)
{
    const struct topomap_network *network = part->network;

    if (part->single)
        return x == y ? 0 : network->ops->distance(network, part->node[x], part->node[y]);
    return network->ops->part_hops(network, part->part, x, y);
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* The distinct numbers of `nodes` nodes, ascending, in `distinct`; returns how many there are. */
static uint32_t gather(const struct part *part, uint32_t nodes, uint32_t *distinct)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < nodes; i++)
        distinct[i] = number_of(part, i);
    qsort(distinct, nodes, sizeof *distinct, ascending);
    for (uint32_t i = 0; i < nodes; i++) {
        if (i == 0 || distinct[i] != distinct[count - 1])
            distinct[count++] = distinct[i];
    }
    return count;
}

/* Returns 1 if the table is made, 0 if it would be too large, -1 when memory is out. */
static int make_part(struct distances *distances, const struct part *part, uint32_t nodes,
                     uint32_t *distinct)
{
    uint32_t size = gather(part, nodes, distinct);
    uint8_t *hops;

    if (size > DISTANCES_NUMBERS)
        return 0;
    hops = array_raw((size_t)size * size, 1);
    if (!hops)
        return -1;
    distances->size[part->part] = size;
    distances->hops[part->part] = hops;
    for (uint32_t x = 0; x < size; x++) {
        for (uint32_t y = 0; y <= x; y++) {
            uint8_t h = (uint8_t)hops_between(part, distinct[x], distinct[y]);

            hops[(size_t)x * size + y] = hops[(size_t)y * size + x] = h;
        }
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t number = number_of(part, i);
        const uint32_t *found = bsearch(&number, distinct, size, sizeof *distinct, ascending);

        distances->number[(size_t)i * distances->parts + part->part] =
            (uint16_t)(found - distinct);
    }
    return 1;
}

int distances_init(struct distances *distances, const struct topomap_network *network,
                   uint32_t nodes, const uint32_t *node)
{
    bool single = nodes <= DISTANCES_NODES || !network->ops->parts;
    uint32_t parts = single ? 1 : network->ops->parts(network);
    uint32_t *distinct;
    int made = 1;

    *distances = (struct distances){0};
    if (network->max_distance > UINT8_MAX || (single && nodes > DISTANCES_NUMBERS))
        return 0;
    distances->parts = parts;
    distances->number = array_raw((size_t)nodes * parts, sizeof *distances->number);
    distinct = array_raw(nodes, sizeof *distinct);
    if (!distances->number || !distinct)
        made = -1;
    for (uint32_t p = 0; made > 0 && p < parts; p++)
        made = make_part(distances, &(struct part){network, node, p, single}, nodes, distinct);
    free(distinct);
    if (made <= 0)
        distances_free(distances);
    return made < 0 ? -1 : 0;
}

void distances_free(struct distances *distances)
{
    free(distances->number);
    for (uint32_t p = 0; p < NETWORK_MAX_DIMS; p++)
        free(distances->hops[p]);
    *distances = (struct distances){0};
}
