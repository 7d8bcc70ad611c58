/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/domains.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* What the network of domains knows. */
struct between {
    const struct topomap_allocation *nodes;
    const struct topomap_nodetree *tree;
    const uint32_t *node; /* [domains] */
    uint32_t *pu;         /* [domains]: the first one */
    uint32_t unit;        /* of weights in the tree that a distance counts in */
};

static uint32_t distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const struct between *in = network->data;

    if (in->node[a] != in->node[b])
        return network->scale * allocation_distance(in->nodes, in->node[a], in->node[b]);
    return in->pu[a] == in->pu[b] ? 0 : nodetree_weight(in->tree, in->pu[a], in->pu[b]) / in->unit;
}

/* Links are those of the network of the nodes. */
static size_t route(const struct topomap_network *network, uint32_t a, uint32_t b, uint32_t *links,
                    size_t size)
{
    const struct between *in = network->data;
    const struct topomap_allocation *nodes = in->nodes;

    if (in->node[a] == in->node[b])
        return 0;
    return topomap_network_route(nodes->network, nodes->node[in->node[a]],
                                 nodes->node[in->node[b]], links, size);
}

static const struct topomap_network *whole(const struct topomap_network *network)
{
    return ((const struct between *)network->data)->nodes->network;
}

static const struct topomap_network *whole_at(const struct topomap_network *network, uint32_t *node)
{
    const struct between *in = network->data;

    *node = in->nodes->node[in->node[*node]];
    return in->nodes->network;
}

static void link_name(const struct topomap_network *network, uint32_t link, char *text, size_t size)
{
    topomap_network_link_name(whole(network), link, text, size);
}

static uint32_t link_class(const struct topomap_network *network, uint32_t link)
{
    return topomap_network_link_class(whole(network), link);
}

static void class_name(const struct topomap_network *network, uint32_t class, char *text,
                       size_t size)
{
    topomap_network_class_name(whole(network), class, text, size);
}

static uint32_t link_width(const struct topomap_network *network, uint32_t link)
{
    return topomap_network_link_width(whole(network), link);
}

static void release(struct topomap_network *network)
{
    struct between *in = network->data;

    free(in->pu);
    free(in);
}

static const struct network_ops domains_ops = {
    .kind = "domains",
    .summary = "parts of nodes",
    .distance = distance,
    .route = route,
    .link_name = link_name,
    .link_class = link_class,
    .class_name = class_name,
    .link_width = link_width,
    .whole = whole_at,
    .free = release,
};

/* ---- making ------------------------------------------------------------------------------ */

/* Whether a slot begins a domain. */
static bool begins(const struct domains *d, const struct topomap_nodetree *tree, uint32_t node,
                   uint32_t slot)
{
    if (slot == d->nodes->first[node])
        return true;
    return d->start[slot] != NODETREE_NONE &&
           nodetree_weight(tree, d->start[slot - 1], d->start[slot]) > 0;
}

static void fill(struct domains *d, const struct topomap_nodetree *tree, struct between *in)
{
    struct topomap_allocation *a = d->allocation;

    for (uint32_t node = 0; node < d->nodes->nodes; node++) {
        for (uint32_t slot = d->nodes->first[node]; slot < d->nodes->first[node + 1]; slot++) {
            if (begins(d, tree, node, slot)) {
                a->node[a->nodes] = a->nodes;
                a->first[a->nodes] = slot;
                a->tasks[a->nodes] = 0;
                d->node[a->nodes] = node;
                in->pu[a->nodes++] = d->start[slot];
            }
            a->tasks[a->nodes - 1]++;
            d->of_slot[slot] = a->nodes - 1;
        }
    }
    a->ranks = a->first[a->nodes] = d->nodes->ranks;
}

static uint32_t common_factor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* Distances are whole numbers: hops count as much as all weights need for that. */
static void set_distances(struct topomap_network *network, const struct topomap_nodetree *tree)
{
    struct between *in = network->data;
    uint32_t sum = 0;

    in->unit = NODETREE_UNIT;
    for (uint32_t i = 0; i < tree->levels; i++) {
        in->unit = common_factor(in->unit, tree->level[i].weight);
        sum += tree->level[i].weight;
    }
    network->scale = NODETREE_UNIT / in->unit;
    network->max_distance *= network->scale;
    if (network->max_distance < sum / in->unit)
        network->max_distance = sum / in->unit;
}

/* The network of the domains, with room for `most` of them. */
static struct topomap_network *network_of(const struct domains *d,
                                          const struct topomap_nodetree *tree, uint32_t most)
{
    struct topomap_network *network = array_new(1, sizeof *network);
    struct between *in = array_new(1, sizeof *in);

    if (network && in) {
        *in = (struct between){d->nodes, tree, d->node, array_raw(most, sizeof *in->pu), 1};
        *network = *d->nodes->network;
        network->ops = &domains_ops;
        network->names = (struct names){0};
        network->summary = NULL;
        network->tree = NULL;
        network->dims = 0;
        network->data = in;
        if (in->pu)
            return network;
    }
    free(network);
    free(in);
    return NULL;
}

static int make(struct domains *d, const struct topomap_nodetree *tree)
{
    uint32_t most = d->nodes->ranks;
    struct topomap_allocation *a = d->allocation = array_new(1, sizeof *a);

    d->of_slot = array_raw(most, sizeof *d->of_slot);
    d->node = array_raw(most, sizeof *d->node);
    if (!a || !d->of_slot || !d->node)
        return -1;
    a->node = array_raw(most, sizeof *a->node);
    a->tasks = array_raw(most, sizeof *a->tasks);
    a->first = array_raw((size_t)most + 1, sizeof *a->first);
    a->own = network_of(d, tree, most);
    if (!a->node || !a->tasks || !a->first || !a->own)
        return -1;
    a->network = a->own;
    fill(d, tree, a->own->data);
    a->own->nodes = a->nodes;
    set_distances(a->own, tree);
    return distances_init(&a->distances, a->network, a->nodes, a->node);
}

struct domains *domains_create(const struct topomap_allocation *nodes,
                               const struct topomap_nodetree *tree, const uint32_t *start,
                               struct topomap_error *error)
{
    struct domains *domains = array_new(1, sizeof *domains);

    if (domains) {
        domains->nodes = nodes;
        domains->start = start;
        if (make(domains, tree) == 0)
            return domains;
    }
    domains_destroy(domains);
    error_memory(error);
    return NULL;
}

void domains_destroy(struct domains *domains)
{
    if (!domains)
        return;
    topomap_allocation_destroy(domains->allocation);
    free(domains->of_slot);
    free(domains->node);
    free(domains);
}
