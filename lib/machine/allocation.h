/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_ALLOCATION_H
#define MACHINE_ALLOCATION_H

#include "machine/distances.h"
#include "network/names.h"
#include "network/network.h"
#include "topomap_internal.h"

struct topomap_allocation {
    const struct topomap_network *network;
    uint32_t nodes;
    uint32_t ranks;
    struct names hosts;
    uint32_t *node;    /* [nodes]: index in the network */
    uint32_t *tasks;   /* [nodes] */
    uint32_t *first;   /* [nodes+1]: prefix sums of tasks */
    struct topomap_network *own; /* `network`, if it was made for this allocation because the
                                  * given one stands for any nodes */
    struct distances distances;
};

/* An allocation of all nodes of a network, in order, with tasks [nodes]. The allocation takes over
 * the network, and destroys it on failure. Hosts have no names. */
struct topomap_allocation *allocation_of_all(struct topomap_network *network,
                                             const uint32_t *tasks, struct topomap_error *error);

/* Hops between allocated nodes, if there is no table of distances between them. */
static inline uint32_t allocation_far_distance(const struct topomap_allocation *allocation,
                                               uint32_t a, uint32_t b)
{
    if (distances_exist(&allocation->distances))
        return distances_between(&allocation->distances, a, b);
    return allocation->network->ops->distance(allocation->network, allocation->node[a],
                                              allocation->node[b]);
}

/* Hops between allocated nodes; inline because refinement spends its time here. */
static inline uint32_t allocation_distance(const struct topomap_allocation *allocation, uint32_t a,
                                           uint32_t b)
{
    const struct distances *distances = &allocation->distances;

    return distances->single ? distances->hops[0][(size_t)a * distances->size[0] + b]
                             : allocation_far_distance(allocation, a, b);
}

/* The number of tasks of each node that has any; 0: they differ. */
uint32_t allocation_tasks_each(const struct topomap_allocation *allocation);

/* Slots in the order of ranks, as tasks get them if nothing is mapped inside nodes: slots[ranks] of
 * a valid placement. Fails when memory runs out. */
int placement_order_slots(const struct topomap_allocation *allocation, const uint32_t *placement,
                          uint32_t *slots, struct topomap_error *error);

#endif
