/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/domains.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/* The data of a network of domains. */
struct between {
    const struct topomap_allocation *nodes;
    const struct topomap_nodetree *tree;
    const uint32_t *node; /* [domains] */
    uint32_t *pu;         /* [domains]: first PU */
    uint32_t unit;        /* the unit of distances, in units of the levels' weights */
};

static uint32_t distance(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    const struct between *in = network->data;

    if (in->node[a] != in->node[b])
        return network->scale * allocation_distance(in->nodes, in->node[a], in->node[b]);
    return in->pu[a] == in->pu[b] ? 0 : nodetree_weight(in->tree, in->pu[a], in->pu[b]) / in->unit;
}

/* Routes lead over the links of the network of nodes. */
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

/* Whether a slot starts a domain. */
static bool begins(const struct domains *d, const struct topomap_nodetree *tree, uint32_t node,
                   uint32_t slot)
{
    if (slot == d->nodes->first[node])
        return true;
    return d->start[slot] != NODETREE_NONE &&
           nodetree_weight(tree, d->start[slot - 1], d->start[slot]) > 0;
}

/* Divide the slots into domains: tasks[domains] and pu[domains]. Returns the number of domains. */
static uint32_t part_slots(struct domains *d, const struct topomap_nodetree *tree, uint32_t *tasks,
                           uint32_t *pu)
{
    uint32_t count = 0;

    for (uint32_t node = 0; node < d->nodes->nodes; node++) {
        for (uint32_t slot = d->nodes->first[node]; slot < d->nodes->first[node + 1]; slot++) {
            if (begins(d, tree, node, slot)) {
                tasks[count] = 0;
                d->node[count] = node;
                pu[count++] = d->start[slot];
            }
            tasks[count - 1]++;
            d->of_slot[slot] = count - 1;
        }
    }
    return count;
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

/* Distances are whole numbers, so a hop counts as many units as all weights need. */
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

static struct between *between_new(const struct domains *d, const struct topomap_nodetree *tree)
{
    struct between *in = array_new(1, sizeof *in);

    if (!in)
        return NULL;
    *in = (struct between){
        .nodes = d->nodes,
        .tree = tree,
        .node = d->node,
        .pu = array_raw(d->nodes->ranks, sizeof *in->pu),
        .unit = 1,
    };
    if (in->pu)
        return in;
    free(in);
    return NULL;
}

/* There cannot be more domains than slots. */
static int make(struct domains *d, const struct topomap_nodetree *tree,
                struct topomap_error *error)
{
    uint32_t *tasks = array_raw(d->nodes->ranks, sizeof *tasks);
    struct topomap_network *network = NULL;
    struct between *in = NULL;

    d->of_slot = array_raw(d->nodes->ranks, sizeof *d->of_slot);
    d->node = array_raw(d->nodes->ranks, sizeof *d->node);
    if (tasks && d->of_slot && d->node)
        in = between_new(d, tree);
    if (in)
        network = network_of_parts(&domains_ops, d->nodes->network,
                                   part_slots(d, tree, tasks, in->pu), in, error);
    else
        error_memory(error);
    if (network) {
        set_distances(network, tree);
        d->allocation = allocation_of_all(network, tasks, error);
    }
    free(tasks);
    return d->allocation ? 0 : -1;
}

struct domains *domains_create(const struct topomap_allocation *nodes,
                               const struct topomap_nodetree *tree, const uint32_t *start,
                               struct topomap_error *error)
{
    struct domains *domains = array_new(1, sizeof *domains);

    if (!domains) {
        error_memory(error);
        return NULL;
    }
    domains->nodes = nodes;
    domains->start = start;
    if (make(domains, tree, error) == 0)
        return domains;
    domains_destroy(domains);
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
