/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/near.h"

#include "base/error.h"
#include "base/memory.h"
#include "map/common/shared.h"

#include <stdlib.h>

/* Asking for all distances of more nodes would take longer than it helps. */
#define EXACT_NODES 2048

/* The node at a place in the order, which goes round once. */
static uint32_t order_at(const struct hierarchy *hierarchy, uint32_t place)
{
    return hierarchy->order[place < hierarchy->nodes ? place : place - hierarchy->nodes];
}

/* Nodes are asked from `node` outwards in the hierarchy, so that ties go to relatives. */
static void take_nearest(const struct topomap_allocation *allocation,
                         const struct hierarchy *hierarchy, uint32_t place, uint32_t count,
                         uint32_t *nearest, uint32_t *distance)
{
    uint32_t node = hierarchy->order[place];
    uint32_t taken = 0;
    uint32_t farthest = 0; /* of those taken */

    for (uint32_t step = 1; step < hierarchy->nodes; step++) {
        uint32_t half = (step + 1) / 2;
        uint32_t offset = step % 2 ? half : hierarchy->nodes - half;
        uint32_t other = order_at(hierarchy, place + offset);
        uint32_t hops = allocation_distance(allocation, node, other);
        uint32_t at;

        if (taken == count && hops >= farthest)
            continue;
        at = taken < count ? taken++ : count - 1;
        for (; at > 0 && distance[at - 1] > hops; at--) {
            distance[at] = distance[at - 1];
            nearest[at] = nearest[at - 1];
        }
        distance[at] = hops;
        nearest[at] = other;
        farthest = distance[taken - 1];
    }
}

static void take_window(const struct hierarchy *hierarchy, uint32_t place, uint32_t count,
                        uint32_t *nearest)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t half = i / 2 + 1;
        uint32_t offset = i % 2 ? half : hierarchy->nodes - half;

        nearest[i] = order_at(hierarchy, place + offset);
    }
}

int refine_near_create(struct refine_near *near, const struct map_job *job, uint32_t count,
                       struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);
    uint32_t *distance = array_raw(count, sizeof *distance);

    *near = (struct refine_near){0};
    if (hierarchy && distance && hierarchy->nodes) {
        near->count = count < hierarchy->nodes ? count : hierarchy->nodes - 1;
        near->node = array_new((size_t)job->allocation->nodes * near->count, sizeof *near->node);
    }
    for (uint32_t i = 0; near->node && i < hierarchy->nodes; i++) {
        uint32_t *nearest = near->node + (size_t)hierarchy->order[i] * near->count;

        if (hierarchy->nodes <= EXACT_NODES)
            take_nearest(job->allocation, hierarchy, i, near->count, nearest, distance);
        else
            take_window(hierarchy, i, near->count, nearest);
    }
    free(distance);
    if (!hierarchy)
        return -1;
    return near->node ? 0 : error_memory(error);
}

void refine_near_free(struct refine_near *near)
{
    free(near->node);
    *near = (struct refine_near){0};
}
