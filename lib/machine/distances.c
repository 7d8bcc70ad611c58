/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/distances.h"

#include "base/holds.h"
#include "base/memory.h"
#include "base/order.h"

#include <stdlib.h>

/* The numbers of the nodes in one part. */
struct part {
    const struct topomap_network *network;
    const uint32_t *node; /* [nodes] */
    uint32_t part;
};

static uint32_t number_of(const struct part *part, uint32_t i)
{
    return part->network->ops->part_of(part->network, part->part, part->node[i]);
}

/* Gather the distinct numbers of `nodes` nodes in `distinct`, ascending; returns how many there
 * are. */
static uint32_t gather(const struct part *part, uint32_t nodes, uint32_t *distinct)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < nodes; i++)
        distinct[i] = number_of(part, i);
    qsort(distinct, nodes, sizeof *distinct, ascending_numbers);
    for (uint32_t i = 0; i < nodes; i++) {
        if (i == 0 || distinct[i] != distinct[count - 1])
            distinct[count++] = distinct[i];
    }
    return count;
}

/* Returns 1 if the table was made, 0 if it would be too large, -1 when memory runs out. */
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
            uint8_t h = (uint8_t)part->network->ops->part_hops(part->network, part->part,
                                                               distinct[x], distinct[y]);

            hops[(size_t)x * size + y] = hops[(size_t)y * size + x] = h;
        }
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t number = number_of(part, i);
        const uint32_t *found =
            bsearch(&number, distinct, size, sizeof *distinct, ascending_numbers);

        distances->number[(size_t)i * distances->parts + part->part] =
            (uint16_t)(found - distinct);
    }
    return 1;
}

/* ---- routers in groups ------------------------------------------------------------------- */

static bool fits_groups(const struct topomap_network *network)
{
    struct network_groups in;
    uint64_t ways;

    if (!network->ops->groups)
        return false;
    in = network->ops->groups(network);
    return in.groups > 1 && in.groups <= UINT16_MAX && in.routers <= DISTANCES_NUMBERS &&
           !__builtin_mul_overflow((uint64_t)in.groups * in.groups * in.links, in.routers, &ways) &&
           ways <= DISTANCES_WAYS;
}

static void fill_groups(struct distances *d, const struct topomap_network *network, uint32_t nodes,
                        const uint32_t *node)
{
    const struct network_ops *ops = network->ops;
    struct network_groups in = d->in;
    uint8_t *way_out = d->way_out;

    HOLDS(in.routers > 0);
    for (uint32_t x = 0; x < in.routers; x++) {
        for (uint32_t y = 0; y < in.routers; y++)
            d->inside[(size_t)x * in.routers + y] = (uint8_t)ops->part_hops(network, 0, x, y);
    }
    for (uint32_t router = 0; router < in.groups * in.routers; router++) {
        for (uint32_t group = 0; group < in.groups; group++) {
            for (uint32_t k = 0; k < in.links; k++)
                *way_out++ = group == router / in.routers
                                 ? 0
                                 : (uint8_t)ops->hops_to_link(network, router, group, k);
        }
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t router = ops->part_of(network, 0, node[i]);

        d->number[2 * (size_t)i] = (uint16_t)(router / in.routers);
        d->number[2 * (size_t)i + 1] = (uint16_t)(router % in.routers);
    }
    d->across = d->inside[0] + in.weight;
}

/* Returns 0, or -1 when memory runs out. */
static int make_groups(struct distances *d, const struct topomap_network *network, uint32_t nodes,
                       const uint32_t *node)
{
    struct network_groups in = network->ops->groups(network);

    *d = (struct distances){
        .in = in,
        .number = array_raw(2 * (size_t)nodes, sizeof *d->number),
        .inside = array_raw((size_t)in.routers * in.routers, 1),
        .way_out = array_raw((size_t)in.groups * in.groups * in.routers * in.links, 1),
    };
    if (!d->number || !d->inside || !d->way_out)
        return -1;
    fill_groups(d, network, nodes, node);
    return 0;
}

static uint32_t in_groups(const struct distances *d, uint32_t a, uint32_t b)
{
    const uint16_t *x = d->number + 2 * (size_t)a;
    const uint16_t *y = d->number + 2 * (size_t)b;
    const uint8_t *from;
    const uint8_t *to;
    uint32_t least = UINT32_MAX;

    if (x[0] == y[0])
        return d->inside[(size_t)x[1] * d->in.routers + y[1]];
    from = d->way_out +
           (((size_t)x[0] * d->in.routers + x[1]) * d->in.groups + y[0]) * d->in.links;
    to = d->way_out +
         (((size_t)y[0] * d->in.routers + y[1]) * d->in.groups + x[0]) * d->in.links;
    for (uint32_t k = 0; k < d->in.links; k++) {
        uint32_t hops = (uint32_t)from[k] + to[k];

        least = hops < least ? hops : least;
    }
    return d->across + least;
}

uint32_t distances_without_parts(const struct distances *d, uint32_t a, uint32_t b)
{
    return d->wide ? d->wide[(size_t)a * d->size[0] + b] : in_groups(d, a, b);
}

/* ---- all of them ------------------------------------------------------------------------- */

/* Returns 1 if tables of parts were made, 0 if they would be too large, -1 when memory runs out. */
static int make_parts(struct distances *d, const struct topomap_network *network, uint32_t nodes,
                      const uint32_t *node)
{
    uint32_t parts = network->ops->parts(network);
    uint32_t *distinct = array_raw(nodes, sizeof *distinct);
    int made = 1;

    d->parts = parts;
    d->number = array_raw((size_t)nodes * parts, sizeof *d->number);
    if (!d->number || !distinct)
        made = -1;
    for (uint32_t p = 0; made > 0 && p < parts; p++)
        made = make_part(d, &(struct part){network, node, p}, nodes, distinct);
    free(distinct);
    return made;
}

/* Make one part whose numbers are the chosen nodes themselves. If there are tables of `parts`,
 * distances are computed from them, which is much faster than asking the network for each. Returns
 * 1, or -1 when memory runs out. */
static int make_single(struct distances *d, const struct topomap_network *network, uint32_t nodes,
                       const uint32_t *node, const struct distances *parts)
{
    uint8_t *hops = array_raw((size_t)nodes * nodes, 1);

    d->parts = 1;
    d->single = true;
    d->size[0] = nodes;
    d->hops[0] = hops;
    d->number = array_raw(nodes, sizeof *d->number);
    if (!d->number || !hops)
        return -1;
    for (uint32_t x = 0; x < nodes; x++) {
        d->number[x] = (uint16_t)x;
        hops[(size_t)x * nodes + x] = 0;
        for (uint32_t y = 0; y < x; y++) {
            uint32_t h = parts ? distances_between(parts, x, y)
                               : network->ops->distance(network, node[x], node[y]);

            hops[(size_t)x * nodes + y] = hops[(size_t)y * nodes + x] = (uint8_t)h;
        }
    }
    return 1;
}

static int make_tables(struct distances *d, const struct topomap_network *network, uint32_t nodes,
                       const uint32_t *node)
{
    struct distances parts = {0};
    int made;

    if (!network->ops->parts)
        return make_single(d, network, nodes, node, NULL);
    if (nodes > DISTANCES_NODES)
        return make_parts(d, network, nodes, node);
    made = make_parts(&parts, network, nodes, node);
    if (made > 0)
        made = make_single(d, network, nodes, node, &parts);
    distances_free(&parts);
    return made;
}

/* Returns 0, or -1 when memory runs out. */
static int make_wide(struct distances *d, const struct topomap_network *network, uint32_t nodes,
                     const uint32_t *node)
{
    d->size[0] = nodes;
    d->wide = array_new((size_t)nodes * nodes, sizeof *d->wide);
    if (!d->wide)
        return -1;
    for (uint32_t x = 0; x < nodes; x++) {
        for (uint32_t y = 0; y < x; y++) {
            uint32_t h = network->ops->distance(network, node[x], node[y]);

            d->wide[(size_t)x * nodes + y] = d->wide[(size_t)y * nodes + x] = (uint16_t)h;
        }
    }
    return 0;
}

int distances_init(struct distances *distances, const struct topomap_network *network,
                   uint32_t nodes, const uint32_t *node)
{
    int made;

    *distances = (struct distances){0};
    if (network->max_distance > UINT8_MAX)
        return network->max_distance <= UINT16_MAX && nodes <= DISTANCES_NODES
                   ? make_wide(distances, network, nodes, node)
                   : 0;
    if (!network->ops->parts && nodes > DISTANCES_NUMBERS)
        return 0;
    made = make_tables(distances, network, nodes, node);
    if (made <= 0)
        distances_free(distances);
    if (made == 0 && fits_groups(network))
        made = make_groups(distances, network, nodes, node);
    if (made < 0)
        distances_free(distances);
    return made < 0 ? -1 : 0;
}

void distances_free(struct distances *distances)
{
    free(distances->number);
    for (uint32_t p = 0; p < NETWORK_MAX_DIMS; p++)
        free(distances->hops[p]);
    free(distances->inside);
    free(distances->way_out);
    free(distances->wide);
    *distances = (struct distances){0};
}
